/**
 * Ridge regression for every penalty at once. With the sums of LeastSquaresStatistics the weights for a penalty λ solve
 * (gram + λ W I) β = moments; one eigendecomposition gram = V diag(d) Vᵀ gives them all: β = V (Vᵀ moments / (d + λ W)).
 */
import type { LeastSquaresStatistics } from '../../models/elm/leastSquaresStatistics.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import { symmetricEigen } from '../../numeric/dense/symmetricEigen.ts'
import { euclideanNorm } from '../../numeric/dense/vectors.ts'
import { RankwrightError } from '../../problems/problem.ts'

export interface RidgePath {
  readonly statistics: LeastSquaresStatistics
  /** d, ascending; rounding below 0 counts as 0. Fewer than there are nodes where the others are known to be 0. */
  readonly values: Float64Array
  /** Vᵀ: row k is the eigenvector of values[k]. */
  readonly vectors: Float64Array
  /** Vᵀ moments. */
  readonly projected: Float64Array
}

export function ridgePath(statistics: LeastSquaresStatistics, compute: Compute): RidgePath {
  const { gram, moments } = statistics
  const count = moments.length
  const { values, vectors } = symmetricEigen(count, gram, compute)
  const projected = new Float64Array(count)
  for (let k = 0; k < count; k++) {
    let sum = 0
    for (let i = 0; i < count; i++) sum += vectors[k * count + i] * moments[i]
    projected[k] = sum
  }
  return { statistics, values: values.map((value) => Math.max(0, value)), vectors, projected }
}

/**
 * The same from the rows behind the sums, gram = X̃ᵀX̃, where they are fewer than the nodes: X̃X̃ᵀ has the same eigenvalues but for zeros, and
 * the eigenvectors v of it give those of gram as X̃ᵀv / √d (Woodbury's identity in these coordinates).
 */
export function thinRidgePath(statistics: LeastSquaresStatistics, rows: number, matrix: Float64Array, compute: Compute): RidgePath {
  const { moments } = statistics
  const count = moments.length
  const mark = compute.mark()
  try {
    const turned = compute.float64(count * rows)
    for (let row = 0; row < rows; row++) for (let i = 0; i < count; i++) turned[i * rows + row] = matrix[row * count + i]
    const products = compute.float64(rows * rows)
    compute.syrk(count, rows, turned, undefined, products)
    const { values, vectors } = symmetricEigen(rows, products, compute)
    const least = values[rows - 1] * Math.max(rows, count) * 2 ** -52
    const first = values.findIndex((value) => value > least)
    const kept = first < 0 ? 0 : rows - first
    const combined = new Float64Array(kept * count)
    if (kept > 0) compute.gemm(kept, count, rows, vectors.subarray(first * rows), matrix, combined)
    const projected = new Float64Array(kept)
    for (let k = 0; k < kept; k++) {
      const length = Math.sqrt(values[first + k])
      for (let i = 0; i < count; i++) {
        combined[k * count + i] /= length
        projected[k] += combined[k * count + i] * moments[i]
      }
    }
    return { statistics, values: values.slice(rows - kept), vectors: combined, projected }
  } finally {
    compute.release(mark)
  }
}

/** β for a penalty; undefined where the penalty leaves it undetermined. */
export function pathWeights({ statistics, values, vectors, projected }: RidgePath, lambda: number): Float64Array | undefined {
  const count = statistics.moments.length
  const pairs = values.length
  const penalty = lambda * statistics.weight
  const weights = new Float64Array(count)
  if (pairs === 0) return weights
  const smallest = pairs < count ? 0 : values[0]
  if (!(smallest + penalty > values[pairs - 1] * count * 2 ** -52)) return undefined
  for (let k = 0; k < pairs; k++) {
    const factor = projected[k] / (values[k] + penalty)
    for (let i = 0; i < count; i++) weights[i] += factor * vectors[k * count + i]
  }
  return weights
}

/**
 * Generalised cross-validation (Golub, Heath & Wahba 1979): the mean square that is left over the free differences of labels,
 * divided by the square of the share of them that the fit did not use up.
 */
