/**
 * Ridge regression for every penalty at once. With the sums of LeastSquaresStatistics the weights for a penalty λ solve
 * (gram + λ W I) β = moments; one eigendecomposition gram = V diag(d) Vᵀ gives them all: β = V (Vᵀ moments / (d + λ W)).
 */
import type { LeastSquaresStatistics } from '../../models/elm/leastSquaresStatistics.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import { symmetricEigen } from '../../numeric/dense/symmetricEigen.ts'
import { transposeInto } from '../../numeric/dense/transpose.ts'
import type { HiddenPath } from '../../work/passes/elm/hiddenPath.ts'

export interface RidgePath extends HiddenPath {
  readonly statistics: LeastSquaresStatistics
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
    transposeInto(rows, count, matrix, turned)
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
