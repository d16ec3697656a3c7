import { calibrated } from '../abstention/calibration/calibrated.ts'
import { requireObject } from '../arguments/requireKind.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { kindOf } from '../models/kinds.ts'
import type { LinearModel } from '../models/linear/linear.ts'
import type { TrainedModel } from '../models/model.ts'
import type { TreesModel } from '../models/trees/trees.ts'
import type { OptionsOf } from '../options/optionTable.ts'
import { refuseOption } from '../options/refuseOption.ts'
import { resolveUncheckedOptions } from '../options/resolveOptions.ts'
import { besideOthers, plainRuntime, type Runtime, requireRuntime } from '../runtime/runtime.ts'
import { finish, type Training } from '../runtime/training.ts'
import { autoOptions } from '../trainers/common/autoOptions.ts'
import type { TrainerResult } from '../trainers/common/trainerResult.ts'
import { type Method, type MethodName, methodNames, methodOf, type methods, startingMethods } from '../trainers/methods.ts'
import { requireTrainingLists, type TrainingLists } from '../work/heldLists.ts'
import { heldBy } from '../work/localLists.ts'
import { type AutoOptions, autoTraining } from './auto/autoTraining.ts'
import { requireSplitCategories } from './requireSplitCategories.ts'

/** A method, its options, validation lists if there are any, and a model to start from for methods that take one. */
export type TrainOptions<Lists extends TrainingLists = RankingLists> = {
  [Name in MethodName]: { readonly method: Name; readonly valid?: Lists; readonly start?: StartOf<Name> } & OptionsOf<
    (typeof methods)[Name]['options']
  >
}[MethodName]

/** The same for `auto`, which chooses a method by measuring: what is meant without a method. */
export type AutoTrainOptions<Lists extends TrainingLists = RankingLists> = {
  readonly method?: 'auto'
  readonly valid?: Lists
  readonly start?: never
} & OptionsOf<typeof autoOptions>

/** Options of a method, or of `auto`. */
export type AnyTrainOptions<Lists extends TrainingLists = RankingLists> = TrainOptions<Lists> | AutoTrainOptions<Lists>

/** A method, or `auto`. */
export type TrainName = MethodName | 'auto'

export const trainNames: readonly TrainName[] = ['auto', ...methodNames]

/** What a method can start from. */
type StartOf<Name extends MethodName> = Name extends 'lambdamart' ? TreesModel : LinearModel

/** The options of a method of this name, as a parameter: the name is inferred from them. */
export type TrainOptionsOf<Name extends MethodName> = TrainOptions & { readonly method: Name }

/** The kind of model that a method makes. */
export type ModelOf<Name extends MethodName> =
  ReturnType<(typeof methods)[Name]['train']> extends Generator<unknown, infer Result extends TrainerResult, unknown>
    ? Result['model']
    : never

/** Throws unless these are a method and options of it, with lists and a model that are in order. */
export function requireTrainOptions(options: unknown): asserts options is AnyTrainOptions<TrainingLists> {
  requireObject('options', options, 'an object with a method and its options')
  const { method = 'auto', valid, start, ...rest } = options as Partial<AnyTrainOptions<TrainingLists>>
  resolveUncheckedOptions(method === 'auto' ? autoOptions : methodIn(method).options, rest)
  if (valid !== undefined) requireTrainingLists(valid, 'options.valid')
  if (start === undefined) return
  kindOf(start)
  if (method === 'auto' || methodOf(method).takesStart !== true) refuseOption('start', `the methods ${startingMethods.join(', ')}`)
}

/** The row of a method; the message of a wrong name lists `auto`, too. */
function methodIn(name: string): Method {
  return methodOf(name, trainNames)
}

/** Trains a model and returns it. Without a method, `auto` chooses one by measuring. The compute build of the runtime changes how long that takes, not the result. */
export function train(lists: RankingLists, options: AutoTrainOptions, runtime?: Runtime): TrainedModel
export function train<Name extends MethodName>(lists: RankingLists, options: TrainOptionsOf<Name>, runtime?: Runtime): ModelOf<Name>
export function train(lists: RankingLists, options: AnyTrainOptions, runtime: Runtime = plainRuntime): TrainedModel {
  return finish(training(lists, options, runtime)).model
}

/** The model with what is needed to read other data as its lists were read. */
export function asRead<Kind extends TrainerResult['model']>(model: Kind, { encoders, grades, sideColumns }: TrainingLists): Kind {
  const read = { ...(encoders && { encoders }), ...(grades && { grades }), ...(sideColumns && { sideColumns }) }
  return Object.keys(read).length === 0 ? model : { ...model, ...read }
}

/**
 * The same step by step: yields after each block of work, and returns how it went. The lists may be held elsewhere. Validation lists also
 * calibrate the scores of the model, see `Calibration`.
 */
export function* training(
  lists: TrainingLists,
  options: AnyTrainOptions<TrainingLists>,
  runtime: Runtime = plainRuntime,
): Training<TrainerResult> {
  requireTrainingLists(lists)
  requireTrainOptions(options)
  requireRuntime(runtime)
  const { method = 'auto', ...rest } = options
  requireSplitCategories(method, lists)
  const trained = yield* method === 'auto'
    ? autoTraining(lists, rest as AutoOptions, runtime)
    : methodOf(method).train(lists, rest, runtime)
  const result = { ...trained, model: asRead(trained.model, lists) }
  if (rest.valid === undefined) return result
  yield { stage: 'calibrating', done: 0 }
  const own = besideOthers(runtime)
  const mark = own.compute.mark()
  try {
    return { ...result, model: yield* calibrated(result.model, heldBy(rest.valid, own)) }
  } finally {
    own.compute.release(mark)
  }
}
