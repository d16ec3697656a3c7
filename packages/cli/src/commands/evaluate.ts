import {
  type EvaluateOptions,
  type EvaluationReport,
  evaluate as evaluateLists,
  evaluateRun,
  finishLater,
  type Runtime,
} from '@rankwright/core'
import { servedText, servingOptions } from '@rankwright/core/abstention'
import { evaluateHeld, evaluateOptions } from '@rankwright/core/evaluation'
import { lackingFor, parseMetric } from '@rankwright/core/metrics'
import { learnedFromPlaces } from '@rankwright/core/models'
import { flagName, type OptionsOf, type OptionTable, type Resolved } from '@rankwright/core/options'
import type { EngineReport } from '@rankwright/core/reports'
import { engineReadsFiles } from '@rankwright/engines'
import { dataFiles, readQrels, readRun, runtimeFor } from '@rankwright/node'
import { type Answer, command, type Surroundings } from '../command.ts'
import { dataOptions, readData } from '../data.ts'
import { engineOption, refuseWithEngine, tellHeldMatch, withEngine } from '../engines.ts'
import { judgedColumns } from '../modelColumns.ts'
import { addReport, fileTitle, reportOption } from '../reporting.ts'
import { readRanker, readScoresFor, tellMatch } from '../scores.ts'
import { counted, decimals } from '../terminal/numbers.ts'
import type { Style } from '../terminal/style.ts'
import { textTable } from '../terminal/textTable.ts'
import { UsageError } from '../usageError.ts'

const { seed: _, ...servedBy } = servingOptions

const evaluationOptions = {
  ...evaluateOptions,
  seed: { ...evaluateOptions.seed, doc: 'Seed of the bootstrap behind the intervals, and of --ties random.' },
  scores: {
    kind: 'text',
    placeholder: 'FILE',
    leftOut: 'MODEL gives the scores',
    doc: 'Measure these scores, one per line in the row order of DATA.',
  },
  qrels: { kind: 'text', placeholder: 'FILE', leftOut: 'DATA holds the labels', doc: 'TREC judgements, to go with --run.' },
  run: { kind: 'text', placeholder: 'FILE', leftOut: 'MODEL or --scores gives the order', doc: 'TREC run to measure against --qrels.' },
  ...servedBy,
  complete: { kind: 'flag', with: { qrels: true }, doc: 'Judged topics that the run does not answer count too, as with trec_eval -c.' },
  ...reportOption,
  ...engineOption,
  ...dataOptions,
} as const satisfies OptionTable

type Options = Resolved<typeof evaluationOptions>
type Given = OptionsOf<typeof evaluationOptions>

const dataNames = Object.keys(dataOptions) as (keyof typeof dataOptions)[]
const servingNames = Object.keys(servedBy) as (keyof typeof servedBy)[]

export const evaluate = command({
  summary: 'Measure how well a model orders labelled lists.',
  inputs: {
    files: {
      doc: 'A model file and data files, folders or patterns; with --scores the data alone; with --qrels TREC runs, or none with --run.',
      many: true,
    },
  },
  options: evaluationOptions,
  usage: ['MODEL DATA…', '--scores FILE DATA…', '--qrels FILE --run FILE', '--qrels FILE RUN RUN…'],
  example:
    'rankwright evaluate model.json test.txt --metrics ndcg@10,map\nrankwright evaluate --qrels judged.qrels --run mine.run --profile trec_eval\nrankwright evaluate --qrels judged.qrels words.run vectors.run --metrics map,ndcg@10',
  reads: ['files', 'scores', 'qrels', 'run'],
  writes: { report: 'report' },
  async run({ files, options, given }, around): Promise<Answer<EvaluationReport | RunReports>> {
    options.metrics.forEach(parseMetric) // report a misspelt name before reading the data
    if (options.qrels !== undefined && options.run === undefined && files.length > 1)
      return evaluateRuns(files, options.qrels, options, given, around)
    const measured = await reportOf(files, options, given, around)
    const name = fileTitle(...[...files, options.scores, options.run].filter((file) => file !== undefined))
    await addReport(options.report, () => ({ kind: 'evaluation', name, report: measured }), around)
    const { perList, ...rest } = measured
    const report = options.perList ? measured : rest // a page shows the lists one by one in any case
    for (const note of report.notes) around.note(`note: ${note}`)
    return { document: report, text: (style) => reportText(report, style) }
  },
})

