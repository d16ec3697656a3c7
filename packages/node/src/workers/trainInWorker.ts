import type { ModelOf, RankingLists, TrainerResult, TrainOptions } from '@rankwright/core'
import { askToTrain, type TrainInWorkerOptions as CommonOptions } from '@rankwright/workers'
import { startThread } from './startThread.ts'

export interface TrainInWorkerOptions extends CommonOptions {
  /** Threads of the numeric primitives; the result is the same for any number. */
  readonly threads?: number
}

/** Trains in a worker thread, so that this thread stays free, and gives what the trainer gives. */
export function trainInWorker(
  lists: RankingLists,
  options: TrainOptions,
  { threads = 1, ...how }: TrainInWorkerOptions = {},
): Promise<TrainerResult> {
  return askToTrain(startThread, lists, options, threads, how)
}

/** As `train`, without holding up this thread. */
export async function trainAsync<Options extends TrainOptions>(
  lists: RankingLists,
  options: Options,
  how: TrainInWorkerOptions = {},
): Promise<ModelOf<Options['method']>> {
  return (await trainInWorker(lists, options, how)).model as ModelOf<Options['method']>
}
