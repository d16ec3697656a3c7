/**
 * The plain hinge has corners, so its minimum is approached through smoothed hinges of ever smaller width μ, each solved from
 * where the last one ended: by quasi-Newton steps along the curvature of sampled pairs, by truncated Newton steps where those do
 * not get there, or by projected quasi-Newton steps on a ball. The slopes of the smoothed hinges are multipliers α of the dual problem, and as hinge(w') ≥ Σα + ⟨g, w'⟩ for all w' with g the smoothed gradient,
 *
 *   min F ≥ Σα + min over the ball of λ/2 ‖w'‖² + ⟨g, w'⟩.
 *
 * The best such bound against the least F found is the duality gap, known at every iterate: it ends the search.
 */
import type { GradesOf } from '../../losses/grades.ts'
import { rememberedGrades } from '../../losses/rememberedGrades.ts'
import { smoothedHinge } from '../../losses/smoothedHinge.ts'
import { dot } from '../../numeric/compute/dot.ts'
import { addScaled, euclideanNorm, maximumNorm } from '../../numeric/dense/vectors.ts'
import { lbfgsSteps } from '../../numeric/optimisers/lbfgs.ts'
import type { Objective, OptimiserEnd } from '../../numeric/optimisers/objective.ts'
import { projectedLbfgsSteps } from '../../numeric/optimisers/projectedLbfgs.ts'
import { projectOntoBall } from '../../numeric/optimisers/projections.ts'
import { truncatedNewtonSteps } from '../../numeric/optimisers/truncatedNewton.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { MappedFeatures } from '../common/mappedFeatures.ts'
import { type LinearSolver, type Penalty, relativeGap, type SolverOptions, solved } from './linearSolver.ts'
import { marginPairs } from './pairDraws.ts'
import { type GradedLists, listShares, rankingPass } from './rankingPass.ts'
import { shortcuts } from './shortcuts.ts'

const WIDEST = 0.5
const NARROWEST = 1e-9
/** Pairs are sampled from a window of at least this width, lest few fall into it. */
const CURVATURE_WIDTH = 0.1
/** Steps along a sampled curvature with which one width should be done. */
const SAMPLED_STEPS = 100
/** Steps without a smaller gap before a width is given up. */
const PATIENCE = 15

export function hingeSolver(
  features: MappedFeatures,
  lists: GradedLists,
  pairs: 'sum' | 'mean',
  { iterations, tolerance }: SolverOptions,
  runtime: Runtime,
): LinearSolver {
  const { width } = features
  const grades = rememberedGrades(lists.labels, lists.offsets, runtime.compute)
  const gradesOf = grades.of
  const smoothed = smoothedHinge(pairs, WIDEST, gradesOf)
  const mean = { hinge: 0, mass: 0 }
  let sorted = false
  const pass = rankingPass(features, lists, smoothed, runtime, {
    scored(from, to, scores) {
      if (!sorted) grades.sort(from, to, scores)
    },
    afterList(share) {
      mean.hinge += share * smoothed.hinge
      mean.mass += share * smoothed.mass
    },
  })
  const bend = marginPairs(pairs, (margin) => {
    const within = Math.max(smoothed.width, CURVATURE_WIDTH)
    return margin < 1 && margin > 1 - within ? 1 / within : 0
  })
  const onShare = (share: MappedFeatures, of: GradedLists) =>
    hingeSolver(share, of, pairs, { iterations, tolerance: Math.max(tolerance, toleranceOn(share)) }, runtime)
  const short = shortcuts(features, lists, bend, runtime, onShare, pass.scores)
  const standing = new Float64Array(width)
  const slope = new Float64Array(width) // of the smoothed loss alone, where it stands
  const last = { width: Number.NaN, value: Number.NaN }

  /** The smoothed loss. A search begins where the last one ended, or was looked at: that takes no second pass. */
  function evaluate(point: Float64Array): number {
    if (last.width === smoothed.width && point.every((weight, place) => weight === standing[place])) return last.value
    standing.set(point)
    mean.hinge = 0
    mean.mass = 0
    last.value = pass.evaluate(point, slope)
    sorted = true // from now on scores change little from pass to pass
    last.width = smoothed.width
    return last.value
  }

  const atZero = hingeAtZero(lists, gradesOf, pairs)

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
    *solve(penalty, start, gradual = false) {
      const { lambda, ball } = penalty
      const direct = gradual || ball !== undefined
      const rough = !direct && start.every((weight) => weight === 0) ? short.rough() : undefined
      const weights = rough === undefined ? Float64Array.from(start) : solved(rough, penalty, start)
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
      let sampled = direct ? undefined : short.curvature
      for (let mu = rough === undefined ? WIDEST : widthFor(tolerance); mu > NARROWEST; ) {
        smoothed.width = mu
        evaluate(from)
        if (settled()) return fit('converged')
        const given = { iterations: iterations - made, tolerance: 1e-14 }
        // A smoothed value is the difference of two sums, over the width: so much of their rounding is left in it.
        const noise = (8 * Number.EPSILON * primal) / mu
        const steps = project
          ? projectedLbfgsSteps(objective, project, from, { ...given, noise })
          : sampled
            ? lbfgsSteps(objective, from, {
                tolerance: 1e-14,
                iterations: Math.min(given.iterations, SAMPLED_STEPS),
                precondition: sampled(from, lambda),
              })
            : truncatedNewtonSteps(objective, curvature, from, given)
        let near = false
        let since = 0 // steps since the gap last shrank for good
        let least = primal - dual
        for (let step = steps.next(); !step.done; step = steps.next()) {
          made++
          if (settled()) return fit('converged')
          yield { iteration: made, value: primal, optimality: relativeGap(primal - dual, primal, atZero) }
          near = bounds(penalty).inner <= 0.1 * (primal - dual)
          if (near) break // what is left comes from smoothing
          since = primal - dual < 0.98 * least ? 0 : since + 1
          if (since === 0) least = primal - dual
          if (since >= PATIENCE) break
        }
        if (made >= iterations) return fit('iteration-limit')
        from = standing.slice()
        if (sampled && !near) {
          sampled = undefined // few pairs bend any more, and a sample misses them: on with Newton's own steps
          continue
        }
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

/** The gap that is worth closing on a share: what its minimiser leaves open on all lists is some ten times as much, by experience. */
function toleranceOn({ rows, width }: MappedFeatures): number {
  return Math.min(0.1, (5 * width) / rows)
}

/** The first width where a share of the lists has been solved: about what the gap asks for. */
function widthFor(tolerance: number): number {
  return Math.min(0.1, Math.max(0.03, 1.2 * Math.sqrt(tolerance)))
}

/** The mean loss of zero weights, where every pair violates by 1. */
function hingeAtZero(lists: GradedLists, gradesOf: GradesOf, pairs: 'sum' | 'mean'): number {
  let total = 0
  for (const [list, share] of listShares(lists).entries()) {
    const { pairs: count } = gradesOf(lists.labels, list)
    total += share * (pairs === 'sum' ? count : Math.min(count, 1))
  }
  return total
}