async function reportOf(files: readonly string[], options: Options, given: Given, around: Surroundings): Promise<EvaluationReport> {
  const { seed, complete } = options
  const measuring = measuringOptions(options, given, around)
  if (options.engine !== undefined) return reportOfEngine(options.engine, files, options, given, around)
  if (options.qrels !== undefined || options.run !== undefined) {
    const single = options.run ?? (files.length === 1 ? files[0] : undefined)
    if (options.qrels === undefined || single === undefined) throw new UsageError('--qrels and --run go together; give both.')
    if ((options.run !== undefined && files.length > 0) || options.scores !== undefined)
      throw new UsageError('With --qrels and --run there is no MODEL, DATA or --scores.')
    const qrels = await readQrels(options.qrels)
    const run = await readRun(single)
    around.progress({ stage: 'measuring', done: 0 })
    return evaluateRun(qrels, run, { ...measuring, complete })
  }
  if (options.scores !== undefined) {
    if (files.length === 0) throw new UsageError('With --scores, give DATA.')
    const lists = await readData(await dataFiles(files, { part: 'test' }), options, around, { copyCells: true })
    const scores = await readScoresFor(lists, options.scores)
    around.progress({ stage: 'measuring', done: 0 })
    return withRuntime((runtime) => evaluateLists(scores, lists, measuring, runtime))
  }
  if (files.length < 2) throw new UsageError('Give MODEL and DATA, or --scores FILE DATA, or --qrels FILE --run FILE.')
  const [model, ...data] = files
  const ranker = await readRanker(model)
  const columns = judgedColumns(ranker, options)
  const lists = await readData(await dataFiles(data, { part: 'test' }), columns.options, around, columns.reading)
  tellMatch(ranker, lists, around)
  around.progress({ stage: 'measuring', done: 0 })
  const { abstainRadius, abstainMargin, abstainProbability, decideAll, norm, ties } = given
  const asked = { abstainRadius, abstainMargin, abstainProbability, decideAll, norm, ties, ...(ties === 'random' && { seed }) }
  return withRuntime((runtime) => evaluateLists(ranker, lists, { ...measuring, serving: asked }, runtime))
}

/** A model on lists that an engine has packed. */
async function reportOfEngine(
  name: string,
  files: readonly string[],
  options: Options,
  given: Given,
  outer: Surroundings,
): Promise<EvaluationReport & { readonly engine: EngineReport }> {
  refuseWithEngine(given, { scores: '--scores', qrels: '--qrels', run: '--run' })
  refuseWithEngine(given, Object.fromEntries(servingNames.map((option) => [option, `--${flagName(option)}`])))
  if (files.length < 2) throw new UsageError('With --engine, give MODEL and DATA.')
  const [model, ...data] = files
  const ranker = await readRanker(model)
  if (ranker.abstention !== undefined)
    throw new UsageError(`${model} leaves some of what it ranks undecided, which needs the rows in memory: leave --engine out.`)
  if (learnedFromPlaces(ranker))
    throw new UsageError(`${model} has learned from places, which are turned round in memory: leave --engine out.`)
  const columns = judgedColumns(ranker, options)
  const sources = engineReadsFiles(name) ? await dataFiles(data, { part: 'test' }) : data
  return withEngine(name, undefined, outer, async (engine, around) => {
    const { parts, lists } = await engine.pack(sources, columns.options, columns.reading)
    tellHeldMatch(ranker, lists, around)
    around.progress({ stage: 'measuring', done: 0 })
    const { runtime, close } = runtimeFor()
    try {
      const report = await finishLater(evaluateHeld(ranker, lists, measuringOptions(options, given, around), runtime))
      return { ...report, engine: engine.report(parts) }
    } finally {
      close()
    }
  })
}

function measuringOptions(options: Options, given: Given, around: Surroundings): EvaluateOptions {
  const { metrics, profile, relevantFrom, confidence, seed } = options
  const perList = options.perList || options.report !== undefined
  const aboutData = dataNames.find((option) => given[option] !== undefined)
  if (aboutData !== undefined && (options.qrels ?? options.run) !== undefined)
    throw new UsageError(`--${flagName(aboutData)} is about models and their data; with --qrels, give TREC runs.`)
  const aboutModels = servingNames.find((option) => given[option] !== undefined && given[option] !== false)
  if (aboutModels !== undefined && (options.qrels ?? options.run ?? options.scores) !== undefined)
    throw new UsageError(`--${flagName(aboutModels)} says how a model serves lists: give MODEL and DATA.`)
  const onProgress = (done: number, total: number) => around.progress({ stage: 'intervals', done, total })
  return { metrics, profile, perList, confidence, seed, ...(relevantFrom !== undefined && { relevantFrom }), onProgress }
}

