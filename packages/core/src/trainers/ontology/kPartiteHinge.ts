/**
 * Minimises er_T(f) + λ ‖f‖² over the space of a kernel, er_T(f) = 1/M² Σ (1 − (f(t_j) − f(t_i)))₊ over the pairs of the sample with t_j
 * of a higher rate: Gao & Xu 2013, "Stability analysis of learning algorithms for ontology similarity computation", (4) and (5), with
 * the sign that the text means.
 *
 * The hinge is approached by smoothed hinges of shrinking width μ (losses/smoothedHinge.ts), each by truncated Newton steps in the
 * space of the kernel. With g the slopes of the smoothed hinge and Σα its multipliers, every f′ has er_T(f′) ≥ Σα + Σ gᵢ f′(tᵢ), so that
 * min F ≥ Σα − ‖r‖²/(4λ), r the function that stands for g: the duality gap. It ends the search as a share of what can be gained at all,
 * F(0) − (Σα − ‖r‖²/(4λ)): of f = 0 it is the whole, however strong the penalty.
 */

import { dot } from '../../numeric/compute/dot.ts'
import type { RankingSpace } from '../../ontology/graph/rankingSpace.ts'
import { plainRuntime, type Runtime } from '../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../runtime/training.ts'
import { HingeOfScores } from './hingeOfScores.ts'

export interface KPartiteFit {
  /** f = Σ cᵢ K(tᵢ, ·), one coefficient per sampled vertex. */
  readonly coefficients: Float64Array
  /** The parameters of f in the space that was searched. */
  readonly point: Float64Array
  /** er_T + λ ‖f‖², and er_T alone. */
  readonly objective: number
  readonly error: number
  /** The most by which the objective may lie above the least possible one. */
  readonly excess: number
  /** The same as a share of the most by which the least possible one may lie below that of f = 0. */
  readonly gap: number
  readonly iterations: number
}

export interface KPartiteSolverOptions {
  readonly lambda: number
  readonly tolerance: number
  readonly iterations: number
  /** Coefficients to start from. */
  readonly start?: Float64Array
  /** γ: the hinge is (1 − u/γ)₊ of the lead u; 1 when left out. */
  readonly width?: number
  /** Adds Σ tiltᵢ f(tᵢ) to the objective. */
  readonly tilt?: Float64Array
}

const WIDEST = 0.5
const NARROWEST = 1e-10
/** From one width to the next. */
const NARROWING = 0.3
/** Newton steps for one width. */
const MOST_STEPS = 30
/** Of a Newton step: the share of its right side, in the squared norm, that may be left. */
const LOOSEST = 0.1
/** Slopes looked at along a direction, and strides below which they get nowhere. */
const MOST_TRIALS = 12
const SHORTEST = 1e-8

