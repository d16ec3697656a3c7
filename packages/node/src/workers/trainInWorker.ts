import type { MethodName, ModelOf, RankingLists, TrainerResult, TrainOptionsOf } from '@rankwright/core'
import { options as optionsShape } from '@rankwright/core/arguments'
import { askToTrain, type TrainInWorkerOptions as CommonOptions, threadCount, trainInWorkerShapes } from '@rankwright/workers'
import { startThread } from './startThread.ts'

export interface TrainInWorkerOptions extends CommonOptions {
  /** Threads of the numeric primitives; the result is the same for any number. */
  readonly threads?: number
}

/** Trains in a worker thread, so that this thread stays free, and gives what the trainer gives. */
export async function trainInWorker<Name extends MethodName>(
  lists: RankingLists,
  options: TrainOptionsOf<Name>,
  how: TrainInWorkerOptions = {},
): Promise<TrainerResult<ModelOf<Name>>> {
  optionsShape({ ...trainInWorkerShapes, threads: threadCount })('how', how)
  const { threads = 1, ...rest } = how
  return askToTrain(startThread, lists, options, threads, rest)
}

/** As `train`, without holding up this thread. */
export async function trainAsync<Name extends MethodName>(
  lists: RankingLists,
  options: TrainOptionsOf<Name>,
  how: TrainInWorkerOptions = {},
): Promise<ModelOf<Name>> {
  return (await trainInWorker(lists, options, how)).model
}
