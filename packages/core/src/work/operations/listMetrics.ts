import type { FeatureMap } from '../../data/features/featureMap.ts'
import type { Numbers } from '../../data/lists/numbers.ts'
import { type JudgedLists, measureLists } from '../../metrics/measureLists.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import { blockRanges, type Operation } from './operation.ts'

/** A metric of linear scores w · φ(x). */
export interface MetricAsked {
  readonly map: FeatureMap
  readonly weights: Float64Array
  readonly metric: string
  /** Of all lists; ERR counts from it. */
  readonly greatestLabel: number
}

/** One value per list, NaN where the list does not count, and the weight of each list. */
export interface ListValues {
  readonly values: Float64Array
  readonly weights?: Float64Array
}

/** A metric of every list. */
export const listMetrics: Operation<MetricAsked, ListValues, ListValues> = {
  *parts(here, { map, weights, metric, greatestLabel }) {
    const { lists, runtime } = here
    const mapped = yield* here.mapped(map)
    const scores = new Float64Array(mapped.rows)
    mapped.multiply(0, mapped.rows, weights, scores)
    const values = measured(scores, lists, metric, greatestLabel, runtime.compute)
    return blockRanges(here).map(([from, to]) => ({
      values: values.slice(from, to),
      ...(lists.listWeights && { weights: lists.listWeights.slice(from, to) }),
    }))
  },
  combine(parts) {
    const values = Float64Array.from(parts.flatMap((part) => [...part.values]))
    return parts.some(({ weights }) => weights !== undefined)
      ? { values, weights: Float64Array.from(parts.flatMap(({ weights = [] }) => [...weights])) }
      : { values }
  },
  *whole(here, { map, weights, metric, greatestLabel }) {
    const { lists, runtime } = here
    const mapped = yield* here.mapped(map)
    const mark = runtime.compute.mark()
    try {
      const scores = runtime.compute.float64(mapped.rows)
      mapped.multiply(0, mapped.rows, weights, scores)
      const values = measured(scores, lists, metric, greatestLabel, runtime.compute)
      return { values, ...(lists.listWeights && { weights: lists.listWeights }) }
    } finally {
      runtime.compute.release(mark)
    }
  },
}

function measured(scores: Numbers, lists: JudgedLists, metric: string, greatestLabel: number, compute: Compute): Float64Array {
  return measureLists(scores, lists, { metrics: [metric], maxGrade: Math.max(0, greatestLabel) }, compute).values[0]
}
