import { existsSync } from 'node:fs'
import { type Comparison, compare as compareRankers, type ListModel, type RankingLists } from '@rankwright/core'
import { keptServingOptions } from '@rankwright/core/abstention'
import type { Run } from '@rankwright/core/data'
import { type CompareRunsOptions, type Contender, compareOptions, compareRuns } from '@rankwright/core/evaluation'
import { parseMetric } from '@rankwright/core/metrics'
import { learnedFromPlaces } from '@rankwright/core/models'
import { flagName } from '@rankwright/core/options'
import { dataFiles, isOurFile, readQrels, readRun, runtimeFor } from '@rankwright/node'
import { type Answer, command, type Surroundings } from '../command.ts'
import { comparisonText, withoutLists } from '../comparisonText.ts'
import { type DataOptions, dataOptions, readData } from '../data.ts'
import { judgedColumns, namedReading } from '../modelColumns.ts'
import { addReport, fileTitle, reportOption } from '../reporting.ts'
import { readRanker, readScoresFor, scoresOfModel, tellMatch } from '../scores.ts'
import { UsageError } from '../usageError.ts'

export const compare = command({
  summary: 'Test whether one model is better than another.',
  inputs: {
    models: { doc: 'Model files, two or more (fewer with --scores); with --qrels TREC runs.', many: true },
    data: 'Labelled lists to compare them on: files, folders or patterns, after the models; with --qrels the last run.',
  },
  options: {
    scores: {
      kind: 'texts',
      placeholder: 'FILES',
      leftOut: 'models alone are compared',
      doc: 'Files of scores to compare too, one score per line in the row order of DATA.',
    },
    qrels: {
      kind: 'text',
      placeholder: 'FILE',
      leftOut: 'models or scores are compared on DATA',
      doc: 'TREC judgements: the inputs are TREC runs, which are compared on its topics.',
    },
    ...compareOptions,
    seed: { ...compareOptions.seed, doc: 'Seed of the randomisation test, of the bootstrap, and of --ties random.' },
    decideAll: keptServingOptions.decideAll,
    ties: keptServingOptions.ties,
    ...reportOption,
    ...dataOptions,
  },
  usage: ['MODEL MODEL [MODEL…] DATA…', 'MODEL --scores FILE DATA…', '--qrels FILE RUN RUN [RUN…]'],
  reads: ['models', 'data', 'scores', 'qrels'],
  writes: { report: 'report' },
  example:
    'rankwright compare old.json new.json test.txt --metric ndcg@10\nrankwright compare --qrels judged.qrels words.run vectors.run --metric map --profile trec_eval',
  async run({ models: words, data: last, options, given }, around): Promise<Answer<Comparison>> {
    const { scores: scoreFiles = [], metric, profile, confidence, seed, randomisations, resamples, report } = options
    const asked = { report, perList: options.perList }
    const onProgress = (done: number, total: number) => around.progress({ stage: 'comparing', done, total })
    const perList = options.perList || report !== undefined
    const testing = { metric, profile, confidence, seed, randomisations, resamples, perList, onProgress }
    if (options.qrels !== undefined) {
      const useless = aboutLists.find((option) => given[option] !== undefined && given[option] !== false)
      if (useless !== undefined)
        throw new UsageError(`--${flagName(useless)} is about models and their data; with --qrels, give TREC runs.`)
      return answerOf(await comparedRuns(options.qrels, [...words, last], testing, around), asked, around)
    }
    const { models, data } = await modelsAndData([...words, last])
    const names = [...models, ...scoreFiles]
    if (names.length < 2) throw new UsageError('Give two or more models (or --scores FILES) and DATA.')
    refuseTwice(names)
    parseMetric(metric)
    const rankers: { readonly name: string; readonly ranker: ListModel }[] = []
    for (const name of models) rankers.push({ name, ranker: await readRanker(name) })
    const state = rankers.find(({ ranker }) => learnedFromPlaces(ranker)) ?? rankers.find(({ ranker }) => ranker.kind === 'stream')
    const leading = state ?? rankers.find(({ ranker }) => ranker.encoders !== undefined)
    const columns = leading === undefined ? { options, reading: { encode: false } } : judgedColumns(leading.ranker, options)
    const lists = await readData(data, columns.options, around, { ...columns.reading, ...sideReading(rankers.map(({ ranker }) => ranker)) })
    const contenders: Contender[] = []
    for (const { name, ranker } of rankers) contenders.push({ name, ranker: await asRead(ranker, lists, data, options, around) })
    for (const name of scoreFiles) contenders.push({ name, ranker: await readScoresFor(lists, name) })
    around.progress({ stage: 'measuring', done: 0 })
    const { ties, decideAll } = given
    const serving = { ties, decideAll, ...(ties === 'random' && { seed }) }
    const { runtime } = runtimeFor() // of one thread, so there is nothing to close
    return answerOf(compareRankers(contenders, lists, { ...testing, serving }, runtime), asked, around)
  },
})

