/**
 * The weights that minimise F(w) = L̂(w) + λ/2 ‖w‖² over a ball of weights, or over all weights. L̂ is the mean loss of the lists.
 */
import type { CurvedLossSpec, LossSpec } from '../../losses/lossSpec.ts'
import { dot } from '../../numeric/compute/dot.ts'
import { addScaled, maximumNorm } from '../../numeric/dense/vectors.ts'
import { acceleratedProximalSteps } from '../../numeric/optimisers/acceleratedProximal.ts'
import { lbfgsSteps } from '../../numeric/optimisers/lbfgs.ts'
import { nextStep, type Optimisation, type OptimiserEnd, type Pending, type PendingObjective } from '../../numeric/optimisers/objective.ts'
import { projectedLbfgsSteps } from '../../numeric/optimisers/projectedLbfgs.ts'
import { ballGap, type NormBall, projectOntoBall } from '../../numeric/optimisers/projections.ts'
import { truncatedNewtonSteps } from '../../numeric/optimisers/truncatedNewton.ts'
import type { Progress, Training, Waiting } from '../../runtime/training.ts'
import type { LinearLists } from './linearLists.ts'
import type { SampledCurvature, Solve } from './sampledCurvature.ts'

export interface Penalty {
  readonly lambda: number
  /** All weights are allowed where there is none. */
  readonly ball?: NormBall
}

export interface LinearFit {
  readonly weights: Float64Array
  readonly objective: number
  /**
   * Without a ball, ‖∇F‖∞ over ‖∇L̂(0)‖∞. On a ball, and for losses that are not smooth, a bound on F − min F, from the gradient or from
   * the dual problem, over F or over the same bound on F(0) − min F, whichever is less; over a thousandth of F(0) where F is less than that.
   */
  readonly optimality: number
  readonly iterations: number
  readonly ended: FitEnd
}

/**
 * Besides the ends of optimisers: `kinks`, a loss with kinks falls hardly any more though its gradient does not vanish; `jumps`, no step along
 * what stands for the gradient lowers a loss that jumps; `validation`, the validation data chose an earlier iteration.
 */
export type FitEnd = OptimiserEnd | 'kinks' | 'jumps' | 'validation'

export interface Assessment extends Pick<LinearFit, 'objective' | 'optimality'> {
  readonly gradient: Float64Array
}

/** What a solver yields besides its steps: what the answers it asks for yield. */
type Asking = Progress | Waiting

export interface LinearSolver {
  /** Yields after each iteration. Those who may stop on the way ask for a `gradual` search, of small steps from the start. */
  solve(penalty: Penalty, start: Float64Array, gradual?: boolean): Optimisation<Asking, LinearFit>
  /** The current point of `solve` while it yields a step. */
  readonly standing: Float64Array
  /** F at the weights, its gradient, and how far from optimal they are. */
  assess(penalty: Penalty, weights: Float64Array): Training<Assessment>
}

/** What shortens a search on large data; see shortcuts.ts. */
export interface Shortcuts {
  readonly curvature: SampledCurvature | undefined
  /** Solves the same problem on a share of the lists; made when first asked for. Undefined where there is too little data to share. */
  rough(): Training<LinearSolver | undefined>
}

/** On a ball the relative gap has to fall to this share of the tolerance: objectives are to be known better than gradients. */
const GAP_SHARE = 0.05
/** Accelerated proximal steps before quasi-Newton ones. */
const PROXIMAL_STEPS = 50

interface StoppingOptions {
  readonly iterations: number
  readonly tolerance: number
}

export interface SolverOptions extends StoppingOptions {
  /** Of the pairs that a sample of the curvature is drawn from. */
  readonly seed: number
}

/** The loss, and the steps to take where there is no ball: Newton steps need its curvature. */
export type SmoothLoss =
  | { readonly steps: 'newton'; readonly loss: CurvedLossSpec }
  | { readonly steps: 'quasi-newton'; readonly loss: LossSpec }

