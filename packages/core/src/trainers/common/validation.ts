import type { FeatureMap } from '../../data/features/featureMap.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { meanOverLists, measureKnown } from '../../metrics/measureLists.ts'
import { matchFeatures } from '../../models/common/matchFeatures.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import type { HeldLists } from '../../work/heldLists.ts'
import { matchHeld } from '../../work/matchHeld.ts'
import type { ScoredFunctions } from '../../work/passes/scoredFunctions.ts'
import { requireRows, sizeOf } from './requirements.ts'

/** Validation lists with the features of the model, to measure many scores on. */
export interface ValidationLists {
  readonly lists: RankingLists
  readonly notes: readonly string[]
  /** The mean of the metric; NaN where no list counts. */
  measure(scores: Float64Array): number
}

export function validationLists(
  valid: RankingLists,
  features: readonly string[] | number,
  metric: string,
  { compute }: Runtime,
): ValidationLists {
  const { lists, notes } = matchFeatures({ features }, requireRows(valid))
  return {
    lists,
    notes: notes.map((note) => `validation: ${note}`),
    measure: (scores) => meanOverLists(measureKnown(scores, lists, { metrics: [metric] }, compute).values[0], lists.listWeights),
  }
}

/** Validation lists, to measure many functions on. */
export interface FunctionValidation {
  readonly notes: readonly string[]
  /** The mean of the metric for each function; NaN where no list counts. */
  measure(functions: ScoredFunctions): Training<readonly number[]>
}

export function* functionValidation(valid: HeldLists, features: readonly string[] | number, metric: string): Training<FunctionValidation> {
  const { greatestLabel } = yield* sizeOf(valid)
  const { lists, notes } = matchHeld(valid, features)
  return {
    notes: notes.map((note) => `validation: ${note}`),
    *measure(functions) {
      const { values, weights } = yield* lists.ask('functionMetrics', { functions, metric, greatestLabel })
      return values.map((each) => meanOverLists(each, weights))
    },
  }
}

/** Validation lists seen through a feature map, to measure many weights on. */
export interface Validation {
  readonly metric: string
  readonly notes: readonly string[]
  /** The mean of the metric; NaN where no list counts. */
  measure(weights: Float64Array): Training<number>
}

export function* validationOf(
  valid: HeldLists,
  map: FeatureMap,
  features: readonly string[] | number,
  metric: string,
): Training<Validation> {
  const { greatestLabel } = yield* sizeOf(valid)
  const { lists, notes } = matchHeld(valid, features)
  return {
    metric,
    notes: notes.map((note) => `validation: ${note}`),
    *measure(weights) {
      const { values, weights: listWeights } = yield* lists.ask('listMetrics', { map, weights, metric, greatestLabel })
      return meanOverLists(values, listWeights)
    },
  }
}
