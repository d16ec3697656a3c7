/**
 * The plain hinge has corners, so its minimum is approached through smoothed hinges of ever smaller width μ, each solved from
 * where the last one ended: by quasi-Newton steps along the curvature of sampled pairs, by truncated Newton steps where those do
 * not get there, or by projected quasi-Newton steps on a ball. The slopes of the smoothed hinges are multipliers α of the dual
 * problem, and as hinge(w') ≥ Σα + ⟨g, w'⟩ for all w' with g the smoothed gradient,
 *
 *   min F ≥ Σα + min over the ball of λ/2 ‖w'‖² + ⟨g, w'⟩.
 *
 * The best such bound against the least F found is the duality gap, known at every iterate. It ends the search as a share of F, or of what
 * zero weights leave to be gained, F(0) − that bound, if this is less: otherwise zero weights would pass where the penalty is strong.
 */
import type { CurvedLossSpec } from '../../losses/lossSpec.ts'
import { dot } from '../../numeric/compute/dot.ts'
import { addScaled, maximumNorm } from '../../numeric/dense/vectors.ts'
import { lbfgsSteps } from '../../numeric/optimisers/lbfgs.ts'
import { nextStep, type Optimisation, type OptimiserEnd, type Pending, type PendingObjective } from '../../numeric/optimisers/objective.ts'
import { projectedLbfgsSteps } from '../../numeric/optimisers/projectedLbfgs.ts'
import { ballReach, projectOntoBall } from '../../numeric/optimisers/projections.ts'
import { truncatedNewtonSteps } from '../../numeric/optimisers/truncatedNewton.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Progress, Training, Waiting } from '../../runtime/training.ts'
import type { LinearLists } from './linearLists.ts'
import { type LinearFit, type LinearSolver, type Penalty, relativeGap, type Shortcuts, type SolverOptions, solved } from './linearSolver.ts'
import { marginPairs } from './pairDraws.ts'
import type { Solve } from './sampledCurvature.ts'
import { shortcuts } from './shortcuts.ts'

const WIDEST = 0.5
const NARROWEST = 1e-9
/** Pairs are sampled from a window of at least this width, lest few fall into it. */
const CURVATURE_WIDTH = 0.1
/** Steps along a sampled curvature with which one width should be done. */
const SAMPLED_STEPS = 100
/** Steps without a smaller gap before a width is given up. */
const PATIENCE = 15
/** Sums over pairs are no closer than this share. */
const ROUNDING = 1e-14

type Asking = Progress | Waiting

export function* hingeSolver(lists: LinearLists, pairs: 'sum' | 'mean', options: SolverOptions, runtime: Runtime): Training<LinearSolver> {
  const hinge = yield* smoothedHinge(lists, pairs)
  const bend = marginPairs(pairs, (margin) => {
    const within = Math.max(hinge.width, CURVATURE_WIDTH)
    return margin < 1 && margin > 1 - within ? 1 / within : 0
  })
  const onShare = (share: LinearLists) =>
    hingeSolver(share, pairs, { ...options, tolerance: Math.max(options.tolerance, toleranceOn(share)) }, runtime)
  const short = shortcuts(lists, { spec: () => hinge.spec, draws: bend, from: 'many lists' }, options, runtime, onShare)
  return {
    standing: hinge.standing,
    solve: (penalty, start, gradual = false) => search(hinge, short, penalty, start, gradual, options),
    *assess(penalty, weights) {
      yield* hinge.evaluate(weights)
      const { primal, gap, room } = hinge.bounds(penalty)
      const gradient = hinge.slope.slice()
      addScaled(penalty.lambda, weights, gradient)
      return { objective: primal, optimality: relativeGap(gap, primal, hinge.atZero, room), gradient }
    },
  }
}

