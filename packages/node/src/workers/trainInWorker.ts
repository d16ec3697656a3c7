import type { AnyTrainOptions, AutoTrainOptions, MethodName, ModelOf, RankingLists, TrainerResult, TrainOptionsOf } from '@rankwright/core'
import { options as optionsShape } from '@rankwright/core/arguments'
import type { TrainedModel } from '@rankwright/core/models'
import {
  askToTrain,
  type TrainInWorkerOptions as CommonOptions,
  type ComputeChoice,
  threadCount,
  trainInWorkerShapes,
} from '@rankwright/workers'
import { computeShape } from './runtimeFor.ts'
import { startThread } from './startThread.ts'

export interface TrainInWorkerOptions extends CommonOptions {
  /** Threads of the numeric primitives; the result is the same for any number. */
  readonly threads?: number
  /** As for `runtimeFor`. */
  readonly compute?: ComputeChoice
}

/** Trains in a worker thread, so that this thread stays free, and gives what the trainer gives. */
export async function trainInWorker(lists: RankingLists, options: AutoTrainOptions, how?: TrainInWorkerOptions): Promise<TrainerResult>
export async function trainInWorker<Name extends MethodName>(
  lists: RankingLists,
  options: TrainOptionsOf<Name>,
  how?: TrainInWorkerOptions,
): Promise<TrainerResult<ModelOf<Name>>>
export async function trainInWorker(lists: RankingLists, options: AnyTrainOptions, how: TrainInWorkerOptions = {}): Promise<TrainerResult> {
  optionsShape({ ...trainInWorkerShapes, threads: threadCount, compute: computeShape })('how', how)
  const { threads = 1, compute, ...rest } = how
  return askToTrain(startThread, lists, options, threads, rest, compute)
}

/** As `train`, without holding up this thread. */
export async function trainAsync(lists: RankingLists, options: AutoTrainOptions, how?: TrainInWorkerOptions): Promise<TrainedModel>
export async function trainAsync<Name extends MethodName>(
  lists: RankingLists,
  options: TrainOptionsOf<Name>,
  how?: TrainInWorkerOptions,
): Promise<ModelOf<Name>>
export async function trainAsync(lists: RankingLists, options: AnyTrainOptions, how: TrainInWorkerOptions = {}): Promise<TrainedModel> {
  return (await trainInWorker(lists, options as AutoTrainOptions, how)).model
}
