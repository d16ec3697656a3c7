import { refuseArgument } from '../../arguments/refuseArgument.ts'
import { count, fields, type Shape, texts } from '../../arguments/shapes.ts'
import type { TableEncoders } from '../../data/encoders/tableEncoders.ts'
import type { FeatureMap } from '../../data/features/featureMap.ts'
import { greatestFeature } from '../../data/lists/featureNumbers.ts'
import type { Grades } from '../../data/lists/gradesRule.ts'
import type { SeenRecord } from '../../data/lists/seenLists.ts'
import type { SideColumns } from '../../data/lists/sideColumns.ts'
import type { Calibration } from '../../rules/calibration.ts'
import type { ChosenRule } from './abstentionRule.ts'
import type { AutoRecord } from './autoRecord.ts'
import type { MetLosses } from './metLosses.ts'
import type { OptionValue } from './optionValue.ts'

/** What every kind that scores the rows of lists states about itself. */
export interface ListCommon {
  readonly method: string
  /** The options the method ran with, defaults and tuned values included. */
  readonly options: Readonly<Record<string, OptionValue>>
  /** Names of the features where the training data had them, else how many there are. */
  readonly features: readonly string[] | number
  /** What a difference of two scores is worth; only where it was measured on labelled lists. */
  readonly calibration?: Calibration
  /** What `rank` leaves undecided, if a rule was chosen. */
  readonly abstention?: ChosenRule
  /** How the cells of a table become the features, where some are not plain numbers. */
  readonly encoders?: TableEncoders
  /** How labels become the grades that it was trained on, where the data has others. */
  readonly grades?: Grades
  /** The columns that the weights of lists and the places of items were read from. */
  readonly sideColumns?: SideColumns
}

/** What every model states that was trained on lists by a method. */
export interface TrainedCommon extends ListCommon {
  readonly training: TrainingRecord
}

/** What every trained model states whose rows go through a feature map first. */
export interface MappedCommon extends TrainedCommon {
  readonly featureMap: FeatureMap
}

/**
 * What a model takes for a missing value: 0, the mean of the feature, or a branch that only missing values take. `by-member`: members of an
 * ensemble differ in it.
 */
export type MissingValues = 'zero' | 'mean' | 'own-branch' | 'by-member'

/** How a model was trained, as certificates need it. No times: the same training gives the same record. */
export interface TrainingRecord {
  readonly lists: number
  readonly rows: number
  /** Fingerprint of the training data. */
  readonly data: string
  /** Fingerprint of the validation data, when there was any. */
  readonly valid?: string
  /** Fingerprint of the model that training started from, when there was one; its feature map was kept. */
  readonly start?: string
  /** The lists had weights. */
  readonly weighted?: true
  /** Names of the options that the caller gave, and `features` if columns were chosen; the others are defaults or were tuned. */
  readonly given: readonly string[]
  /** Names of the options whose values were computed from the training lists. */
  readonly fitted?: readonly string[]
  readonly tuned: readonly TunedOption[]
  readonly iterations: number
  readonly objective: number
  /** How far from optimal, on the trainer's own scale: for smooth convex objectives, the relative norm of the gradient. */
  readonly optimality: number
  /**
   * `exact`: the same bits on every machine, build and number of threads. `relaxed`: fused arithmetic of the machine it was trained on.
   * `native`: the dense algebra of `library`.
   */
  readonly arithmetic: 'exact' | 'relaxed' | 'native'
  /** Name and version of the library behind `native`. */
  readonly library?: string
  /** What single held-out lists are compared with; absent where the model was not trained here. */
  readonly seen?: SeenRecord
  /** Of a method that meets each list once before it learns from it, from zero weights and with lists that count the same. */
  readonly met?: MetLosses
  /** Where the method itself was chosen by measuring. */
  readonly auto?: AutoRecord
  /** The models that `retrain` has replaced, the oldest first, each with the comparison that the next one had to pass. */
  readonly earlier?: readonly EarlierModel[]
}

/** A model that was trained again on other data. */
export interface EarlierModel {
  /** Fingerprints of the model and of its training data, and how much there was of it. */
  readonly model: string
  readonly data: string
  readonly lists: number
  readonly rows: number
  /** The metric of the next model minus that of this one, on lists that neither was trained on. */
  readonly metric: string
  readonly delta: number
  /** Absent where nothing was tested. */
  readonly interval?: readonly [number, number]
  readonly heldOut: number
}

export interface TunedOption {
  readonly option: string
  /** On validation data, or on the training lists themselves: by cross-validation, each list or each item by the fit on all others, or by a criterion that leaves none out. */
  readonly on: 'valid' | 'folds' | 'left-out lists' | 'left-out items' | 'training lists'
  readonly metric: string
  readonly tried: readonly (number | string)[]
  /** Where the values tried came from, unless they are the same for all data: given by hand, or computed from the training lists. */
  readonly triedFrom?: 'given' | 'fitted'
  /** What the metric was for each; with several options tuned together, the best with this value of the option. */
  readonly values: readonly number[]
}

const howMany = count()

/** Names of features, or how many there are. */
export const featuresShape: Shape = (argument, value) => {
  if (typeof value !== 'number') texts(argument, value)
  else if (value > greatestFeature) refuseArgument(argument, value, `at most ${greatestFeature} features`)
  else howMany(argument, value)
}

/** What has features: a model, or a part of it that says which it reads. */
export const withFeatures: Shape = fields({ features: featuresShape }, 'a model, or another object with features')

/** Number of features the model reads. */
export function featureCount(model: Pick<ListCommon, 'features'>): number {
  withFeatures('model', model)
  return typeof model.features === 'number' ? model.features : model.features.length
}

/**
 * What a model knows of the margins of some lists, beside its scores: how far the true margins may lie from them. Nothing is known of single
 * scores, because lists may have levels of their own, which comparing the items of a list cannot tell.
 */
export interface MarginUncertainty {
  /** For pairs of rows of the same list, pairs[2i] and pairs[2i + 1]: the standard deviation of the margin, given what the model was trained on. */
  deviations(pairs: Uint32Array): Float64Array
  /** The variance of labels around true scores, which remains with any amount of training data. */
  readonly noise: number
}
