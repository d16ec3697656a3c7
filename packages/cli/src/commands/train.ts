import {
  type AnyTrainOptions,
  evaluate,
  finish,
  type LeaveListOutOptions,
  type LeaveListOutReport,
  leavingListsOut,
  type MethodName,
  methods,
  type RankingLists,
  RankwrightError,
  type TrainerResult,
  training,
} from '@rankwright/core'
import { dataGuards } from '@rankwright/core/data'
import { parseMetric } from '@rankwright/core/metrics'
import { type TrainOutcome, type TrainReport, trainReport } from '@rankwright/core/reports'
import type { ElmRankResult } from '@rankwright/core/trainers'
import { readModel, readPreferences, writeModel, writeStatistics } from '@rankwright/node'
import { columnTable, isWorthTelling } from '../columnTable.ts'
import { type Answer, command } from '../command.ts'
import { readData, ToldColumns, tellGuards, trainingTable } from '../data.ts'
import { engineText } from '../engines.ts'
import { leaderboardText } from '../leaderboardText.ts'
import { trainVariants } from '../methodVariants.ts'
import { readingAlike, tableReading } from '../modelColumns.ts'
import { calibrationLines, tunedLines } from '../modelPage.ts'
import { openRuntime } from '../openRuntime.ts'
import { refuseIdleCompute } from '../refuseIdleCompute.ts'
import { addReport, fileTitle } from '../reporting.ts'
import { counted, decimals, readable, seconds as secondsText } from '../terminal/numbers.ts'
import { textTable } from '../terminal/textTable.ts'
import { trainOptions } from '../trainOptions.ts'
import { UsageError } from '../usageError.ts'
import { metricTable } from './evaluate.ts'

export const train = command({
  summary: 'Fit a ranker to labelled lists.',
  inputs: { data: { doc: 'Labelled lists to learn from: files, folders of them, or patterns.', some: true } },
  options: trainOptions,
  variants: trainVariants(),
  usage: ['DATA… --out MODEL', 'DATA… --method METHOD --out MODEL'],
  example:
    'rankwright train train.txt --out model.json\nrankwright train S1.txt S2.txt S3.txt --method listnet --valid S4.txt --out model.json',
  reads: ['data', 'valid', 'preferences', 'start', 'schema'],
  data: { data: 'train', valid: 'vali' },
  writes: {
    out: 'model',
    statistics: 'statistics',
    report: 'report',
    // Answers are added to it as they come; here it is only compared with the others.
    checkpoint: (path) => {
      if (path === '-')
        throw new UsageError('--checkpoint is read and written again, so it cannot be standard output; give the name of a file.')
      return [{ path, holds: 'anything' }]
    },
  },
  async run(words, around): Promise<Answer<TrainReport>> {
    const { data, options, given, variantOptions } = words
    const { method, out, metrics, leaveListOut } = options
    const { outputs } = around
    for (const name of [...metrics, ...(leaveListOut ?? [])]) parseMetric(name) // report a misspelt name before training
    refuseIdleCompute(method, variantOptions, options.compute)
    if (options.engine !== undefined) {
      const { trainOnEngine } = await import('../trainOnEngine.ts')
      const { outcome, afterwards } = await trainOnEngine(options.engine, words, around)
      return { document: trainReport(outcome), text: () => trainingText(outcome), afterwards }
    }
    if (options.checkpoint !== undefined)
      throw new UsageError('--checkpoint is for trainings with --engine: leave it out, or give an engine.')
    const { runtime, close } = openRuntime(options, around) // first, so that what is missing here is told before the data is read
    try {
      const from = options.start === undefined ? undefined : await readModel(options.start)
      const told = new ToldColumns()
      const table = { ...(await trainingTable(given)), ...(from && tableReading(from)), onColumns: told.onColumns }
      const read = await readData(data, options, around, {
        ...table,
        unlabelled: options.preferences !== undefined,
        keepCells: method === 'auto' && options.valid === undefined, // encoders are fitted in each fold
      })
      const lists = options.preferences === undefined ? read : await readPreferences(options.preferences, read)
      const { encoders } = lists
      if (encoders !== undefined && options.statistics !== undefined)
        throw new UsageError('--statistics is for tables of plain numbers: leave it out, or name the columns to use with --features.')
      const same = readingAlike(lists, table)
      const valid = options.valid === undefined ? undefined : await readData(options.valid, options, around, same)
      if (options.preferences === undefined) tellGuards(dataGuards(lists, told.label, valid), around)
      if (leaveListOut !== undefined) requireClosedForm(method as MethodName, lists, variantOptions)
      const start = performance.now()
      const asked = { ...variantOptions, method, ...(valid && { valid }), ...(from && { start: from }) } as AnyTrainOptions
      // This command has a thread to itself, so the trainer may keep it busy.
      const result = finish(training(lists, asked, runtime), around.progress)
      const seconds = (performance.now() - start) / 1000
      const leftOut =
        leaveListOut === undefined
          ? undefined
          : finish(
              leavingListsOut(lists, { ...leftOutOptions(result.model, variantOptions), metrics: leaveListOut }, runtime),
              around.progress,
            )
      await writeModel(result.model, out, { outputs })
      if (options.statistics !== undefined) await writeStatistics((result as ElmRankResult).statistics, options.statistics, { outputs })
      around.progress({ stage: 'measuring', done: 0 })
      const onTrain = evaluate(result.model, lists, { metrics }, runtime)
      const onValid = valid && evaluate(result.model, valid, { metrics }, runtime)
      for (const note of result.notes) around.note(`note: ${note}`)
      const listsAre = valid === undefined ? 'the lists that it was trained on' : 'the validation lists'
      const measured = { lists: valid ?? lists, listsAre, train: lists, metrics }
      await addReport(options.report, () => ({ kind: 'model', name: fileTitle(out), model: result.model, ...measured }), around, runtime)
      const outcome = {
        method,
        result,
        seconds,
        onTrain,
        ...(onValid && { onValid }),
        ...(leftOut && { leftOut }),
        ...(told.columns && { columns: told.columns }),
        out,
      }
      return { document: trainReport(outcome), text: () => trainingText(outcome) }
    } finally {
      close()
    }
  },
})

