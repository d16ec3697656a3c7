import type { LeastSquaresStatistics } from '../../models/elm/leastSquaresStatistics.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import { euclideanNorm } from '../../numeric/dense/vectors.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { relativeOptimality } from '../common/relativeOptimality.ts'

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
  const suggestion = Number(Math.max(largest * 1e-8, 10 * lambda).toPrecision(1))
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
    return { weights, objective: Math.max(0, objective), optimality: relativeOptimality(length, scale), factor: factor.slice() }
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
