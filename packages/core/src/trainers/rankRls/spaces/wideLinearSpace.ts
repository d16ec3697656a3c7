import { applyFeatureMap } from '../../../data/features/featureMapApply.ts'
import { jacobi } from '../../../numeric/optimisers/conjugateGradient.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import { columnVariances, matrixOf } from '../../leastSquares/leastSquaresIterative.ts'
import type { OperatorSpace } from '../solvers/operatorSpace.ts'
import type { RankRlsProblem } from '../solvers/rankRlsProblem.ts'

/** A linear kernel with more features than normal equations can take: the mapped features themselves; sparse ones stay sparse. */
export function wideLinearSpace({ map, lists, centring }: RankRlsProblem, runtime: Runtime): OperatorSpace {
  const rows = lists.labels.length
  const features = applyFeatureMap(map, lists)
  const matrix = matrixOf(features, rows, map.width, runtime)
  const shares = centring.roots.map((root) => (root * root) / 2)
  const means = new Float64Array(map.width)
  matrix.addTransposed(shares, means)
  const variances = columnVariances(features, shares, means)
  return {
    description: `from ${map.width} features`,
    size: map.width,
    multiply: matrix.multiply,
    addTransposed: matrix.addTransposed,
    precondition: (lambda) => jacobi(variances.map((variance) => 2 * variance + lambda)),
    coefficients: (theta) => theta.slice(),
  }
}
