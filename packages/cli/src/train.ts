import {
  type AnyTrainOptions,
  type AutoTrainOptions,
  training as coreTraining,
  finish,
  type MethodName,
  type ModelOf,
  type RankingLists,
  type Runtime,
  type TrainOptionsOf,
} from '@rankwright/core'
import type { TrainedModel } from '@rankwright/core/models'
import { runtimeFor } from '@rankwright/node'

/** `train` of the core on the WebAssembly build of the numeric primitives: quicker, with the same bits. */
export function train(lists: RankingLists, options: AutoTrainOptions, runtime?: Runtime): TrainedModel
export function train<Name extends MethodName>(lists: RankingLists, options: TrainOptionsOf<Name>, runtime?: Runtime): ModelOf<Name>
export function train(lists: RankingLists, options: AnyTrainOptions, runtime?: Runtime): TrainedModel {
  if (runtime !== undefined) return finish(coreTraining(lists, options, runtime)).model
  const open = runtimeFor()
  try {
    return finish(coreTraining(lists, options, open.runtime)).model
  } finally {
    open.close()
  }
}
