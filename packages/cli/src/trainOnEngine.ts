import { type AnyTrainOptions, finishLater, type ListModel, training } from '@rankwright/core'
import { evaluateHeld } from '@rankwright/core/evaluation'
import type { TrainOutcome } from '@rankwright/core/reports'
import { guardsHeld } from '@rankwright/core/runtime'
import type { ElmRankResult } from '@rankwright/core/trainers'
import { checkpointedParts } from '@rankwright/engines'
import { readModel, writeModel, writeStatistics } from '@rankwright/node'
import type { Surroundings } from './command.ts'
import { ToldColumns, tellGuards, trainingTable } from './data.ts'
import { refuseWithEngine, requireSums, withEngine } from './engines.ts'
import { readingAlike, tableReading } from './modelColumns.ts'
import { openRuntime } from './openRuntime.ts'
import { counted } from './terminal/numbers.ts'
import type { TrainGiven } from './trainOptions.ts'
import { UsageError } from './usageError.ts'

interface TrainedOnEngine {
  readonly outcome: TrainOutcome
  /** To be called when the model is in its place: its checkpoint is of no more use. */
  afterwards(): void
}

/** `train` on lists that an engine has packed. */
export async function trainOnEngine(
  engineName: string,
  { data, options, given, variantOptions }: TrainGiven,
  outer: Surroundings,
): Promise<TrainedOnEngine> {
  const { method, out, metrics, threads } = options
  refuseWithEngine(options, { preferences: '--preferences', leaveListOut: '--leave-list-out', report: '--report' })
  if (options.compute !== 'portable') throw new UsageError('With --engine the bits are the same everywhere: leave --compute out.')
  requireSums((lists) => training(lists, { ...variantOptions, method, ...(options.valid && { valid: lists }) } as AnyTrainOptions))
  const { runtime, close } = openRuntime(options, outer)
  try {
    return await withEngine(engineName, threads, outer, async (engine, around) => {
      const from = options.start === undefined ? undefined : await readModel(options.start)
      const told = new ToldColumns()
      const table = { ...(await trainingTable(given)), ...(from && tableReading(from)), onColumns: told.onColumns }
      const { parts, lists } = await engine.pack(data, options, table)
      const checkpoint = options.checkpoint === undefined ? undefined : checkpointedParts(parts, options.checkpoint)
      if (checkpoint !== undefined && checkpoint.known > 0)
        around.note(`note: ${counted(checkpoint.known, 'answer')} of an earlier run found in ${options.checkpoint}`)
      const { encoders } = lists
      if (encoders !== undefined && options.statistics !== undefined)
        throw new UsageError('--statistics is for tables of plain numbers: leave it out, or name the columns to use with --features.')
      const same = readingAlike(lists, table)
      const valid = options.valid === undefined ? undefined : (await engine.pack(options.valid, options, same)).lists
      const asking = checkpoint?.lists ?? lists
      tellGuards(await finishLater(guardsHeld(asking, told.label, valid)), around)
      const start = performance.now()
      const asked = { ...variantOptions, method, ...(valid && { valid }), ...(from && { start: from }) } as AnyTrainOptions
      const result = await finishLater(training(asking, asked, runtime), around.progress)
      const seconds = (performance.now() - start) / 1000
      await writeModel(result.model, out, { outputs: around.outputs })
      if (options.statistics !== undefined)
        await writeStatistics((result as ElmRankResult).statistics, options.statistics, { outputs: around.outputs })
      around.progress({ stage: 'measuring', done: 0 })
      const model = result.model as ListModel
      const onTrain = await finishLater(evaluateHeld(model, lists, { metrics }, runtime))
      const onValid = valid && (await finishLater(evaluateHeld(model, valid, { metrics }, runtime)))
      for (const note of result.notes) around.note(`note: ${note}`)
      const outcome = {
        method,
        result,
        seconds,
        onTrain,
        ...(onValid && { onValid }),
        ...(told.columns && { columns: told.columns }),
        engine: engine.report(parts),
        out,
      }
      return { outcome, afterwards: () => checkpoint?.remove() }
    })
  } finally {
    close()
  }
}
