/**
 * The plain hinge has corners, so its minimum is approached through smoothed hinges of ever smaller width μ, each solved from
 * where the last one ended: by truncated Newton steps, or by projected quasi-Newton steps on a ball. The slopes of the
 * smoothed hinges are multipliers α of the dual problem, and as hinge(w') ≥ Σα + ⟨g, w'⟩ for all w' with g the smoothed gradient,
 *
 *   min F ≥ Σα + min over the ball of λ/2 ‖w'‖² + ⟨g, w'⟩.
 *
 * The best such bound against the least F found is the duality gap, known at every iterate: it ends the search.
 */
import { dot } from '../numeric/dot.ts'
import type { Objective, OptimiserEnd } from '../numeric/objective.ts'
import { projectedLbfgsSteps } from '../numeric/projectedLbfgs.ts'
import { projectOntoBall } from '../numeric/projections.ts'
import { truncatedNewtonSteps } from '../numeric/truncatedNewton.ts'
import { addScaled, euclideanNorm, maximumNorm } from '../numeric/vectors.ts'
import type { Runtime } from '../runtime.ts'
import { type LinearSolver, type Penalty, relativeGap, type SolverOptions } from './linearSolver.ts'
import type { MappedFeatures } from './mappedFeatures.ts'
import { type GradedLists, rankingPass } from './rankingPass.ts'
import { smoothedHinge } from './smoothedHinge.ts'

const WIDEST = 0.5
const NARROWEST = 1e-9

export function hingeSolver(
  features: MappedFeatures,
  lists: GradedLists,
  pairs: 'sum' | 'mean',
  { iterations, tolerance }: SolverOptions,
  runtime: Runtime,
): LinearSolver {
  const { width } = features
  const smoothed = smoothedHinge(pairs, WIDEST)
  const mean = { hinge: 0, mass: 0 }
  const pass = rankingPass(features, lists, smoothed, runtime, (share) => {
    mean.hinge += share * smoothed.hinge
    mean.mass += share * smoothed.mass
  })
  const standing = new Float64Array(width)
  const slope = new Float64Array(width) // of the smoothed loss alone, where it stands

  function evaluate(point: Float64Array): number {
    standing.set(point)
    mean.hinge = 0
    mean.mass = 0
    return pass.evaluate(point, slope)
  }

  evaluate(standing)
  const atZero = mean.hinge

  /** At the point evaluated last: F, a lower bound of its minimum, and how far smoothing apart the point is from optimal. */
  function bounds({ lambda, ball }: Penalty): { primal: number; dual: number; inner: number } {
    const square = (lambda / 2) * dot(standing, standing)
    let least: number
    if (lambda > 0) {
      const best = slope.map((entry) => -entry / lambda)
      if (ball !== undefined) projectOntoBall(ball, best, best)
      least = (lambda / 2) * dot(best, best) + dot(slope, best)
    } else if (ball === undefined) {
      least = maximumNorm(slope) === 0 ? 0 : Number.NEGATIVE_INFINITY
    } else {
      least = -ball.radius * (ball.norm === 'l1' ? maximumNorm(slope) : euclideanNorm(slope))
    }
    return { primal: mean.hinge + square, dual: mean.mass + least, inner: square + dot(slope, standing) - least }
  }

  return {
    standing,
    *solve(penalty, start) {
      const { lambda, ball } = penalty
      const weights = Float64Array.from(start)
      if (ball !== undefined) projectOntoBall(ball, weights, weights)
      const objective: Objective = (point, into) => {
        const value = evaluate(point) + (lambda / 2) * dot(point, point)
        into.set(slope)
        addScaled(lambda, point, into)
        return value
      }
      const curvature = (direction: Float64Array, into: Float64Array) => {
        pass.curvature(direction, into)
        addScaled(lambda, direction, into)
      }
      const project = ball && ((point: Float64Array, into: Float64Array) => projectOntoBall(ball, point, into))
      let dual = Number.NEGATIVE_INFINITY
      let primal = Number.POSITIVE_INFINITY
      let made = 0

      /** Takes in the point evaluated last; true when it is close enough to optimal. */
      const settled = () => {
        const found = bounds(penalty)
        dual = Math.max(dual, found.dual)
        if (found.primal < primal) {
          primal = found.primal
          weights.set(standing)
        }
        return primal - dual <= tolerance * primal
      }
      const fit = (ended: OptimiserEnd) => {
        const optimality = relativeGap(primal - dual, primal, atZero)
        return { weights, objective: primal, optimality, iterations: made, ended }
      }

      let from = weights.slice()
      for (let mu = WIDEST; mu > NARROWEST; ) {
        smoothed.width = mu
        evaluate(from)
        if (settled()) return fit('converged')
        const given = { iterations: iterations - made, tolerance: 1e-14 }
        const steps = project
          ? projectedLbfgsSteps(objective, project, from, given)
          : truncatedNewtonSteps(objective, curvature, from, given)
        for (let step = steps.next(); !step.done; step = steps.next()) {
          made++
          if (settled()) return fit('converged')
          yield { iteration: made, value: primal, optimality: relativeGap(primal - dual, primal, atZero) }
          if (bounds(penalty).inner <= 0.1 * (primal - dual)) break // what is left comes from smoothing
        }
        if (made >= iterations) return fit('iteration-limit')
        from = standing.slice()
        // The gap shrinks with the square of the width: as the width, so the number of pairs within it.
        const wanted = Math.sqrt((tolerance * primal) / (primal - dual))
        mu *= Math.min(0.5, Math.max(0.1, 0.7 * wanted))
      }
      return fit('no-progress')
    },
    assess(penalty, weights) {
      evaluate(weights)
      const { primal, dual } = bounds(penalty)
      const gradient = slope.slice()
      addScaled(penalty.lambda, weights, gradient)
      return { objective: primal, optimality: relativeGap(primal - dual, primal, atZero), gradient }
    },
  }
}
