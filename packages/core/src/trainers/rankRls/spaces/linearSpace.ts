import type { FeatureSpace } from '../solvers/featureSpace.ts'
import type { RankRlsProblem } from '../solvers/rankRlsProblem.ts'

/** A linear kernel: the mapped features themselves. */
export function linearSpace({ map }: RankRlsProblem): FeatureSpace {
  return {
    description: `exactly, from the normal equations of ${map.width} features`,
    size: map.width,
    spec: { of: 'features', map },
    coefficients: (theta) => theta.slice(),
  }
}
