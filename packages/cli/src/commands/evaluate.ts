import { type EvaluateOptions, type EvaluationReport, evaluateRun, evaluate as evaluateScores, type RankingLists } from '@rankwright/core'
import { evaluateOptions } from '@rankwright/core/evaluation'
import { parseMetric } from '@rankwright/core/metrics'
import type { OptionTable, Resolved } from '@rankwright/core/options'
import { readQrels, readRun, runtimeFor } from '@rankwright/node'
import { type Answer, command, type Surroundings } from '../command.ts'
import { dataOptions, readData } from '../data.ts'
import { readScoresFor, scoresOfModel } from '../scores.ts'
import { counted, decimals } from '../terminal/numbers.ts'
import type { Style } from '../terminal/style.ts'
import { textTable } from '../terminal/textTable.ts'
import { UsageError } from '../usageError.ts'

const evaluationOptions = {
  ...evaluateOptions,
  scores: {
    kind: 'text',
    placeholder: 'FILE',
    leftOut: 'MODEL gives the scores',
    doc: 'Measure these scores, one per line in the row order of DATA.',
  },
  qrels: { kind: 'text', placeholder: 'FILE', leftOut: 'DATA holds the labels', doc: 'TREC judgements, to go with --run.' },
  run: { kind: 'text', placeholder: 'FILE', leftOut: 'MODEL or --scores gives the order', doc: 'TREC run to measure against --qrels.' },
  complete: { kind: 'flag', with: { run: true }, doc: 'Judged topics that the run does not answer count too, as with trec_eval -c.' },
  ...dataOptions,
} as const satisfies OptionTable

type Options = Resolved<typeof evaluationOptions>

export const evaluate = command({
  summary: 'Measure how well a model orders labelled lists.',
  inputs: { files: { doc: 'A model file and a data file; with --scores the data file alone; with --qrels and --run none.', many: true } },
  options: evaluationOptions,
  usage: ['MODEL DATA', '--scores FILE DATA', '--qrels FILE --run FILE'],
  example:
    'rankwright evaluate model.json test.txt --metrics ndcg@10,map\nrankwright evaluate --qrels judged.qrels --run mine.run --profile trec_eval',
  async run({ files, options }, around): Promise<Answer<EvaluationReport>> {
    options.metrics.forEach(parseMetric) // report a misspelt name before reading the data
    const report = await reportOf(files, options, around)
    for (const note of report.notes) around.note(`note: ${note}`)
    return { document: report, text: (style) => reportText(report, style) }
  },
})

async function reportOf(files: readonly string[], options: Options, around: Surroundings): Promise<EvaluationReport> {
  const { metrics, profile, relevantFrom, perList, confidence, seed, complete } = options
  const measuring: EvaluateOptions = { metrics, profile, perList, confidence, seed, ...(relevantFrom !== undefined && { relevantFrom }) }
  if (options.qrels !== undefined || options.run !== undefined) {
    if (options.qrels === undefined || options.run === undefined) throw new UsageError('--qrels and --run go together; give both.')
    if (files.length > 0 || options.scores !== undefined)
      throw new UsageError('With --qrels and --run there is no MODEL, DATA or --scores.')
    const qrels = await readQrels(options.qrels)
    const run = await readRun(options.run)
    around.progress({ stage: 'measuring', done: 0 })
    return evaluateRun(qrels, run, { ...measuring, complete })
  }
  if (options.scores !== undefined) {
    if (files.length !== 1) throw new UsageError('With --scores, give DATA and nothing else.')
    const lists = await readData(files[0], options, around)
    const scores = await readScoresFor(lists, options.scores)
    around.progress({ stage: 'measuring', done: 0 })
    return measured(scores, lists, measuring)
  }
  if (files.length !== 2) throw new UsageError('Give MODEL and DATA, or --scores FILE DATA, or --qrels FILE --run FILE.')
  const [model, data] = files
  const lists = await readData(data, options, around)
  const scores = await scoresOfModel(model, lists, around)
  around.progress({ stage: 'measuring', done: 0 })
  return measured(scores, lists, measuring)
}

function measured(scores: Float64Array, lists: RankingLists, measuring: EvaluateOptions): EvaluationReport {
  const { runtime, close } = runtimeFor()
  try {
    return evaluateScores(scores, lists, measuring, runtime)
  } finally {
    close()
  }
}

function* reportText(report: EvaluationReport, style: Style): Generator<string> {
  const { dim } = style
  yield `${counted(report.lists, 'list')}, profile ${report.profile}\n\n${metricTable(report)}\n`
  if (report.confidence > 0) yield `\n${dim(`intervals: ${100 * report.confidence} % confidence, bootstrap over lists`)}\n`
  if (report.perList === undefined) return
  const names = Object.keys(report.metrics)
  const rows = report.perList.map(({ id, metrics }) => [id, ...names.map((name) => decimals(metrics[name]))])
  yield `\n${textTable(['list', ...names], ['left', ...names.map(() => 'right' as const)], rows)}\n`
}

/** Metric, value, interval; and the lists that do not count, where there are any. */
export function metricTable({ metrics, intervals, skipped }: EvaluationReport): string {
  const someSkipped = Object.values(skipped).some((count) => count > 0)
  const rows = Object.entries(metrics).map(([name, value]) => {
    const interval = intervals[name]
    const between = interval === undefined ? '' : `${decimals(interval[0])} to ${decimals(interval[1])}`
    return [
      name,
      decimals(value),
      between,
      ...(someSkipped ? [skipped[name] > 0 ? `${counted(skipped[name], 'list')} without relevant items` : ''] : []),
    ]
  })
  return textTable(['metric', 'value', 'interval', ...(someSkipped ? ['skipped'] : [])], ['left', 'right', 'left', 'left'], rows)
}