export function* kPartiteHinge(
  space: RankingSpace,
  rates: Float64Array,
  { lambda, tolerance, iterations, start, width = 1, tilt }: KPartiteSolverOptions,
  runtime: Pick<Runtime, 'stop'> = plainRuntime,
): Training<KPartiteFit> {
  const size = rates.length
  const hinge = new HingeOfScores(rates, width, tilt)
  const point = start === undefined ? new Float64Array(space.length) : space.point(start)
  const scores = new Float64Array(size)
  space.sampled(point, scores)
  let square = space.inner(point, point)
  const best = { point: point.slice(), objective: Number.POSITIVE_INFINITY }
  // The most that f = 0 may lie above the least: F(0) − (Σα − ‖r‖²/(4λ)).
  let room = Number.POSITIVE_INFINITY
  let made = 0
  const excessOf = (objective: number) => room - (hinge.atZero - objective)

  let before: Float64Array | undefined
  narrowing: for (let mu = WIDEST; mu > NARROWEST; mu *= NARROWING) {
    hinge.smoothing = mu
    before = extrapolate(before)
    for (let step = 0; ; step++) {
      obeyStop(runtime)
      hinge.evaluate(scores)
      const objective = hinge.plain + hinge.tiltOf(scores) + lambda * square
      if (objective < best.objective) {
        best.objective = objective
        best.point.set(point)
      }
      const { steepest, descent } = seenFrom(point)
      const gap = shareOf(excessOf(best.objective), room)
      if (made >= iterations) break narrowing
      if (gap <= tolerance) {
        const written = represented(best.point)
        if (shareOf(excessOf(written.objective), room) <= tolerance) break narrowing
        goOnFrom(written)
        continue
      }
      const progress = { stage: 'minimising', done: made, objective: best.objective, metrics: { gap } }
      yield progress
      // ‖∇F‖²/(4λ) is what the smoothed objective can still fall.
      const left = descent / (4 * lambda)
      if (left <= 0.05 * excessOf(best.objective) || step >= MOST_STEPS) break
      const forcing = Math.min(LOOSEST, Math.sqrt(left / room))
      const solving = space.newton(steepest, hinge.curvatureAt(scores, runtime), lambda, forcing)
      let solved = solving.next()
      for (; !solved.done; solved = solving.next()) yield progress
      const direction = solved.value
      const stride = strideAlong(direction, -space.inner(steepest, direction))
      made++
      for (let entry = 0; entry < point.length; entry++) point[entry] += stride * direction[entry]
      space.sampled(point, scores)
      square = space.inner(point, point)
      if (stride < SHORTEST) break
    }
  }

  /** A function by the coefficients that are closest to it, Σ cᵢ K(tᵢ, ·): the parameters of a search that ended early may leave that form. */
  function represented(parameters: Float64Array) {
    const coefficients = space.coefficients(parameters)
    const written = space.point(coefficients)
    const at = new Float64Array(size)
    space.sampled(written, at)
    hinge.evaluate(at)
    const reach = space.inner(written, written)
    const error = hinge.plain
    return { coefficients, point: written, scores: at, square: reach, error, objective: error + hinge.tiltOf(at) + lambda * reach }
  }

  function goOnFrom(written: ReturnType<typeof represented>): void {
    point.set(written.point)
    scores.set(written.scores)
    square = written.square
    best.objective = written.objective
    best.point.set(written.point)
  }

  /** The way down from a point whose scores were evaluated last, and its squared norm. Its multipliers may show that less room is left. */
  function seenFrom(at: Float64Array): { readonly steepest: Float64Array; readonly descent: number } {
    const steepest = space.representer(hinge.slope)
    room = Math.min(room, hinge.idle + space.inner(steepest, steepest) / (4 * lambda))
    for (let entry = 0; entry < steepest.length; entry++) steepest[entry] = -(steepest[entry] + 2 * lambda * at[entry])
    return { steepest, descent: space.inner(steepest, steepest) }
  }

  /** How far to go along the direction, at most 1: to where the smoothed objective is about flat, by regula falsi on its slope. */
  function strideAlong(direction: Float64Array, slopeAtStart: number): number {
    const image = new Float64Array(size)
    space.sampled(direction, image)
    const [across, along] = [space.inner(point, direction), space.inner(direction, direction)]
    const trial = new Float64Array(size)
    const slopeAt = (stride: number) => {
      for (let item = 0; item < size; item++) trial[item] = scores[item] + stride * image[item]
      hinge.evaluate(trial)
      return dot(hinge.slope, image) + 2 * lambda * (across + stride * along)
    }
    const flat = -0.1 * slopeAtStart
    let [low, lowSlope] = [0, slopeAtStart]
    let [high, highSlope] = [1, slopeAt(1)]
    if (highSlope <= flat) return 1
    let last: 'low' | 'high' | undefined
    for (let trials = 0; trials < MOST_TRIALS; trials++) {
      const share = -lowSlope / (highSlope - lowSlope)
      const stride = low + Math.min(0.95, Math.max(0.05, share)) * (high - low)
      const slope = slopeAt(stride)
      if (Math.abs(slope) <= flat) return stride
      // The end that stays twice counts half: otherwise the other one creeps.
      if (slope < 0) {
        ;[low, lowSlope] = [stride, slope]
        if (last === 'low') highSlope /= 2
        last = 'low'
      } else {
        ;[high, highSlope] = [stride, slope]
        if (last === 'high') lowSlope /= 2
        last = 'high'
      }
    }
    return low
  }

  /** Continues along the line through the minima of the last two widths, if that is lower; returns the last one. */
  function extrapolate(last: Float64Array | undefined): Float64Array {
    const here = point.slice()
    if (last === undefined || made === 0) return here
    const further = here.map((entry, at) => entry + NARROWING * (entry - last[at]))
    const furtherScores = new Float64Array(size)
    space.sampled(further, furtherScores)
    const furtherSquare = space.inner(further, further)
    if (hinge.evaluate(furtherScores) + lambda * furtherSquare < hinge.evaluate(scores) + lambda * square) {
      point.set(further)
      scores.set(furtherScores)
      square = furtherSquare
    }
    return here
  }

  const { coefficients, point: found, error, objective } = represented(best.point)
  const excess = Math.max(0, excessOf(objective))
  return { coefficients, point: found, objective, error, excess, gap: shareOf(excess, room), iterations: made }
}

function shareOf(amount: number, of: number): number {
  return Math.max(0, amount) / Math.max(of, Number.MIN_VALUE)
}
