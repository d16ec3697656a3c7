/**
 * RankRLS by conjugate gradients on (Zᵀ Z + λ I) θ = Zᵀ z, Z = Sᵀ H: two passes over the rows a step and no matrix of rows.
 * For sparse features of a linear kernel, and for bases that are too large for normal equations.
 */

import { euclideanNorm } from '../../../numeric/dense/vectors.ts'
import { conjugateGradientSteps, type LinearOperator } from '../../../numeric/optimisers/conjugateGradient.ts'
import { atOnce } from '../../../numeric/optimisers/objective.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import { obeyStop } from '../../../runtime/training.ts'
import { centre, uncentre } from './pairwiseCentring.ts'
import type { RankRlsProblem, RankRlsSolver } from './rankRlsProblem.ts'

/** H as something that is only multiplied with. */
export interface OperatorSpace {
  readonly told: string
  readonly size: number
  /** into = H θ. */
  multiply(theta: Float64Array, into: Float64Array): void
  /** into += Hᵀ v. */
  addTransposed(vector: Float64Array, into: Float64Array): void
  precondition(lambda: number): LinearOperator
  coefficients(theta: Float64Array): Float64Array
}

const tolerance = 1e-11
const iterationLimit = 1000

export function iterativeSolver({ lists, centring }: RankRlsProblem, space: OperatorSpace, runtime: Runtime): RankRlsSolver {
  const { compute } = runtime
  const rows = lists.labels.length
  const { size } = space
  const perRow = compute.float64(rows)
  let start: Float64Array | undefined
  /** into = Zᵀ (Sᵀ perRow), with perRow used up. */
  const back = (into: Float64Array) => {
    centre(centring, perRow)
    uncentre(centring, perRow)
    into.fill(0)
    space.addTransposed(perRow, into)
  }
  const right = new Float64Array(size)
  perRow.set(lists.labels)
  back(right)

  function* solveFor(lambda: number) {
    const apply: LinearOperator = (vector, into) => {
      space.multiply(vector, perRow)
      back(into)
      for (let j = 0; j < size; j++) into[j] += lambda * vector[j]
    }
    const steps = conjugateGradientSteps(atOnce(apply), right, {
      tolerance,
      iterations: iterationLimit,
      precondition: space.precondition(lambda),
      ...(start !== undefined && { start }),
    })
    for (;;) {
      obeyStop(runtime)
      const step = steps.next()
      if (step.done) {
        start = step.value.solution
        return step.value
      }
      yield { stage: 'conjugate gradients', done: step.value.iteration }
    }
  }

  return {
    told: `by conjugate gradients, ${space.told}`,
    *solve(lambda) {
      const { solution: theta, iterations } = yield* solveFor(lambda)
      space.multiply(theta, perRow)
      const scores = perRow.slice()
      for (let row = 0; row < rows; row++) perRow[row] = lists.labels[row] - scores[row]
      const residuals = perRow.slice()
      centre(centring, residuals)
      const gap = new Float64Array(size)
      back(gap)
      for (let j = 0; j < size; j++) gap[j] -= lambda * theta[j]
      const scale = euclideanNorm(right)
      return {
        coefficients: space.coefficients(theta),
        iterations,
        scores,
        objective: compute.dot(residuals, residuals) + lambda * compute.dot(theta, theta),
        optimality: scale > 0 ? euclideanNorm(gap) / scale : euclideanNorm(gap),
      }
    },
    *path(lambdas) {
      const fits: Float64Array[] = []
      for (const lambda of lambdas) fits.push(space.coefficients((yield* solveFor(lambda)).solution))
      return fits
    },
  }
}
