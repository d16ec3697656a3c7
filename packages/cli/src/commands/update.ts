import { evaluate, finish, type RankingLists, type Runtime } from '@rankwright/core'
import { parseMetric } from '@rankwright/core/metrics'
import {
  commonLists,
  emptied,
  type LeastSquaresStatistics,
  matchFeatures,
  mergeStatistics,
  removeStatistics,
} from '@rankwright/core/models'
import { type OptionTable, onlyWith, type Resolved, runtimeOptions } from '@rankwright/core/options'
import { type UpdateOutcome, type UpdateReport, updateReport } from '@rankwright/core/reports'
import { type ElmRankResult, elmFromStatistics, hiddenStatistics, ridgeOptions } from '@rankwright/core/trainers'
import { readStatistics, withFileLock, writeModel, writeStatistics } from '@rankwright/node'
import { type Answer, command, type Surroundings } from '../command.ts'
import { dataOptions, readData } from '../data.ts'
import { tunedLines } from '../modelPage.ts'
import { openRuntime } from '../openRuntime.ts'
import { addReport, fileTitle, reportOption } from '../reporting.ts'
import { counted, seconds as secondsText } from '../terminal/numbers.ts'
import { UsageError } from '../usageError.ts'
import { metricTable } from './evaluate.ts'

const updateOptions = {
  add: { kind: 'texts', placeholder: 'DATA,…', leftOut: 'none are added', doc: 'Labelled lists to add.' },
  remove: {
    kind: 'texts',
    placeholder: 'DATA,…',
    leftOut: 'none are removed',
    doc: 'Labelled lists to remove, exactly as they were added.',
  },
  merge: {
    kind: 'texts',
    placeholder: 'FILE,…',
    leftOut: 'none are merged',
    doc: 'Statistics to add, of the same features, feature map and nodes.',
  },
  empty: {
    kind: 'flag',
    doc: 'Start without lists, with the features, feature map and nodes of the statistics; for parts that are merged later.',
  },
  statistics: { kind: 'text', placeholder: 'FILE', leftOut: 'they are not kept', doc: 'Where the new statistics go.' },
  out: { kind: 'text', placeholder: 'MODEL', leftOut: 'no model is made', doc: 'Where the model of all lists goes.' },
  valid: { kind: 'texts', whole: true, placeholder: 'DATA', leftOut: 'lambda is chosen without', doc: 'Lists to choose lambda on.' },
  metrics: { kind: 'texts', default: ['ndcg@10', 'map'], placeholder: 'NAMES', doc: 'What to measure on the validation lists.' },
  ...onlyWith({ out: true }, reportOption),
  ...ridgeOptions,
  lambda: {
    ...ridgeOptions.lambda,
    doc: 'Weight of the penalty; auto takes the best one by generalised cross-validation.',
  },
  ...runtimeOptions,
  ...dataOptions,
} as const satisfies OptionTable

type Options = Resolved<typeof updateOptions>

export const update = command({
  summary: 'Update a least-squares ranker: add lists, remove lists, merge parts.',
  inputs: { file: 'Statistics to start from, written by train --statistics or by update.' },
  options: updateOptions,
  usage: ['FILE [--add DATA] [--remove DATA] [--merge FILE] [--statistics FILE] [--out MODEL]'],
  example: 'rankwright update monday.json --add tuesday.txt --statistics tuesday.json --out model.json',
  reads: ['file', 'add', 'remove', 'merge', 'valid'],
  data: { valid: 'vali' },
  // The new statistics may take the place of the old ones.
  writes: { out: 'model', statistics: (path, { file }) => [{ path, holds: 'statistics', inPlaceOf: file }], report: 'report' },
  async run({ file: path, options }, around): Promise<Answer<UpdateReport>> {
    const { statistics: file, metrics } = options
    requireFittingOptions(options)
    metrics.forEach(parseMetric)
    const { runtime, close } = openRuntime(options, around)
    const work = () => updated(path, options, runtime, around)
    try {
      // The sums that are written may be those that are read: two updates at once would lose one of them.
      const outcome = file === undefined || file === '-' ? await work() : await withFileLock(file, work)
      return { document: updateReport(outcome), text: () => updateText(outcome) }
    } finally {
      close()
    }
  },
})

