import { rowMapper } from '../../../data/features/featureMapApply.ts'
import { type FeatureSpace, featureBlockRows } from '../solvers/featureSpace.ts'
import type { RankRlsProblem } from '../solvers/rankRlsProblem.ts'

/** A linear kernel: the mapped features themselves. */
export function linearSpace({ map, lists }: RankRlsProblem): FeatureSpace {
  const mapper = rowMapper(map, lists)
  const mapped = new Float32Array(featureBlockRows * map.width)
  return {
    description: `exactly, from the normal equations of ${map.width} features`,
    size: map.width,
    evaluate(first, last, into) {
      mapper.dense(first, last, mapped)
      into.set(mapped.subarray(0, (last - first) * map.width))
    },
    coefficients: (theta) => theta.slice(),
  }
}