/**
 * Lists have the weights that one of the models was trained with, whichever comes first, unless they are a feature of another. The list, the label and the
 * item are found under the names that one of them had.
 */
function sideReading(models: readonly ListModel[]): Pick<ListModel, 'sideColumns'> {
  const isFeature = (column: string) =>
    models.some(({ encoders, features }) => encoders === undefined && typeof features !== 'number' && features.includes(column))
  const weighed = models.find(({ sideColumns }) => sideColumns?.weight !== undefined && !isFeature(sideColumns.weight))
  const named = models.map((model) => namedReading(model).sideColumns).find((columns) => columns !== undefined)
  return named === undefined && weighed === undefined ? {} : { sideColumns: { ...named, ...weighed?.sideColumns } }
}

/** The last words are data: all after the last model. A name that leads nowhere is one of a model, unless it is the last. */
async function modelsAndData(words: readonly string[]): Promise<{ readonly models: readonly string[]; readonly data: readonly string[] }> {
  let first = words.length - 1
  while (first > 0 && (await isData(words[first - 1]))) first--
  return { models: words.slice(0, first), data: await dataFiles(words.slice(first), { part: 'test' }) }
}

async function isData(path: string): Promise<boolean> {
  const [file, ...others] = await dataFiles([path], { part: 'test' })
  if (others.length > 0 || file !== path || path === '-') return true
  return existsSync(path) && !(await isOurFile(path))
}

/** The model, or its scores where it reads the table in another way than the lists were read. */
async function asRead(
  ranker: ListModel,
  lists: RankingLists,
  data: readonly string[],
  options: DataOptions,
  around: Surroundings,
): Promise<ListModel | Float64Array> {
  if (JSON.stringify(ranker.encoders) === JSON.stringify(lists.encoders)) {
    tellMatch(ranker, lists, around)
    return ranker
  }
  const columns = judgedColumns(ranker, options)
  return scoresOfModel(ranker, await readData(data, columns.options, around, columns.reading), around)
}

/** Options that mean nothing for runs. */
const aboutLists = ['scores', 'decideAll', 'ties', ...(Object.keys(dataOptions) as (keyof typeof dataOptions)[])] as const

async function comparedRuns(
  qrelsFile: string,
  files: readonly string[],
  testing: CompareRunsOptions,
  around: Surroundings,
): Promise<Comparison> {
  refuseTwice(files)
  parseMetric(testing.metric ?? '')
  const qrels = await readQrels(qrelsFile)
  const runs = new Map<string, Run>()
  for (const file of files) runs.set(file, await readRun(file))
  around.progress({ stage: 'measuring', done: 0 })
  return compareRuns(qrels, runs, testing)
}

function refuseTwice(names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) throw new UsageError(`${twice} is given twice; it cannot be better than itself.`)
}

/** A page shows the lists one by one; the document does if that was asked for. */
async function answerOf(
  comparison: Comparison,
  { report, perList }: { readonly report: string | undefined; readonly perList: boolean },
  around: Surroundings,
): Promise<Answer<Comparison>> {
  for (const note of comparison.notes) around.note(`note: ${note}`)
  await addReport(
    report,
    () => ({ kind: 'comparison', name: fileTitle(...comparison.contenders.map(({ name }) => name)), report: comparison }),
    around,
  )
  return { document: perList ? comparison : withoutLists(comparison), text: (style) => comparisonText(comparison, style) }
}
