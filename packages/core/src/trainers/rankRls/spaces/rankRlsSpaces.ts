/** What the functions of a kernel are linear in: features for normal equations, or for products only. */
import { applyFeatureMap, rowMapper } from '../../../data/features/featureMapApply.ts'
import { type KernelFunction, kernelBlock, kernelPoints } from '../../../kernels/kernelFunction.ts'
import { jacobi } from '../../../numeric/optimisers/conjugateGradient.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import { columnVariances, matrixOf } from '../../leastSquares/leastSquaresIterative.ts'
import type { OperatorSpace } from '../solvers/iterativeSolver.ts'
import { type FeatureSpace, primalBlockRows } from '../solvers/primalSolver.ts'
import type { RankRlsProblem } from '../solvers/rankRlsProblem.ts'
import { basisFactor, turnedBy } from './kernelBasis.ts'

/** A linear kernel: the mapped features themselves. */
export function linearSpace({ map, lists }: RankRlsProblem): FeatureSpace {
  const mapper = rowMapper(map, lists)
  const mapped = new Float32Array(primalBlockRows * map.width)
  return {
    told: `exactly, from the normal equations of ${map.width} features`,
    size: map.width,
    evaluate(first, last, into) {
      mapper.dense(first, last, mapped)
      into.set(mapped.subarray(0, (last - first) * map.width))
    },
    coefficients: (theta) => theta.slice(),
  }
}

/** The same for features that are too many for normal equations; sparse ones stay sparse. */
export function wideLinearSpace({ map, lists, centring }: RankRlsProblem, runtime: Runtime): OperatorSpace {
  const rows = lists.labels.length
  const features = applyFeatureMap(map, lists)
  const matrix = matrixOf(features, rows, map.width, runtime)
  const shares = centring.roots.map((root) => (root * root) / 2)
  const means = new Float64Array(map.width)
  matrix.addTransposed(shares, means)
  const variances = columnVariances(features, shares, means)
  return {
    told: `from ${map.width} features`,
    size: map.width,
    multiply: matrix.multiply,
    addTransposed: matrix.addTransposed,
    precondition: (lambda) => jacobi(variances.map((variance) => 2 * variance + lambda)),
    coefficients: (theta) => theta.slice(),
  }
}

/**
 * A large basis, with the preconditioner of Rudi, Carratino & Rosasco 2017, "FALKON: an optimal large scale kernel method": the
 * basis points stand for all rows.
 */
export function largeBasisSpace(
  kernel: KernelFunction,
  mapped: Float32Array,
  basis: Float32Array,
  count: number,
  { compute }: Runtime,
): OperatorSpace {
  const width = basis.length / count
  const rows = mapped.length / width
  const { factor, inverse } = basisFactor(kernel, basis, count, compute)
  const points = kernelPoints(basis, count, width, compute)
  const blockRows = 256
  const x = compute.float64(blockRows * width)
  const values = compute.float64(blockRows * count)
  const sums = compute.float64(count)
  const gammas = compute.float64(count)
  const part = compute.float64(blockRows)
  const eachBlock = (see: (first: number, size: number) => void) => {
    for (let first = 0; first < rows; first += blockRows) {
      const size = Math.min(blockRows, rows - first)
      x.set(mapped.subarray(first * width, (first + size) * width))
      kernelBlock(kernel, size, x, points, compute, values)
      see(first, size)
    }
  }
  return {
    told: `on a basis of ${count} rows`,
    size: count,
    multiply(theta, into) {
      gammas.set(turnedBy(inverse, theta))
      eachBlock((first, size) => {
        for (let row = 0; row < size; row++) into[first + row] = compute.dot(values.subarray(row * count, (row + 1) * count), gammas)
      })
    },
    addTransposed(vector, into) {
      const total = new Float64Array(count)
      eachBlock((first, size) => {
        part.set(vector.subarray(first, first + size))
        compute.gemm(1, count, size, part, values, sums)
        for (let j = 0; j < count; j++) total[j] += sums[j]
      })
      for (let i = 0; i < count; i++) for (let j = i; j < count; j++) into[j] += inverse[i * count + j] * total[i]
    },
    precondition(lambda) {
      const centred = new Float64Array(count * count)
      const means = new Float64Array(count)
      for (let i = 0; i < count; i++) for (let j = 0; j < count; j++) means[j] += factor[i * count + j] / count
      const weight = Math.sqrt(2 / count)
      for (let i = 0; i < count; i++) for (let j = 0; j < count; j++) centred[i * count + j] = weight * (factor[i * count + j] - means[j])
      const system = new Float64Array(count * count)
      compute.syrk(count, count, centred, undefined, system)
      for (let j = 0; j < count; j++) system[j * count + j] += lambda
      if (!compute.cholesky(count, system)) return jacobi(new Float64Array(count).fill(1))
      return (vector, into) => {
        into.set(vector)
        compute.choleskySolve(count, system, into)
      }
    },
    coefficients: (theta) => turnedBy(inverse, theta),
  }
}
