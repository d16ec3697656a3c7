import { rowMapper } from '../data/featureMapApply.ts'
import type { RankingLists } from '../data/rankingLists.ts'
import type { Model } from '../models/model.ts'
import type { DistanceNorm } from '../numeric/closePoints.ts'

export const distanceNorms: readonly DistanceNorm[] = ['1', '2', 'inf']

/** The norm that distances of the model's items are taken in: its own when it was trained to abstain, that of its feature ball, else L2. */
export function distanceNormOf({ options, featureMap }: Model): DistanceNorm {
  const own = distanceNorms.find((norm) => norm === options['norm'])
  if (own !== undefined) return own
  const { norm } = featureMap.ball
  return norm === 'l1' ? '1' : norm === 'inf' ? 'inf' : '2'
}

/**
 * The rows of one list as the model sees them, after its feature map, dense and row-major. The lists have the model's features. What
 * it gives is good until the next call.
 */
export function listPoints({ featureMap }: Model, lists: RankingLists): (list: number) => Float32Array {
  const mapper = rowMapper(featureMap, lists)
  const { offsets } = lists
  let points = new Float32Array(0)
  return (list) => {
    const [first, last] = [offsets[list], offsets[list + 1]]
    const length = (last - first) * featureMap.width
    if (points.length < length) points = new Float32Array(length)
    mapper.dense(first, last, points)
    return points.subarray(0, length)
  }
}