/** For losses with a gradient everywhere. */
export function* smoothSolver(
  lists: LinearLists,
  smooth: SmoothLoss,
  { iterations, tolerance }: SolverOptions,
  short?: Shortcuts,
): Training<LinearSolver> {
  const { width } = lists
  const { loss } = smooth
  const standing = new Float64Array(width)
  const { value: atZero, gradient: firstSlope } = yield* lists.loss(loss, standing)
  const slopeAtZero = maximumNorm(firstSlope)
  const unit = 2 * powerOfTwoBelow(slopeAtZero)
  /** Relative to the slope at zero wherever a search starts: there f has a slope of at most 1. */
  const enough = slopeAtZero > 0 ? (tolerance * slopeAtZero) / unit : tolerance

  /** F and its gradient. */
  function* penalised(lambda: number, point: Float64Array): Training<{ value: number; gradient: Float64Array }> {
    const { value, gradient } = yield* lists.loss(loss, point)
    addScaled(lambda, point, gradient)
    return { value: value + (lambda / 2) * dot(point, point), gradient }
  }

  /** F in units of the first slope, so that tolerances are relative to it. */
  function objectiveFor(lambda: number): PendingObjective<Asking> {
    return function* (point, into) {
      standing.set(point)
      const { value, gradient } = yield* penalised(lambda, point)
      for (let place = 0; place < width; place++) into[place] = gradient[place] / unit
      return value / unit
    }
  }

  function steps({ lambda, ball }: Penalty, start: Float64Array): Optimisation<Asking> {
    const objective = objectiveFor(lambda)
    if (ball !== undefined) return stepsOnBall(objective, { lambda: lambda / unit, ball }, start, atZero / unit, { iterations, tolerance })
    const given = { iterations, tolerance: enough }
    if (smooth.steps === 'quasi-newton') return lbfgsSteps(objective, start, given)
    const product = function* (direction: Float64Array, into: Float64Array): Pending<Asking, void> {
      const image = yield* lists.curvature(smooth.loss, standing, direction)
      for (let place = 0; place < width; place++) into[place] = (image[place] + lambda * direction[place]) / unit
    }
    return truncatedNewtonSteps(objective, product, start, given)
  }

  /** From where a share of the lists leads, along the curvature of a sample. */
  function* shortSteps(penalty: Penalty, start: Float64Array): Training<Optimisation<Asking>> {
    const { lambda } = penalty
    const rough = start.every((weight) => weight === 0) && short !== undefined ? yield* short.rough() : undefined
    const from = rough === undefined ? start : yield* solved(rough, penalty, start)
    if (short?.curvature === undefined) return steps(penalty, from)
    const { curvature } = short
    let divide: Solve | undefined
    const precondition = function* (into: Float64Array): Pending<Asking, void> {
      divide ??= yield* curvature(from, lambda) // only now, when a pass has these weights
      divide(into)
      for (let place = 0; place < width; place++) into[place] *= unit
    }
    return lbfgsSteps(objectiveFor(lambda), from, { iterations, tolerance: enough, precondition })
  }

  function optimalityAt({ lambda, ball }: Penalty, value: number, point: Float64Array, slope: Float64Array): number {
    if (ball === undefined) return slopeAtZero > 0 ? maximumNorm(slope) / slopeAtZero : maximumNorm(slope)
    return relativeGap(penalisedGap({ lambda, ball }, point, slope), value, atZero)
  }

  return {
    standing,
    *solve(penalty, start, gradual = false) {
      const optimisation = gradual || penalty.ball !== undefined ? steps(penalty, start) : yield* shortSteps(penalty, start)
      const { point, value, gradient, iterations: made, ended } = yield* optimisation
      const slope = gradient.map((entry) => entry * unit)
      const objective = value * unit
      return { weights: point, objective, optimality: optimalityAt(penalty, objective, point, slope), iterations: made, ended }
    },
    *assess(penalty, weights) {
      standing.set(weights)
      const { value: objective, gradient } = yield* penalised(penalty.lambda, weights)
      return { objective, optimality: optimalityAt(penalty, objective, weights, gradient), gradient }
    },
  }
}

/**
 * Projected quasi-Newton steps, ended by the gap as soon as that is small. On the L1 ball accelerated proximal steps come first:
 * they soon show which weights are zero.
 */