/** Reads, computes and measures everything first, and writes at the end: what fails before that has changed no file. */
async function updated(path: string, options: Options, runtime: Runtime, around: Surroundings): Promise<UpdateOutcome> {
  const { out, statistics: file, metrics } = options
  const start = performance.now()
  const known = await readStatistics(path)
  const valid = options.valid === undefined ? undefined : await readData(options.valid, options, around)
  const sums = await changed(options.empty ? emptied(known) : known, options, runtime, around)
  const made = out === undefined ? undefined : { result: fitted(sums, options, valid, runtime, around), out }
  const onValid = made && valid && evaluate(made.result.model, valid, { metrics }, runtime)
  // Fitted anew with the same options, for the page: statistics have no model of their own.
  const modelBefore = () =>
    known.lists > 0 && !options.empty && { before: fitted(known, options, valid, runtime, { ...around, note: () => {} }).model }
  const { outputs } = around
  if (file !== undefined) await writeStatistics(sums, file, { outputs })
  if (made !== undefined) {
    const { model } = made.result
    await writeModel(model, made.out, { outputs })
    const measured = valid && { lists: valid, listsAre: 'the validation lists', metrics }
    const subject = () => ({ kind: 'model' as const, name: fileTitle(made.out), model, ...measured, ...modelBefore() })
    await addReport(options.report, subject, around, runtime)
  }
  await outputs.commit() // while the lock is held
  const seconds = (performance.now() - start) / 1000
  return { sums, seconds, ...(file !== undefined && { file }), ...(made && { made }), ...(onValid && { onValid }) }
}

/** No option is taken and then not used. */
function requireFittingOptions({ out, statistics, lambda, valid, uncertainty }: Options): void {
  if (out === undefined && statistics === undefined)
    throw new UsageError('Say where the result goes: --statistics FILE, --out MODEL, or both.')
  if (out === undefined && (lambda !== undefined || valid !== undefined || uncertainty))
    throw new UsageError('--lambda, --valid and --uncertainty go with --out.')
}

/** The model of all lists. */
function fitted(
  sums: LeastSquaresStatistics,
  { lambda, earlyStop, uncertainty }: Options,
  valid: RankingLists | undefined,
  runtime: Runtime,
  around: Surroundings,
): ElmRankResult {
  const asked = {
    ...(lambda !== undefined && { lambda }),
    ...(valid && lambda === undefined && { earlyStop }),
    uncertainty,
    ...(valid && { valid }),
  }
  const result = finish(elmFromStatistics(sums, asked, runtime), around.progress)
  for (const note of result.notes) around.note(`note: ${note}`)
  return result
}

async function changed(
  known: LeastSquaresStatistics,
  options: Options,
  runtime: Runtime,
  around: Surroundings,
): Promise<LeastSquaresStatistics> {
  const sumsOf = async (path: string) => {
    const { lists, notes } = matchFeatures(known.space, await readData(path, options, around))
    for (const note of notes) around.note(`note: ${note}`)
    return finish(hiddenStatistics(known.space, lists, runtime), around.progress)
  }
  let sums = known
  const add = (path: string, more: LeastSquaresStatistics) => {
    const common = commonLists(sums, more)
    sums = mergeStatistics(sums, more)
    if (common > 0)
      around.note(`note: ${path}: ${common} of ${counted(more.lists, 'list')} were in the statistics already; they count twice now`)
  }
  for (const path of options.merge ?? []) add(path, await readStatistics(path))
  for (const path of options.add ?? []) add(path, await sumsOf(path))
  for (const path of options.remove ?? []) sums = removeStatistics(sums, await sumsOf(path))
  return sums
}

function updateText({ sums, seconds, file, made, onValid }: UpdateOutcome): string {
  const { lists, rows } = sums
  const sections = [
    `${counted(lists, 'list')}, ${counted(rows, 'row')}, ${secondsText(seconds)}`,
    ...(made === undefined ? [] : tunedLines(made.result.model)),
    ...(onValid === undefined ? [] : [`On the validation lists:\n${metricTable(onValid)}`]),
    ...(file === undefined ? [] : [`Statistics written to ${file}`]),
    ...(made === undefined ? [] : [`Model written to ${made.out}`]),
  ]
  return `${sections.join('\n\n')}\n`
}
