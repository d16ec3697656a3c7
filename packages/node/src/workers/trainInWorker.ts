import type { MethodName, ModelOf, RankingLists, TrainerResult, TrainOptionsOf } from '@rankwright/core'
import { askToTrain, type TrainInWorkerOptions as CommonOptions } from '@rankwright/workers'
import { startThread } from './startThread.ts'

export interface TrainInWorkerOptions extends CommonOptions {
  /** Threads of the numeric primitives; the result is the same for any number. */
  readonly threads?: number
}

/** Trains in a worker thread, so that this thread stays free, and gives what the trainer gives. */
export function trainInWorker<Name extends MethodName>(
  lists: RankingLists,
  options: TrainOptionsOf<Name>,
  { threads = 1, ...how }: TrainInWorkerOptions = {},
): Promise<TrainerResult<ModelOf<Name>>> {
  return askToTrain(startThread, lists, options, threads, how)
}

/** As `train`, without holding up this thread. */
export async function trainAsync<Name extends MethodName>(
  lists: RankingLists,
  options: TrainOptionsOf<Name>,
  how: TrainInWorkerOptions = {},
): Promise<ModelOf<Name>> {
  return (await trainInWorker(lists, options, how)).model
}
