import type { FeatureMap } from '../../data/features/featureMap.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { meanOverLists, measureLists } from '../../metrics/measureLists.ts'
import { matchFeatures } from '../../models/common/matchFeatures.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import { mappedFeatures } from './mappedFeatures.ts'
import { requireRows } from './rowWeights.ts'

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

/** Validation lists, mapped once, to measure many weights on. */
export interface Validation {
  readonly metric: string
  readonly notes: readonly string[]
  /** The mean of the metric; NaN where no list counts. */
  measure(weights: Float64Array): number
}

export function* validationOf(
  valid: RankingLists,
  map: FeatureMap,
  features: readonly string[] | number,
  metric: string,
  runtime: Runtime,
): Training<Validation> {
  const { lists, notes, measure } = validationLists(valid, features, metric, runtime)
  const mapped = yield* mappedFeatures(map, lists, runtime)
  const scores = runtime.compute.float64(mapped.rows)
  return {
    metric,
    notes,
    measure(weights) {
      mapped.multiply(0, mapped.rows, weights, scores)
      return measure(scores)
    },
  }
}