/** The smoothed hinge of all lists, and what it says about the plain one at the point where it was evaluated last. */
interface SmoothedHingeOfLists {
  readonly lists: LinearLists
  /** μ; may be changed between evaluations. */
  width: number
  readonly spec: CurvedLossSpec
  readonly standing: Float64Array
  /** Of the smoothed loss alone, where it stands. */
  readonly slope: Float64Array
  /** The plain hinge of zero weights. */
  readonly atZero: number
  /** The smoothed loss. A search begins where the last one ended, or was looked at: that takes no second pass. */
  evaluate(point: Float64Array): Training<number>
  bounds(penalty: Penalty): Bounds
}

/** What the point evaluated last says about F, the objective with the plain hinge. */
interface Bounds {
  /** F there. */
  readonly primal: number
  /** The most by which F may lie above its minimum there, and how much of that is not due to smoothing. */
  readonly gap: number
  readonly inner: number
  /** The most by which the minimum of F may lie below F(0). */
  readonly room: number
}

function* smoothedHinge(lists: LinearLists, pairs: 'sum' | 'mean'): Training<SmoothedHingeOfLists> {
  const standing = new Float64Array(lists.width)
  const slope = new Float64Array(lists.width)
  const last = { width: Number.NaN, value: Number.NaN, hinge: 0, mass: 0 }
  const above = (difference: number, size: number) => (difference > ROUNDING * size ? difference : 0)
  let atZero = 0
  const hinge: SmoothedHingeOfLists = {
    lists,
    width: WIDEST,
    get spec(): CurvedLossSpec {
      return { loss: 'smoothed-hinge', pairs, width: hinge.width }
    },
    standing,
    slope,
    get atZero() {
      return atZero
    },
    *evaluate(point) {
      if (last.width === hinge.width && point.every((weight, place) => weight === standing[place])) return last.value
      standing.set(point)
      const { value, gradient, hinge: plain, mass } = yield* lists.loss(hinge.spec, point)
      slope.set(gradient)
      Object.assign(last, { width: hinge.width, value, hinge: plain, mass })
      return value
    },
    bounds({ lambda, ball }) {
      const square = (lambda / 2) * dot(standing, standing)
      let least: number
      if (lambda > 0) {
        const best = slope.map((entry) => -entry / lambda)
        if (ball !== undefined) projectOntoBall(ball, best, best)
        least = (lambda / 2) * dot(best, best) + dot(slope, best)
      } else if (ball === undefined) {
        least = maximumNorm(slope) === 0 ? 0 : Number.NEGATIVE_INFINITY
      } else {
        least = -ballReach(ball, slope)
      }
      const along = dot(slope, standing)
      const inner = square + along - least
      // Differences of large sums are taken apart from small ones, which a strong penalty leaves alone to decide.
      const gap = inner + above(last.hinge - last.mass - along, last.hinge)
      return { primal: last.hinge + square, gap, inner, room: above(atZero - last.mass, atZero) - least }
    },
  }
  yield* hinge.evaluate(new Float64Array(lists.width))
  atZero = last.hinge
  return hinge
}

