import type { ModelOf, RankingLists, TrainerResult, TrainOptions } from '@rankwright/core'
import { askToTrain, type TrainInWorkerOptions as CommonOptions } from '@rankwright/workers'
import { type OwnWorker, pageWorkers } from './pageWorkers.ts'

export interface TrainInWorkerOptions extends CommonOptions, OwnWorker {}

/** Trains in a worker, so that the page stays responsive, and gives what the trainer gives. */
export function trainInWorker(
  lists: RankingLists,
  options: TrainOptions,
  { worker, ...how }: TrainInWorkerOptions = {},
): Promise<TrainerResult> {
  return askToTrain(pageWorkers({ worker }), lists, options, 1, how)
}

/** As `train`, without holding up the page. */
export async function trainAsync<Options extends TrainOptions>(
  lists: RankingLists,
  options: Options,
  how: TrainInWorkerOptions = {},
): Promise<ModelOf<Options['method']>> {
  return (await trainInWorker(lists, options, how)).model as ModelOf<Options['method']>
}
