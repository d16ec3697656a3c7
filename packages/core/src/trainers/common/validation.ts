import type { FeatureMap } from '../../data/features/featureMap.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { meanOverLists, measureLists } from '../../metrics/measureLists.ts'
import { matchFeatures } from '../../models/common/matchFeatures.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import type { HeldLists } from '../../work/heldLists.ts'
import { matchHeld } from '../../work/matchHeld.ts'
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
    measure: (scores) => meanOverLists(measureLists(scores, lists, { metrics: [metric] }, compute).values[0], lists.listWeights),
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
