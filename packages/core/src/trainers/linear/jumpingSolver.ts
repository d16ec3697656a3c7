/**
 * For losses that jump where the order of a list changes, such as LambdaRank's: what stands for the gradient is not that of the
 * loss, and no line search can rely on it. Steps of fixed, ever shorter lengths along it (Shor 1985, "Minimization methods for
 * non-differentiable functions"), from the minimiser of a convex loss nearby; the weights with the least objective met.
 */

import { euclideanNorm } from '../../numeric/dense/vectors.ts'
import { projectOntoBall } from '../../numeric/optimisers/projections.ts'
import { type LinearSolver, solved } from './linearSolver.ts'

/** Length of the first step, as a share of the length of the weights at the start. */
const FIRST_STEP = 0.1
/** Steps without a lesser objective before the search is over. */
const PATIENCE = 50

/** `solver` knows the loss, `first` finds where to start. */
export function jumpingSolver(solver: LinearSolver, first: LinearSolver, iterations: number): LinearSolver {
  return {
    standing: solver.standing,
    assess: solver.assess,
    *solve(penalty, start) {
      const point = start.some((weight) => weight !== 0) ? Float64Array.from(start) : yield* solved(first, penalty, start)
      const unit = FIRST_STEP * euclideanNorm(point)
      const best = point.slice()
      let least = yield* solver.assess(penalty, point)
      let since = 0
      let iteration = 0
      for (let at = least; iteration < iterations && since < PATIENCE; ) {
        const length = euclideanNorm(at.gradient)
        if (!(length > 0)) break
        iteration++
        const step = unit / Math.sqrt(iteration) / length
        for (let place = 0; place < point.length; place++) point[place] -= step * at.gradient[place]
        if (penalty.ball !== undefined) projectOntoBall(penalty.ball, point, point)
        at = yield* solver.assess(penalty, point)
        since++
        if (at.objective < least.objective) {
          least = at
          best.set(point)
          since = 0
        }
        yield { iteration, value: at.objective, optimality: at.optimality }
      }
      const { objective, optimality } = least
      return {
        weights: best,
        objective,
        optimality,
        iterations: iteration,
        ended: !(euclideanNorm(least.gradient) > 0) ? 'converged' : iteration < iterations ? 'jumps' : 'iteration-limit',
      }
    },
  }
}
