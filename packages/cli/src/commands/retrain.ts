import { finish, type ListModel, type Retrained, retraining } from '@rankwright/core'
import type { DescribedColumn } from '@rankwright/core/data'
import { parseMetric } from '@rankwright/core/metrics'
import { requireListModel } from '@rankwright/core/models'
import { type OptionTable, runtimeOptions, tableOptions } from '@rankwright/core/options'
import { shownText } from '@rankwright/core/problems'
import { retrainOptions } from '@rankwright/core/trainers'
import { readModel, writeModel } from '@rankwright/node'
import { type Answer, command, type Surroundings } from '../command.ts'
import { dataOptions, readData, ToldColumns } from '../data.ts'
import { judgedColumns } from '../modelColumns.ts'
import { openRuntime } from '../openRuntime.ts'
import { addReport, fileTitle, reportOption } from '../reporting.ts'
import { counted, decimals, readable } from '../terminal/numbers.ts'
import { textTable } from '../terminal/textTable.ts'

const retrainCommandOptions = {
  data: {
    kind: 'texts',
    whole: true,
    placeholder: 'DATA',
    required: true,
    doc: 'Labelled lists to train on, in the columns of the old data.',
  },
  out: { kind: 'text', placeholder: 'MODEL', required: true, doc: 'Where the new model goes; it may take the place of the old one.' },
  valid: {
    kind: 'texts',
    whole: true,
    placeholder: 'DATA',
    leftOut: 'what was chosen on validation lists stays as it was',
    doc: 'Lists to choose options on anew that were chosen on validation lists, and to calibrate P(A above B) on.',
  },
  weight: {
    ...tableOptions.weight,
    leftOut: 'the column that the old model had weights from, if any',
  },
  force: { kind: 'flag', doc: 'Write the new model even if it is significantly worse than the old one.' },
  ...retrainOptions,
  ...reportOption,
  ...runtimeOptions,
  ...dataOptions,
} as const satisfies OptionTable

/** What `retrain` did. */
interface RetrainReport {
  readonly better: boolean
  readonly significantlyWorse: boolean
  readonly delta: number
  readonly interval: readonly [number, number]
  /** Of the paired randomisation test. */
  readonly p: number
  /** Below this, the test tells them apart: 1 − confidence. */
  readonly level: number
  readonly metric: string
  /** Mean of the metric on the held-out lists. */
  readonly old: number
  readonly new: number
  /** How many lists they were compared on. */
  readonly heldOut: number
  /** How many lists the model was trained on. */
  readonly lists: number
  readonly refit: boolean
  /** Where the model was written; absent if it was not. */
  readonly model?: string
  readonly notes: readonly string[]
}

export const retrain = command({
  summary: 'Train a model again on new data, and replace it unless it gets worse.',
  inputs: { model: 'Model file; its method, options and columns are used again.' },
  options: retrainCommandOptions,
  usage: ['MODEL --data DATA --out MODEL2'],
  example:
    'rankwright retrain model.json --data june.csv --out model.json\nrankwright retrain model.json --data may.csv --data june.csv --same-lists apart --out new.json',
  reads: ['model', 'data', 'valid'],
  data: { data: 'train', valid: 'vali' },
  writes: { out: (path, { model }) => [{ path, holds: 'model', inPlaceOf: model }], report: 'report' },
  force: false,
  async run({ model: path, options, given }, around): Promise<Answer<RetrainReport>> {
    parseMetric(options.metric)
    const { runtime, close } = openRuntime(options, around)
    try {
      const old = requireListModel(await readModel(path), path)
      const columns = judgedColumns(old, options)
      const weight = options.weight ?? old.sideColumns?.weight
      const reading = { ...columns.reading, ...(weight !== undefined && { weight }), keepCells: true }
      const told = new ToldColumns()
      const lists = await readData(options.data, columns.options, around, { ...reading, onColumns: told.onColumns })
      tellUnused(told, old, around)
      const valid = options.valid === undefined ? undefined : await readData(options.valid, columns.options, around, reading)
      const { share, seed, metric, profile, confidence, refit } = given
      const asked = { share, seed, metric, profile, confidence, refit, ...(valid && { valid }) }
      const retrained = finish(retraining(old, lists, asked, runtime), around.progress)
      const isWritten = !retrained.significantlyWorse || options.force
      if (isWritten) await writeModel(retrained.result.model, options.out, { outputs: around.outputs })
      for (const note of [...retrained.notes, ...retrained.result.notes]) around.note(`note: ${note}`)
      const name = `${fileTitle(path)} trained again on ${fileTitle(...options.data)}`
      await addReport(options.report, () => ({ kind: 'comparison', name, report: retrained.comparison }), around, runtime)
      const report = reportOf(retrained, isWritten ? options.out : undefined)
      if (!isWritten)
        around.note(
          `The new model is significantly worse than the old one (${report.metric} ${decimals(report.delta)}), so it is not written. Look at the data, or write it with --force.`,
        )
      return { document: report, text: () => textOf(report), exitCode: isWritten ? 0 : 1 }
    } finally {
      close()
    }
  },
})

/** Columns that neither the old model nor the new one uses, unless they were left out by name or no model could use them. */
function tellUnused({ columns = [] }: ToldColumns, { encoders, features }: ListModel, around: Surroundings): void {
  const isNew = ({ name, role, reason }: DescribedColumn) => {
    if (role === 'ignored') return reason !== 'given' && !reason.startsWith('beside the items')
    return encoders === undefined && role === 'number' && typeof features !== 'number' && !features.includes(name)
  }
  const unused = columns.filter(isNew).map(({ name }) => shownText(name))
  if (unused.length === 0) return
  const named =
    unused.length > mostNames ? `${unused.slice(0, mostNames).join(', ')} and ${unused.length - mostNames} more` : unused.join(', ')
  around.note(
    `note: the new model uses the columns of the old one, so ${named} ${unused.length === 1 ? 'is' : 'are'} not used. To use ${unused.length === 1 ? 'it' : 'them'}, train a new model with "rankwright train" and compare the two.`,
  )
}

const mostNames = 5

function reportOf(
  { result, better, significantlyWorse, delta, interval, comparison, refit, notes }: Retrained,
  model: string | undefined,
): RetrainReport {
  const [fresh, old] = comparison.contenders
  return {
    better,
    significantlyWorse,
    delta,
    interval,
    p: comparison.pairs[0].tests.randomisation.p,
    level: Number((1 - comparison.confidence).toPrecision(12)),
    metric: comparison.metric,
    old: old.value,
    new: fresh.value,
    heldOut: comparison.lists,
    lists: result.model.training.lists,
    refit,
    ...(model !== undefined && { model }),
    notes,
  }
}

function textOf(report: RetrainReport): string {
  const { metric, delta, interval, p, level, heldOut, lists, model } = report
  const rows = [
    ['old model', decimals(report.old)],
    ['new model', decimals(report.new)],
  ]
  const verdict = report.significantlyWorse
    ? 'significantly worse'
    : !report.better
      ? 'not better, which may be chance'
      : (interval[0] > 0 || interval[1] < 0) && p < level
        ? 'significantly better'
        : 'better, which may be chance'
  return [
    `On ${counted(heldOut, 'list')} that neither model was trained on:\n${textTable(['', metric], ['left', 'right'], rows)}`,
    `The new model is ${verdict}: ${readable(delta, 4)} (${readable(interval[0], 4)} to ${readable(interval[1], 4)})`,
    model === undefined ? 'No model written' : `Model of ${counted(lists, 'list')} written to ${model}`,
  ]
    .join('\n\n')
    .concat('\n')
}