/** Before anything is trained. */
function requireClosedForm(method: MethodName, lists: RankingLists, options: Readonly<Record<string, unknown>>): void {
  const row = methods[method]
  const reason = 'leftOut' in row ? row.leftOut.refusal(lists, options) : undefined
  if (reason !== undefined) throw new RankwrightError({ area: 'model', code: 'no-closed-form', method, reason })
}

/** The options of the training, with what it chose: width and steepness of the model, and every penalty if it chose one. */
function leftOutOptions(model: TrainerResult['model'], { earlyStop: _, ...given }: Readonly<Record<string, unknown>>): LeaveListOutOptions {
  const { method, options } = model
  const chosen = Object.fromEntries(['kernelWidth', 'steepness'].flatMap((name) => (name in options ? [[name, options[name]]] : [])))
  return { ...given, ...chosen, method } as LeaveListOutOptions
}

function trainingText({ result, seconds, onTrain, onValid, leftOut, columns, engine, out }: TrainOutcome): string {
  const { model, iterations, objective } = result
  const sections = [
    ...(columns !== undefined && (model.encoders !== undefined || isWorthTelling(columns)) ? [columnTable(columns)] : []),
    `${model.method} on ${counted(model.training.lists, 'list')}, ${counted(model.training.rows, 'row')}: ${counted(iterations, 'iteration')}, ${secondsText(seconds)}, objective ${readable(objective, 6)}`,
    ...(engine === undefined ? [] : [engineText(engine)]),
    ...(model.training.auto === undefined ? tunedLines(model) : [leaderboardText(model.training.auto)]),
    ...calibrationLines(model),
    `On the training lists:\n${metricTable(onTrain)}`,
    ...(onValid === undefined ? [] : [`On the validation lists:\n${metricTable(onValid)}`]),
    ...(leftOut === undefined ? [] : [leftOutText(leftOut, model)]),
    `Model written to ${out}`,
  ]
  return `${sections.join('\n\n')}\n`
}

/** A line for each penalty; the one of the model is marked, and the best of each metric. */
function leftOutText({ penalties, best }: LeaveListOutReport, { options }: TrainerResult['model']): string {
  const names = Object.keys(penalties[0].metrics)
  const rows = penalties.map(({ lambda, metrics }) => [
    readable(lambda),
    ...names.map((name) => decimals(metrics[name])),
    [
      ...(lambda === options['lambda'] ? ['of the model'] : []),
      ...names.flatMap((name) => (lambda === best[name] ? [`best ${name}`] : [])),
    ].join(', '),
  ])
  const alignments = ['right', ...names.map(() => 'right' as const), 'left'] as const
  return `Each training list by the fit on all others:\n${textTable(['lambda', ...names, ''], alignments, rows)}`
}
