/**
 * RankRLS by conjugate gradients on (Zᵀ Z + λ I) θ = Zᵀ z, Z = Sᵀ H: two passes over the rows per step and no matrix of rows.
 * For sparse features of a linear kernel, and for bases that are too large for normal equations.
 */
import { conjugateGradientSteps, type LinearOperator } from '../../../numeric/optimisers/conjugateGradient.ts'
import { atOnce } from '../../../numeric/optimisers/objective.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import { obeyStop } from '../../../runtime/training.ts'
import { centre, uncentre } from '../../../work/passes/rankRls/pairwiseCentring.ts'
import type { OperatorSpace } from './operatorSpace.ts'
import { centredResiduals, type RankRlsProblem } from './rankRlsProblem.ts'
import type { RankRlsSolver } from './rankRlsSolver.ts'

const iterationLimit = 1000

export function iterativeSolver(problem: RankRlsProblem, space: OperatorSpace, runtime: Runtime): RankRlsSolver {
  const { labels } = problem.graded
  const { compute } = runtime
  const { size } = space
  const perRow = compute.float64(labels.length)
  const right = new Float64Array(size)
  perRow.set(labels)
  centredTransposed(right)
  let start: Float64Array | undefined // the solution for the penalty before

  return {
    description: `by conjugate gradients, ${space.description}`,
    *solve(lambda) {
      const { solution: theta, iterations, relativeResidual } = yield* solutionAt(lambda)
      space.multiply(theta, perRow)
      const scores = perRow.slice()
      const residuals = centredResiduals(problem, scores)
      return {
        coefficients: space.coefficients(theta),
        iterations,
        scores,
        objective: compute.dot(residuals, residuals) + lambda * compute.dot(theta, theta),
        optimality: relativeResidual,
      }
    },
    *path(lambdas) {
      const fits: Float64Array[] = []
      for (const lambda of lambdas) fits.push(space.coefficients((yield* solutionAt(lambda)).solution))
      return fits
    },
  }

  /** into = Hᵀ S Sᵀ perRow, with perRow used up. */
  function centredTransposed(into: Float64Array): void {
    centre(problem.centring, perRow)
    uncentre(problem.centring, perRow)
    into.fill(0)
    space.addTransposed(perRow, into)
  }

  function* solutionAt(lambda: number) {
    const apply: LinearOperator = (vector, into) => {
      if (space.normalProduct) space.normalProduct(vector, into)
      else {
        space.multiply(vector, perRow)
        centredTransposed(into)
      }
      for (let j = 0; j < size; j++) into[j] += lambda * vector[j]
    }
    const { roughNormalProduct } = space
    const approximation: LinearOperator | undefined =
      roughNormalProduct &&
      ((vector, into) => {
        roughNormalProduct(vector, into)
        for (let j = 0; j < size; j++) into[j] += lambda * vector[j]
      })
    const mark = compute.mark()
    const steps = conjugateGradientSteps(atOnce(apply), right, {
      tolerance: space.tolerance,
      iterations: iterationLimit,
      precondition: space.precondition(lambda),
      ...(approximation && { approximation }),
      ...(start !== undefined && { start }),
    })
    try {
      for (;;) {
        obeyStop(runtime)
        const step = steps.next()
        if (step.done) {
          start = step.value.solution
          return step.value
        }
        yield { stage: 'conjugate gradients', done: step.value.iteration }
      }
    } finally {
      compute.release(mark)
    }
  }
}