/** Several systems on the same judgements. */
interface RunReports {
  readonly runs: readonly (EvaluationReport & { readonly run: string })[]
}

async function evaluateRuns(
  files: readonly string[],
  qrelsFile: string,
  options: Options,
  given: Given,
  around: Surroundings,
): Promise<Answer<RunReports>> {
  if (options.scores !== undefined) throw new UsageError('With --qrels there is no MODEL, DATA or --scores.')
  if (options.report !== undefined)
    throw new UsageError('--report is about one run: give a single one, or compare --qrels --report for several.')
  const measuring = measuringOptions(options, given, around)
  const qrels = await readQrels(qrelsFile)
  const runs: RunReports['runs'][number][] = []
  for (const file of files) {
    const run = await readRun(file)
    around.progress({ stage: `measuring ${file}`, done: 0 })
    const report = evaluateRun(qrels, run, { ...measuring, complete: options.complete })
    for (const note of report.notes) around.note(`note: ${file}: ${note}`)
    runs.push({ run: file, ...report })
  }
  return { document: { runs }, text: (style) => runsText(runs, style) }
}

/** One row for each system, one column for each metric. */
function runsText(runs: RunReports['runs'], { dim }: Style): string {
  const names = Object.keys(runs[0].metrics)
  const rows = runs.map(({ run, lists, metrics }) => [run, String(lists), ...names.map((name) => decimals(metrics[name]))])
  const table = textTable(['run', 'lists', ...names], ['left', 'right', ...names.map(() => 'right' as const)], rows)
  return `profile ${runs[0].profile}\n\n${table}\n\n${dim('rankwright compare --qrels tells which differences are more than chance')}\n`
}

function withRuntime<Result>(use: (runtime: Runtime) => Result): Result {
  const { runtime, close } = runtimeFor()
  try {
    return use(runtime)
  } finally {
    close()
  }
}

function* reportText(report: EvaluationReport, style: Style): Generator<string> {
  const { dim } = style
  const served = report.served === undefined ? '' : `\nas rank serves them: ${servedText(report.served)}`
  yield `${counted(report.lists, 'list')}, profile ${report.profile}${served}\n\n${metricTable(report)}\n`
  if (report.confidence > 0) yield `\n${dim(`intervals: ${100 * report.confidence} % confidence, bootstrap over lists`)}\n`
  if (report.perList === undefined) return
  const names = Object.keys(report.metrics)
  const rows = report.perList.map(({ id, metrics }) => [id, ...names.map((name) => decimals(metrics[name]))])
  yield `\n${textTable(['list', ...names], ['left', ...names.map(() => 'right' as const)], rows)}\n`
}

/** Metric, value, interval; beside them those of the order of all scores, and the lists that do not count, where there are any. */
export function metricTable({ metrics, intervals, skipped, byScore }: EvaluationReport): string {
  const someSkipped = Object.values(skipped).some((count) => count > 0)
  const between = (interval: readonly [number, number] | undefined) =>
    interval === undefined ? '' : Number.isNaN(interval[0]) ? 'too few lists' : `${decimals(interval[0])} to ${decimals(interval[1])}`
  const rows = Object.entries(metrics).map(([name, value]) => [
    name,
    decimals(value),
    between(intervals[name]),
    ...(byScore === undefined ? [] : [decimals(byScore.metrics[name]), between(byScore.intervals[name])]),
    ...(someSkipped ? [skipped[name] > 0 ? `${counted(skipped[name], 'list')} without ${lackingFor(name)}` : ''] : []),
  ])
  const headings = [
    ...['metric', byScore === undefined ? 'value' : 'as served', 'interval'],
    ...(byScore === undefined ? [] : ['by score', 'interval']),
    ...(someSkipped ? ['skipped'] : []),
  ]
  const numbers = ['value', 'as served', 'by score']
  return textTable(
    headings,
    headings.map((heading) => (numbers.includes(heading) ? 'right' : 'left')),
    rows,
  )
}
