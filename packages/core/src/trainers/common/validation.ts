import type { FeatureMap } from '../../data/features/featureMap.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { meanOverLists, measureLists } from '../../metrics/measureLists.ts'
import { matchFeatures } from '../../models/common/matchFeatures.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import { mappedFeatures } from './mappedFeatures.ts'
import { requireRows } from './rowWeights.ts'

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
  const { lists, notes } = matchFeatures({ features }, requireRows(valid))
  const mapped = yield* mappedFeatures(map, lists, runtime)
  const scores = runtime.compute.float64(mapped.rows)
  return {
    metric,
    notes: notes.map((note) => `validation: ${note}`),
    measure(weights) {
      mapped.multiply(0, mapped.rows, weights, scores)
      return meanOverLists(measureLists(scores, lists, { metrics: [metric] }, runtime.compute).values[0], lists.listWeights)
    },
  }
}