function* stepsOnBall(
  objective: PendingObjective<Asking>,
  penalty: Required<Penalty>,
  start: Float64Array,
  atZero: number,
  given: StoppingOptions,
): Optimisation<Asking> {
  const { ball } = penalty
  const project = (point: Float64Array, into: Float64Array) => projectOntoBall(ball, point, into)
  const standing = { point: new Float64Array(start.length), gradient: new Float64Array(start.length), value: 0, evaluations: 0 }
  const watched: PendingObjective<Asking> = function* (point, into) {
    standing.value = yield* objective(point, into)
    standing.point.set(point)
    standing.gradient.set(into)
    standing.evaluations++
    return standing.value
  }
  const enough = GAP_SHARE * given.tolerance
  let made = 0
  const stages = ball.norm === 'l1' ? [acceleratedProximalSteps, projectedLbfgsSteps] : [projectedLbfgsSteps]
  let from = start
  for (const [index, stage] of stages.entries()) {
    const last = index === stages.length - 1
    const most = Math.min(given.iterations - made, last ? given.iterations : PROXIMAL_STEPS)
    const steps: Optimisation<Asking> = stage(watched, project, from, { tolerance: 1e-14, iterations: most })
    for (;;) {
      const step = yield* nextStep(steps)
      if (step.done) {
        const { ended, iterations } = step.value
        if (last || ended === 'converged') return { ...step.value, iterations: made + iterations }
        made += iterations
        from = step.value.point
        break
      }
      const { point, gradient, value, evaluations } = standing
      const iteration = made + step.value.iteration
      const gap = penalisedGap(penalty, point, gradient)
      if (gap <= enough * Math.min(value, roomBelow(atZero, value, gap))) {
        return { point, value, gradient, optimality: step.value.optimality, iterations: iteration, evaluations, ended: 'converged' }
      }
      yield { ...step.value, iteration }
    }
  }
  throw new Error('the last stage returns')
}

/** The weights that a solver ends with, without a word on the way: where another search starts. */
export function* solved(solver: LinearSolver, penalty: Penalty, start: Float64Array): Training<Float64Array> {
  const steps = solver.solve(penalty, start)
  for (;;) {
    const step = yield* nextStep(steps)
    if (step.done) return step.value.weights
  }
}

/**
 * An upper bound of F(w) − min F over the ball, F convex apart from λ/2 ‖w‖²: minus the least of ⟨∇F, v − w⟩ + λ/2 ‖v − w‖², which lies
 * at the projection of w − ∇F/λ. Without λ it is the gap of the ball.
 */
function penalisedGap({ lambda, ball }: Required<Penalty>, point: Float64Array, gradient: Float64Array): number {
  if (!(lambda > 0)) return ballGap(ball, point, gradient)
  const best = point.map((entry, place) => entry - gradient[place] / lambda)
  projectOntoBall(ball, best, best)
  let gap = 0
  for (let place = 0; place < point.length; place++) {
    const moved = best[place] - point[place]
    gap -= moved * (gradient[place] + (lambda / 2) * moved)
  }
  return gap
}

/** Where nearly nothing is left of the objective at w = 0, gaps are measured by this share of it. */
const LEAST_SHARE = 1e-3

/**
 * A gap as a share of the objective, or of `room` if that is less: the most that zero weights leave to be gained. The whole of it is left
 * at zero weights, however little that is beside the objective.
 */
export function relativeGap(gap: number, objective: number, atZero: number, room: number = roomBelow(atZero, objective, gap)): number {
  const positive = Math.max(0, gap) // rounding apart
  if (positive === 0) return 0
  return positive / Math.min(Math.max(objective, LEAST_SHARE * atZero) || Number.POSITIVE_INFINITY, room)
}

/** The most that a gap can be which `relativeGap` told as this share. */
export function greatestGap(share: number, objective: number, atZero: number): number {
  return share * Math.max(objective, LEAST_SHARE * atZero)
}

/** The most by which the least objective may lie below that of zero weights; the gap where weights are worse than those. */
function roomBelow(atZero: number, objective: number, gap: number): number {
  return Math.max(0, atZero - objective) + gap
}

/** Dividing by it loses no digit. */
function powerOfTwoBelow(size: number): number {
  if (!(size > 0 && size < Number.POSITIVE_INFINITY)) return 1
  let power = 1
  while (power > size) power /= 2
  while (2 * power <= size) power *= 2
  return power
}
