import { applyFeatureMap } from '../../data/features/featureMapApply.ts'
import type { Features } from '../../data/lists/features.ts'
import { sparseGemv, sparseGemvTransposed } from '../../numeric/dense/sparseGemv.ts'
import { euclideanNorm } from '../../numeric/dense/vectors.ts'
import { conjugateGradientSteps, jacobi } from '../../numeric/optimisers/conjugateGradient.ts'
import { atOnce } from '../../numeric/optimisers/objective.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../runtime/training.ts'
import { weightedMean } from '../common/rowWeights.ts'
import type { LeastSquaresProblem, LeastSquaresSolver } from './leastSquaresProblem.ts'

/**
 * Least squares by conjugate gradients on the normal equations of the centred features. Nothing is centred in memory:
 * (Φ − 1 φ̄ᵀ) v = Φ v − φ̄ · v, so sparse features stay sparse and a step costs two passes over the stored values.
 */
export function* iterativeSolver(
  { map, lists, weights, totalWeight }: LeastSquaresProblem,
  { tolerance, iterations }: { readonly tolerance: number; readonly iterations: number },
  runtime: Runtime,
): Training<LeastSquaresSolver> {
  const { compute } = runtime
  const { width } = map
  const { labels } = lists
  const rows = labels.length
  const features = applyFeatureMap(map, lists)
  yield { stage: 'feature map', done: 1, total: 1 }
  obeyStop(runtime)
  const matrix = matrixOf(features, rows, width, runtime)
  const shares = weights === undefined ? new Float64Array(rows).fill(1 / totalWeight) : weights.map((weight) => weight / totalWeight)
  const columnMeans = new Float64Array(width)
  matrix.addTransposed(shares, columnMeans)
  const labelMean = weightedMean(labels, weights, totalWeight)
  const variances = columnVariances(features, shares, columnMeans)

  const perRow = new Float64Array(rows)
  /** into = (Φ − 1 φ̄ᵀ)ᵀ diag(ω/Σω) u for u = `perRow`, which is used up. u is centred but for rounding, which large means would blow up. */
  const backFromRows = (into: Float64Array) => {
    let sum = 0
    for (let row = 0; row < rows; row++) sum += perRow[row] *= shares[row]
    into.fill(0)
    matrix.addTransposed(perRow, into)
    for (let j = 0; j < width; j++) into[j] -= sum * columnMeans[j]
  }
  const right = new Float64Array(width)
  let labelVariance = 0
  for (let row = 0; row < rows; row++) {
    perRow[row] = labels[row] - labelMean
    labelVariance += shares[row] * (perRow[row] * perRow[row])
  }
  backFromRows(right)
  const gradientScale = 2 * Math.sqrt(labelVariance * variances.reduce((total, variance) => total + variance, 0))

  return {
    *solve(lambda, closeBy) {
      const apply = (vector: Float64Array, into: Float64Array) => {
        matrix.multiply(vector, perRow)
        const centre = compute.dot(vector, columnMeans)
        for (let row = 0; row < rows; row++) perRow[row] -= centre
        backFromRows(into)
        for (let j = 0; j < width; j++) into[j] += lambda * vector[j]
      }
      const steps = conjugateGradientSteps(atOnce(apply), right, {
        tolerance,
        iterations,
        precondition: jacobi(variances.map((variance) => variance + lambda)),
        // Without a penalty, steps from 0 lead to the solution of least norm, each feature measured in its spread.
        ...(lambda > 0 && closeBy && { start: closeBy.weights }),
      })
      for (;;) {
        obeyStop(runtime)
        const step = steps.next()
        if (step.done) {
          const { solution, iterations: made } = step.value
          return { weights: solution, intercept: labelMean - compute.dot(solution, columnMeans), lambda, iterations: made }
        }
        yield { stage: 'conjugate gradients', done: step.value.iteration, total: iterations }
      }
    },
    // biome-ignore lint/correctness/useYield: the other solver has a pass to yield from
    *polish(fit) {
      const { weights: solution, lambda } = fit
      matrix.multiply(solution, perRow)
      const centre = compute.dot(solution, columnMeans)
      let squares = 0
      let residualSum = 0
      for (let row = 0; row < rows; row++) {
        perRow[row] += labelMean - centre - labels[row]
        squares += shares[row] * (perRow[row] * perRow[row])
        residualSum += shares[row] * perRow[row]
      }
      const gradient = new Float64Array(width)
      backFromRows(gradient)
      for (let j = 0; j < width; j++) gradient[j] = 2 * (gradient[j] + lambda * solution[j])
      const length = Math.hypot(euclideanNorm(gradient), 2 * residualSum)
      return {
        fit,
        objective: squares + lambda * compute.dot(solution, solution),
        optimality: gradientScale > 0 ? length / gradientScale : length,
      }
    },
  }
}

export interface MappedMatrix {
  /** into = Φ v. */
  multiply(vector: Float64Array, into: Float64Array): void
  /** into += Φᵀ u. */
  addTransposed(vector: Float64Array, into: Float64Array): void
}

export function matrixOf(features: Features, rows: number, width: number, { compute }: Runtime): MappedMatrix {
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
export function columnVariances(features: Features, shares: Float64Array, means: Float64Array): Float64Array {
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
