import {
  type ConjugateGradientResult,
  type ConjugateGradientStep,
  conjugateGradientSteps,
  jacobi,
} from '../../numeric/optimisers/conjugateGradient.ts'
import { nextIteration, type Pending } from '../../numeric/optimisers/objective.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { obeyStop, type Progress, type Training, type Waiting } from '../../runtime/training.ts'
import { type LeastSquaresProblem, type LeastSquaresSolver, leastSquaresOptimality } from './leastSquaresProblem.ts'

/**
 * Least squares by conjugate gradients on the normal equations of the centred features. Nothing is centred in memory:
 * (Φ − 1 φ̄ᵀ) v = Φ v − φ̄ · v, so sparse features stay sparse and a step costs two passes over the stored values.
 */
export function* iterativeSolver(
  { lists, map, means }: LeastSquaresProblem,
  { tolerance, iterations }: { readonly tolerance: number; readonly iterations: number },
  runtime: Runtime,
): Training<LeastSquaresSolver> {
  const { compute } = runtime
  const variances = yield* lists.ask('mappedVariances', { map, means })
  const { features: right, squares: labelVariance } = yield* lists.ask('centredSums', { map, means, rows: { of: 'labels' } })
  const featureVariance = variances.reduce((total, variance) => total + variance, 0)

  return {
    featureVariance,
    *solve(lambda, closeBy) {
      const product = function* (vector: Float64Array, into: Float64Array): Pending<Progress | Waiting, void> {
        const { features } = yield* lists.ask('centredSums', { map, means, rows: { of: 'product', vector } })
        for (let j = 0; j < into.length; j++) into[j] = features[j] + lambda * vector[j]
      }
      const steps = conjugateGradientSteps(product, right, {
        tolerance,
        iterations,
        precondition: jacobi(variances.map((variance) => variance + lambda)),
        // Without a penalty, steps from 0 lead to the solution of least norm, each feature measured in its spread.
        ...(lambda > 0 && closeBy && { start: closeBy.weights }),
      })
      for (;;) {
        obeyStop(runtime)
        const step = yield* nextIteration<ConjugateGradientStep, Progress | Waiting, ConjugateGradientResult>(steps)
        if (step.done) {
          const { solution, iterations: made } = step.value
          return { weights: solution, intercept: means.label - compute.dot(solution, means.features), lambda, iterations: made }
        }
        yield { stage: 'conjugate gradients', done: step.value.iteration, total: iterations }
      }
    },
    *polish(fit) {
      const { weights, lambda } = fit
      const residuals = yield* lists.ask('centredSums', { map, means, rows: { of: 'residuals', vector: weights } })
      const gradient = residuals.features.map((slope, j) => 2 * (slope + lambda * weights[j]))
      const slopes = { weights: gradient, intercept: 2 * residuals.rows }
      return {
        fit,
        objective: residuals.squares + lambda * compute.dot(weights, weights),
        optimality: leastSquaresOptimality(slopes, { labelVariance, featureVariance }),
      }
    },
  }
}