export function generalisedCrossValidation({ statistics, values, projected }: RidgePath, lambda: number): number {
  const { labelSquares, weight, freedom } = statistics
  const penalty = lambda * weight
  let [explained, used] = [0, 0]
  for (let k = 0; k < values.length; k++) {
    const shrunk = projected[k] / (values[k] + penalty)
    explained += shrunk * (2 * projected[k] - values[k] * shrunk)
    used += values[k] / (values[k] + penalty)
  }
  const left = 1 - used / Math.max(1, freedom)
  return left > 1e-9 ? Math.max(0, labelSquares - explained) / weight / (left * left) : Number.POSITIVE_INFINITY
}

/** Thirty penalties, from one that leaves almost nothing of the fit down to one that hardly matters. */
export function lambdaGrid({ gram, moments, weight }: LeastSquaresStatistics): number[] {
  const count = moments.length
  let trace = 0
  for (let i = 0; i < count; i++) trace += gram[i * (count + 1)]
  // Powers of two by repeated multiplication: the same numbers on every engine.
  const top = trace > 0 ? trace / weight : 1
  return Array.from({ length: gridPoints }, (_, k) => top * 2 ** -k)
}
const gridPoints = 30

export interface RidgeFit {
  readonly weights: Float64Array
  readonly objective: number
  /** ‖∇F‖ relative to its norm at β = 0. */
  readonly optimality: number
  /** The Cholesky factor of gram / W + λ I. */
  readonly factor: Float64Array
}

/** As `ridgeFitOrNone`, where the weights must be determined. */
export function ridgeFit(statistics: LeastSquaresStatistics, lambda: number, compute: Compute): RidgeFit {
  const fit = ridgeFitOrNone(statistics, lambda, compute)
  if (fit !== undefined) return fit
  const { gram, moments, weight } = statistics
  let largest = 0
  for (let i = 0; i < moments.length; i++) largest = Math.max(largest, gram[i * (moments.length + 1)] / weight + lambda)
  const suggestion = Number((largest * 1e-8).toPrecision(1))
  throw new RankwrightError({ area: 'model', code: 'singular-system', nodes: moments.length, lambda, suggestion })
}

/** β for one penalty by Cholesky, with a step of iterative refinement; undefined where the penalty leaves it undetermined. */
export function ridgeFitOrNone(
  { gram, moments, weight, labelSquares }: LeastSquaresStatistics,
  lambda: number,
  compute: Compute,
): RidgeFit | undefined {
  const count = moments.length
  const mark = compute.mark()
  try {
    const factor = compute.float64(count * count)
    for (let k = 0; k < factor.length; k++) factor[k] = gram[k] / weight
    let largest = 0
    for (let i = 0; i < count; i++) largest = Math.max(largest, (factor[i * (count + 1)] += lambda))
    const right = moments.map((moment) => moment / weight)
    if (!compute.cholesky(count, factor) || !regular(factor, largest)) return undefined
    const solved = (vector: Float64Array) => {
      const solution = compute.float64(count)
      solution.set(vector)
      compute.choleskySolve(count, factor, solution)
      return solution
    }
    const gradientAt = (weights: Float64Array) => {
      const product = compute.float64(count)
      compute.gemm(count, 1, count, gram, weights, product)
      return product.map((value, i) => 2 * (value / weight - right[i] + lambda * weights[i]))
    }
    let weights = solved(right).slice()
    let gradient = gradientAt(weights)
    const step = solved(gradient)
    const refined = weights.map((value, i) => value - step[i] / 2)
    const after = gradientAt(refined)
    if (euclideanNorm(after) < euclideanNorm(gradient)) {
      weights = refined
      gradient = after
    }
    const scale = 2 * euclideanNorm(right)
    const length = euclideanNorm(gradient)
    // F(β) = labelSquares / W − βᵀ(2 m − (A + λ) β) with (A + λ) β = m + ∇/2
    let objective = labelSquares / weight
    for (let i = 0; i < count; i++) objective -= weights[i] * (right[i] - gradient[i] / 2)
    return { weights, objective: Math.max(0, objective), optimality: scale > 0 ? length / scale : length, factor: factor.slice() }
  } finally {
    compute.release(mark)
  }
}

/** Whether every pivot is above what rounding makes of the largest entry. */
function regular(factor: Float64Array, largest: number): boolean {
  const count = Math.sqrt(factor.length)
  const least = Math.sqrt(largest * count * 2 ** -52)
  for (let i = 0; i < count; i++) if (!(factor[i * (count + 1)] > least)) return false
  return true
}
