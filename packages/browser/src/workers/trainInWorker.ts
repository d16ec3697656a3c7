import type { AnyTrainOptions, AutoTrainOptions, MethodName, ModelOf, RankingLists, TrainerResult, TrainOptionsOf } from '@rankwright/core'
import { callback, options as optionsShape } from '@rankwright/core/arguments'
import type { TrainedModel } from '@rankwright/core/models'
import { askToTrain, type TrainInWorkerOptions as CommonOptions, trainInWorkerShapes } from '@rankwright/workers'
import { type OwnWorker, pageWorkers } from './pageWorkers.ts'

export interface TrainInWorkerOptions extends CommonOptions, OwnWorker {}

/** Trains in a worker, so that the page stays responsive, and gives what the trainer gives. */
export async function trainInWorker(lists: RankingLists, options: AutoTrainOptions, how?: TrainInWorkerOptions): Promise<TrainerResult>
export async function trainInWorker<Name extends MethodName>(
  lists: RankingLists,
  options: TrainOptionsOf<Name>,
  how?: TrainInWorkerOptions,
): Promise<TrainerResult<ModelOf<Name>>>
export async function trainInWorker(lists: RankingLists, options: AnyTrainOptions, how: TrainInWorkerOptions = {}): Promise<TrainerResult> {
  optionsShape({ ...trainInWorkerShapes, worker: callback })('how', how)
  const { worker, ...rest } = how
  return askToTrain(pageWorkers({ worker }), lists, options, 1, rest)
}

/** As `train`, without holding up the page. */
export async function trainAsync(lists: RankingLists, options: AutoTrainOptions, how?: TrainInWorkerOptions): Promise<TrainedModel>
export async function trainAsync<Name extends MethodName>(
  lists: RankingLists,
  options: TrainOptionsOf<Name>,
  how?: TrainInWorkerOptions,
): Promise<ModelOf<Name>>
export async function trainAsync(lists: RankingLists, options: AnyTrainOptions, how: TrainInWorkerOptions = {}): Promise<TrainedModel> {
  return (await trainInWorker(lists, options as AutoTrainOptions, how)).model
}
