import { namedOption } from '../../problems/namedOption.ts'
import type { LinearFit } from './linearSolver.ts'

/** Weights that are this close to optimal order lists as the optimal ones do. */
export const CLOSE = 1e-5

/** What to say about a search that ended before it met its tolerance. */
export function endNotes(
  { ended, iterations, optimality }: Pick<LinearFit, 'ended' | 'iterations' | 'optimality'>,
  tolerance: number,
): string[] {
  const from = `at ${optimality.toExponential(1)} from optimal`
  switch (ended) {
    case 'validation': // a note of its own says so
      return []
    case 'iteration-limit':
      return [`stopped after ${iterations} iterations ${from}; allow more with ${namedOption('iterations')}`]
    case 'converged': // by the measure of the search, which extreme features may make blind
    case 'no-progress':
      if (optimality <= Math.max(tolerance, CLOSE)) return []
      return [
        `no further progress after ${iterations} iterations, ${from}: rounding hides what is left to gain; features of similar size (scale min-max or standard), a greater lambda or a smaller radius help`,
      ]
    case 'kinks':
      if (optimality <= Math.max(tolerance, CLOSE)) return []
      return [
        `stopped after ${iterations} iterations, where the objective hardly falls any more, ${from}: the loss has kinks wherever scores tie, and its minima lie on them`,
      ]
    case 'jumps':
      return [
        `stopped after ${iterations} iterations without a lower objective nearby: the loss jumps where the order of a list changes, so nothing tells how far from optimal the weights are`,
      ]
  }
}
