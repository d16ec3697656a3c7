import { applyFeatureMap } from '../../../data/features/featureMapApply.ts'
import type { Features } from '../../../data/lists/features.ts'
import { sparseGemv, sparseGemvTransposed } from '../../../numeric/dense/sparseGemv.ts'
import { jacobi } from '../../../numeric/optimisers/conjugateGradient.ts'
import { RankwrightError } from '../../../problems/problem.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import type { OperatorSpace } from '../solvers/operatorSpace.ts'
import type { RankRlsProblem } from '../solvers/rankRlsProblem.ts'

/** A linear kernel with more features than normal equations can take: the mapped features themselves; sparse ones stay sparse. */
export function wideLinearSpace({ map, here: lists, centring }: RankRlsProblem, runtime: Runtime): OperatorSpace {
  if (lists === undefined) throw new RankwrightError({ area: 'model', code: 'rows-held-elsewhere', method: 'rankrls' })
  const rows = lists.labels.length
  const features = applyFeatureMap(map, lists)
  const matrix = mappedMatrix(features, rows, map.width, runtime)
  const shares = centring.roots.map((root) => (root * root) / 2)
  const means = new Float64Array(map.width)
  matrix.addTransposed(shares, means)
  const variances = columnVariances(features, shares, means)
  return {
    description: `from ${map.width} features`,
    size: map.width,
    tolerance: 1e-11,
    multiply: matrix.multiply,
    addTransposed: matrix.addTransposed,
    precondition: (lambda) => jacobi(variances.map((variance) => 2 * variance + lambda)),
    coefficients: (theta) => theta.slice(),
  }
}

interface MappedMatrix {
  /** into = Φ v. */
  multiply(vector: Float64Array, into: Float64Array): void
  /** into += Φᵀ u. */
  addTransposed(vector: Float64Array, into: Float64Array): void
}

function mappedMatrix(features: Features, rows: number, width: number, { compute }: Runtime): MappedMatrix {
  if (features.kind === 'sparse') {
    return {
      multiply: (vector, into) => sparseGemv(features, vector, into),
      addTransposed: (vector, into) => sparseGemvTransposed(features, vector, into),
    }
  }
  return {
    multiply: (vector, into) => compute.gemv(rows, width, features.values, vector, into),
    addTransposed: (vector, into) => compute.gemvTransposed(rows, width, features.values, vector, into),
  }
}

/** Σ ω (φⱼ − φ̄ⱼ)² / Σ ω for each feature. */
function columnVariances(features: Features, shares: Float64Array, means: Float64Array): Float64Array {
  const variances = new Float64Array(means.length)
  const stored = new Float64Array(means.length)
  for (let row = 0; row < shares.length; row++) {
    const first = features.kind === 'dense' ? row * means.length : features.rowStarts[row]
    const last = features.kind === 'dense' ? first + means.length : features.rowStarts[row + 1]
    for (let k = first; k < last; k++) {
      const column = features.kind === 'dense' ? k - first : features.columns[k]
      const from = features.values[k] - means[column]
      variances[column] += shares[row] * (from * from)
      stored[column] += shares[row]
    }
  }
  for (let column = 0; column < means.length; column++)
    variances[column] += Math.max(0, 1 - stored[column]) * (means[column] * means[column])
  return variances
}