function* search(
  hinge: SmoothedHingeOfLists,
  short: Shortcuts,
  penalty: Penalty,
  start: Float64Array,
  gradual: boolean,
  { iterations, tolerance }: SolverOptions,
): Optimisation<Asking, LinearFit> {
  const { standing } = hinge
  const { lambda, ball } = penalty
  const direct = gradual || ball !== undefined
  const rough = !direct && start.every((weight) => weight === 0) ? yield* short.rough() : undefined
  const weights = rough === undefined ? Float64Array.from(start) : yield* solved(rough, penalty, start)
  if (ball !== undefined) projectOntoBall(ball, weights, weights)
  let room = Number.POSITIVE_INFINITY
  let primal = Number.POSITIVE_INFINITY
  let gap = Number.POSITIVE_INFINITY
  let made = 0

  /** Takes in the point evaluated last; true when it is close enough to optimal. */
  const settled = () => {
    const found = hinge.bounds(penalty)
    room = Math.min(room, found.room)
    const small = (size: number) => size <= tolerance * Math.min(primal, room)
    if (found.primal < primal || small(found.gap)) {
      primal = found.primal
      gap = found.gap
      weights.set(standing)
    }
    // Multipliers of another point may show that less is left.
    gap = Math.min(gap, room - (hinge.atZero - primal) + ROUNDING * primal)
    return small(gap)
  }
  const optimality = () => relativeGap(gap, primal, hinge.atZero, room)
  const fit = (ended: OptimiserEnd): LinearFit => ({ weights, objective: primal, optimality: optimality(), iterations: made, ended })

  let from = weights.slice()
  let sampled = direct ? undefined : short.curvature
  for (let mu = rough === undefined ? WIDEST : widthFor(tolerance); mu > NARROWEST; ) {
    hinge.width = mu
    yield* hinge.evaluate(from)
    if (settled()) return fit('converged')
    const divide = sampled && (yield* sampled(from, lambda))
    // A smoothed value is the difference of two sums, over the width: that much of their rounding remains in it.
    const noise = (8 * Number.EPSILON * primal) / mu
    const steps = stepsFor(hinge, penalty, from, iterations - made, noise, divide)
    let near = false
    let since = 0 // steps since the gap last shrank for good
    let least = gap
    for (let step = yield* nextStep(steps); !step.done; step = yield* nextStep(steps)) {
      made++
      if (settled()) return fit('converged')
      yield { iteration: made, value: primal, optimality: optimality() }
      near = hinge.bounds(penalty).inner <= 0.1 * gap
      if (near) break // what is left comes from smoothing
      since = gap < 0.98 * least ? 0 : since + 1
      if (since === 0) least = gap
      if (since >= PATIENCE) break
    }
    if (made >= iterations) return fit('iteration-limit')
    from = standing.slice()
    if (sampled && !near) {
      sampled = undefined // few pairs bend any more, and a sample misses them: on with Newton's own steps
      continue
    }
    // The gap shrinks with the square of the width: as the width, so the number of pairs within it.
    const wanted = Math.sqrt((tolerance * Math.min(primal, room)) / gap)
    mu *= Math.min(0.5, Math.max(0.1, 0.7 * wanted))
  }
  return fit('no-progress')
}

/** The search for the minimum of F with the hinge of one width. */
function stepsFor(
  hinge: SmoothedHingeOfLists,
  { lambda, ball }: Penalty,
  from: Float64Array,
  iterations: number,
  noise: number,
  divide: Solve | undefined,
): Optimisation<Asking> {
  const { lists, standing, slope } = hinge
  const objective: PendingObjective<Asking> = function* (point, into) {
    const value = (yield* hinge.evaluate(point)) + (lambda / 2) * dot(point, point)
    into.set(slope)
    addScaled(lambda, point, into)
    return value
  }
  const tolerance = 1e-14
  if (ball !== undefined) {
    const project = (point: Float64Array, into: Float64Array) => projectOntoBall(ball, point, into)
    return projectedLbfgsSteps(objective, project, from, { iterations, tolerance, noise })
  }
  if (divide !== undefined) {
    // biome-ignore lint/correctness/useYield: the curvature was asked for before
    const precondition = function* (into: Float64Array): Pending<never, void> {
      divide(into)
    }
    return lbfgsSteps(objective, from, { iterations: Math.min(iterations, SAMPLED_STEPS), tolerance, precondition })
  }
  const curvature = function* (direction: Float64Array, into: Float64Array): Pending<Asking, void> {
    into.set(yield* lists.curvature(hinge.spec, standing, direction))
    addScaled(lambda, direction, into)
  }
  return truncatedNewtonSteps(objective, curvature, from, { iterations, tolerance })
}

/** The gap that is worth closing on a share: what its minimiser leaves open on all lists is some ten times as much, by experience. */
function toleranceOn({ size, width }: LinearLists): number {
  return Math.min(0.1, (5 * width) / size.rows)
}

/** The first width where a share of the lists has been solved: about what the gap asks for. */
function widthFor(tolerance: number): number {
  return Math.min(0.1, Math.max(0.03, 1.2 * Math.sqrt(tolerance)))
}
