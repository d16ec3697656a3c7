import { conjugateGradient } from '../../numeric/optimisers/conjugateGradient.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../runtime/training.ts'
import { SECTION_BLOCKS } from '../../work/operations/operation.ts'
import {
  type LeastSquaresCheck,
  type LeastSquaresFit,
  type LeastSquaresProblem,
  type LeastSquaresSolver,
  leastSquaresOptimality,
} from './leastSquaresProblem.ts'

/**
 * Least squares by the normal equations (G + λ I) w = m of the centred features, G = Σ ω (φ − φ̄)(φ − φ̄)ᵀ / Σ ω and
 * m = Σ ω (φ − φ̄)(y − ȳ) / Σ ω. Centring first keeps the digits that a difference of large sums would lose.
 */
export function* directSolver({ lists, map, means }: LeastSquaresProblem, runtime: Runtime): Training<LeastSquaresSolver> {
  const { compute } = runtime
  const { width } = map
  const side = width + 1
  const products = yield* lists.ask('centredProducts', { map, means, section: SECTION_BLOCKS })
  const gram = new Float64Array(width * width)
  const right = new Float64Array(width)
  let featureVariance = 0
  for (let j = 0; j < width; j++) {
    for (let k = 0; k < width; k++) gram[j * width + k] = products[j * side + k] / means.weight
    right[j] = products[j * side + width] / means.weight
    featureVariance += gram[j * side]
  }
  const labelVariance = products[side * side - 1] / means.weight
  const factor = compute.float64(width * width)

  const fitOf = (weights: Float64Array, lambda: number): LeastSquaresFit => {
    return { weights, intercept: means.label - compute.dot(weights, means.features), lambda, iterations: 1 }
  }

  /** (G + λ I)⁻¹ of a vector, or undefined where G + λ I is singular for all that the arithmetic can tell. */
  function solved(lambda: number, vector: Float64Array): Float64Array | undefined {
    factor.set(gram)
    for (let j = 0; j < width; j++) {
      const diagonal = gram[j * side] + lambda
      factor[j * side] = diagonal === 0 ? 1 : diagonal // a constant feature without a penalty: its weight is 0
    }
    if (!compute.cholesky(width, factor)) return undefined
    for (let j = 0; j < width; j++) {
      const alone = (factor[j * side] * factor[j * side]) / (gram[j * side] + lambda) // the share of feature j that the features before it do not explain
      if (alone < width * 2 ** -48) return undefined
    }
    const solution = vector.slice()
    compute.choleskySolve(width, factor, solution)
    return solution
  }

  /** F and its gradient in the coordinates (w, b + w · φ̄), in which the two do not interfere. */
  function* check({ weights, lambda }: LeastSquaresFit): Training<LeastSquaresCheck & { gradient: Float64Array }> {
    const sums = yield* lists.ask('centredErrors', { map, means, weights })
    const squares = sums[width + 1]
    const gradient = sums.subarray(0, side)
    for (let j = 0; j <= width; j++) gradient[j] = (2 * gradient[j]) / means.weight + (j < width ? 2 * lambda * weights[j] : 0)
    const slopes = { weights: gradient.subarray(0, width), intercept: gradient[width] }
    return {
      gradient,
      objective: squares / means.weight + lambda * compute.dot(weights, weights),
      optimality: leastSquaresOptimality(slopes, { labelVariance, featureVariance }),
    }
  }

  return {
    featureVariance,
    *solve(lambda) {
      obeyStop(runtime)
      const weights = solved(lambda, right) ?? leastNormSolution(lambda, gram, right)
      yield { stage: 'solve', done: 1, total: 1 }
      return fitOf(weights, lambda)
    },
    *polish(fit) {
      const first = yield* check(fit)
      // One step of iterative refinement: this gradient comes from the data, not from the rounded normal equations.
      const half = first.gradient.subarray(0, width).map((slope) => slope / 2)
      const step = first.optimality > 1e-13 ? solved(fit.lambda, half) : undefined
      if (step === undefined) return { fit, ...first }
      const weights = fit.weights.map((weight, j) => weight - step[j])
      const refined = fitOf(weights, fit.lambda)
      const second = yield* check(refined)
      return second.optimality < first.optimality ? { fit: refined, ...second } : { fit, ...first }
    },
  }
}

/**
 * Of all solutions the one of least norm, where features depend on each other and nothing penalises. Features are measured
 * in their spread, as a correlation matrix has them, so that units do not matter. Conjugate gradients from 0 stay in the
 * range of the matrix and so end in that solution.
 */
function leastNormSolution(lambda: number, gram: Float64Array, right: Float64Array): Float64Array {
  const width = right.length
  const unit = right.map((_, j) => {
    const diagonal = gram[j * (width + 1)] + lambda
    return diagonal > 0 ? 1 / Math.sqrt(diagonal) : 0
  })
  const scaled = new Float64Array(width)
  const { solution } = conjugateGradient(
    (vector, into) => {
      for (let j = 0; j < width; j++) scaled[j] = vector[j] * unit[j]
      for (let j = 0; j < width; j++) {
        let sum = lambda * scaled[j]
        for (let k = 0; k < width; k++) sum += gram[j * width + k] * scaled[k]
        into[j] = sum * unit[j]
      }
    },
    right.map((value, j) => value * unit[j]),
    { tolerance: 1e-14 },
  )
  return solution.map((value, j) => value * unit[j])
}
