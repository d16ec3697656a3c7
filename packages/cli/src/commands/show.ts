import { type FeatureShapes, featureShapes, type Model, permutationImportance, type RankingLists } from '@rankwright/core'
import { numberText } from '@rankwright/core/data'
import { importanceOptions, shapeOptions } from '@rankwright/core/evaluation'
import { kindOf, requireListModel } from '@rankwright/core/models'
import type { OptionTable, Resolved } from '@rankwright/core/options'
import { columnFacts, type MeasuredFeatures, type ModelReport, modelReport } from '@rankwright/core/reports'
import { readModel, runtimeFor } from '@rankwright/node'
import { type Answer, command, type Surroundings } from '../command.ts'
import { dataOptions, readData } from '../data.ts'
import { measuredSections } from '../measuredFeatures.ts'
import { judgedColumns } from '../modelColumns.ts'
import { modelPage } from '../modelPage.ts'
import { UsageError } from '../usageError.ts'

const { confidence: _, ...ofImportance } = importanceOptions

const showOptions = {
  top: { kind: 'integer', default: 20, atLeast: 1, doc: 'How many features or branches to print; --json lists all.' },
  data: {
    kind: 'texts',
    whole: true,
    placeholder: 'DATA',
    leftOut: 'only what the model itself says',
    doc: 'Labelled lists: how much worse the model ranks them without each feature.',
  },
  ...ofImportance,
  ...shapeOptions,
  shapes: {
    ...shapeOptions.shapes,
    leftOut: 'none',
    doc: 'Features whose mean score at each value is shown, with --data; all stands for all of them.',
  },
  shapesOut: {
    kind: 'text',
    placeholder: 'FILE',
    leftOut: 'they are printed',
    doc: 'Where the shapes go as CSV: feature, value, score, rows.',
  },
  seed: { ...importanceOptions.seed, doc: 'Seed of the shuffles, of the bootstrap, and of the lists that shapes are drawn from.' },
  ...dataOptions,
} as const satisfies OptionTable

/** Options that say how something is measured on data. */
const needData = ['metric', 'profile', 'shuffle', 'repeats', 'shapes', 'points', 'rows', 'shapesOut', 'seed'] as const

export const show = command({
  summary: 'Show what a model is, how it was trained, and what its features do.',
  inputs: { model: 'Model file, of any kind.' },
  options: showOptions,
  example: 'rankwright show model.json\nrankwright show model.json --data test.txt --shapes price,rating',
  reads: ['model', 'data'],
  data: { data: 'test' },
  writes: { shapesOut: (path) => [{ path, holds: { firstLine: shapeColumns } }] },
  async run({ model: path, options, given }, around): Promise<Answer<ModelReport>> {
    const model = await readModel(path)
    const { data, shapes, shapesOut, top } = options
    const idle = needData.find((option) => data === undefined && given[option] !== undefined)
    if (idle !== undefined) throw new UsageError(`--${idle === 'shapesOut' ? 'shapes-out' : idle} needs --data DATA.`)
    if (shapesOut !== undefined && shapes === undefined) throw new UsageError('--shapes-out needs --shapes A,B or --shapes all.')
    const measured = data === undefined ? {} : await measuredOn(model, path, data, options, around)
    if (shapesOut !== undefined && measured.shapes !== undefined) await around.outputs.write(shapesOut, shapeLines(measured.shapes))
    return {
      document: modelReport(model, measured),
      text: (style) => `${modelPage(model, top, style)}${measuredSections(measured, columnFacts(model, measured), top, shapesOut, style)}`,
    }
  },
})

async function measuredOn(
  model: Model,
  path: string,
  data: readonly string[],
  options: Resolved<typeof showOptions>,
  around: Surroundings,
): Promise<MeasuredFeatures> {
  const ranker = requireListModel(model, path)
  const columns = judgedColumns(ranker, options)
  const lists: RankingLists = await readData(data, columns.options, around, columns.reading)
  for (const note of kindOf(ranker).match(ranker, lists).notes) around.note(`note: ${note}`)
  const { runtime, close } = runtimeFor()
  try {
    const { metric, profile, shuffle, repeats, seed, shapes, points, rows } = options
    const telling = (stage: string) => (done: number, total: number) => around.progress({ stage, done, total })
    const importance = permutationImportance(
      ranker,
      lists,
      { metric, profile, shuffle, repeats, seed, onProgress: telling('shuffling') },
      runtime,
    )
    for (const note of importance.notes) around.note(`note: ${note}`)
    if (shapes === undefined) return { importance }
    const wanted = shapes.length === 1 && shapes[0] === 'all' ? {} : { shapes }
    return { importance, shapes: featureShapes(ranker, lists, { ...wanted, points, rows, seed, onProgress: telling('shapes') }, runtime) }
  } finally {
    close()
  }
}

const shapeColumns = 'feature,value,score,rows'

/** A missing value is an empty cell; categories stand there by name. */
function* shapeLines({ features }: FeatureShapes): Generator<string> {
  yield `${shapeColumns}\n`
  for (const { feature, points } of features) {
    for (const { value, category, score, rows } of points) {
      const shown = Number.isNaN(value) ? '' : category === undefined ? numberText(value) : cellText(category)
      yield `${cellText(feature)},${shown},${numberText(score)},${rows}\n`
    }
  }
}

function cellText(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
