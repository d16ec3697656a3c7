/**
 * Minimises er_T(f) + λ ‖f‖² over the space of a kernel, er_T(f) = 1/M² Σ (1 − (f(t_j) − f(t_i)))₊ over the pairs of the sample with t_j
 * of a higher rate: Gao & Xu 2013, "Stability analysis of learning algorithms for ontology similarity computation", (4) and (5), with
 * the sign that the text means.
 *
 * The hinge is approached by smoothed hinges of shrinking width μ (losses/smoothedHinge.ts), each by truncated Newton steps in the
 * space of the kernel. With g the slopes of the smoothed hinge and Σα its multipliers, every f′ has er_T(f′) ≥ Σα + Σ gᵢ f′(tᵢ), so that
 * min F ≥ Σα − ‖r‖²/(4λ), r the function that stands for g: the duality gap, which ends the search.
 */

import { smoothedHinge } from '../../losses/smoothedHinge.ts'
import { dot } from '../../numeric/compute/dot.ts'
import type { RankingSpace } from '../../ontology/graph/rankingSpace.ts'
import { plainRuntime, type Runtime } from '../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../runtime/training.ts'

export interface KPartiteFit {
  /** f = Σ cᵢ K(tᵢ, ·), one coefficient per sampled vertex. */
  readonly coefficients: Float64Array
  /** The parameters of f in the space that was searched. */
  readonly point: Float64Array
  /** er_T + λ ‖f‖², and er_T alone. */
  readonly objective: number
  readonly error: number
  /** How far the objective may lie above the least possible one, as a share of it. */
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

export function* kPartiteHinge(
  space: RankingSpace,
  rates: Float64Array,
  { lambda, tolerance, iterations, start, width = 1, tilt }: KPartiteSolverOptions,
  runtime: Pick<Runtime, 'stop'> = plainRuntime,
): Training<KPartiteFit> {
  const size = rates.length
  const share = 1 / (size * size)
  const smoothed = smoothedHinge('sum', WIDEST)
  const point = start === undefined ? new Float64Array(space.length) : space.point(start)
  const scores = new Float64Array(size)
  space.sampled(point, scores)
  let square = space.inner(point, point)
  const scaled = new Float64Array(size)
  const slope = new Float64Array(size)
  const best = { point: point.slice(), objective: Number.POSITIVE_INFINITY }
  let dual = Number.NEGATIVE_INFINITY
  let made = 0

  /** The smoothed objective without its penalty; `slope` are its slopes. */
  const evaluate = (at: Float64Array) => {
    for (let item = 0; item < size; item++) scaled[item] = at[item] / width
    const value = share * smoothed.evaluate(scaled, rates, slope)
    for (let item = 0; item < size; item++) slope[item] = (share / width) * slope[item] + (tilt?.[item] ?? 0)
    return value + tiltOf(at)
  }
  const tiltOf = (at: Float64Array) => (tilt === undefined ? 0 : dot(tilt, at))
  const shareOf = (amount: number, of: number) => Math.max(0, amount) / Math.max(of, Number.MIN_VALUE)
  const relativeGap = () => shareOf(best.objective - dual, best.objective)

  const trial = new Float64Array(size)
  let before: Float64Array | undefined
  narrowing: for (let mu = WIDEST; mu > NARROWEST; mu *= NARROWING) {
    smoothed.width = mu
    before = extrapolate(before)
    for (let step = 0; ; step++) {
      obeyStop(runtime)
      const value = evaluate(scores)
      const mass = share * smoothed.mass
      const objective = share * smoothed.hinge + tiltOf(scores) + lambda * square
      if (objective < best.objective) {
        best.objective = objective
        best.point.set(point)
      }
      const steepest = space.representer(slope)
      dual = Math.max(dual, mass - space.inner(steepest, steepest) / (4 * lambda))
      for (let entry = 0; entry < steepest.length; entry++) steepest[entry] = -(steepest[entry] + 2 * lambda * point[entry])
      const descent = space.inner(steepest, steepest)
      if (relativeGap() <= tolerance || made >= iterations) break narrowing
      yield { stage: 'minimising', done: made, objective: best.objective, metrics: { gap: relativeGap() } }
      // ‖∇F‖²/(4λ) is what the smoothed objective can still fall.
      if (descent / (4 * lambda) <= 0.05 * (best.objective - dual) || step >= 30) break
      const curvature = {
        apply(direction: Float64Array, into: Float64Array) {
          obeyStop(runtime) // a step may take hundreds of products
          for (let item = 0; item < size; item++) scaled[item] = scores[item] / width
          smoothed.curvature(scaled, rates, direction, into)
          for (let item = 0; item < size; item++) into[item] *= share / (width * width)
        },
        diagonal() {
          for (let item = 0; item < size; item++) scaled[item] = scores[item] / width
          const into = new Float64Array(size)
          smoothed.curvatureDiagonal(scaled, rates, into)
          return into.map((entry) => (entry * share) / (width * width))
        },
      }
      const direction = space.newton(steepest, curvature, lambda, Math.min(0.01, Math.sqrt(descent)))
      const image = new Float64Array(size)
      space.sampled(direction, image)
      const slopeAlong = -space.inner(steepest, direction)
      const [across, along] = [space.inner(point, direction), space.inner(direction, direction)]
      let stride = 1
      for (;;) {
        for (let item = 0; item < size; item++) trial[item] = scores[item] + stride * image[item]
        const reach = square + 2 * stride * across + stride * stride * along
        if (evaluate(trial) + lambda * reach <= value + lambda * square + 1e-4 * stride * slopeAlong || stride < 1e-8) break
        stride *= 0.5
      }
      made++
      for (let entry = 0; entry < point.length; entry++) point[entry] += stride * direction[entry]
      space.sampled(point, scores)
      square = space.inner(point, point)
      if (stride < 1e-8) break
    }
  }
  /** Continues along the line through the minima of the last two widths, if that is lower; returns the last one. */
  function extrapolate(last: Float64Array | undefined): Float64Array {
    const here = point.slice()
    if (last === undefined || made === 0) return here
    const further = here.map((entry, at) => entry + NARROWING * (entry - last[at]))
    const furtherScores = new Float64Array(size)
    space.sampled(further, furtherScores)
    const furtherSquare = space.inner(further, further)
    if (evaluate(furtherScores) + lambda * furtherSquare < evaluate(scores) + lambda * square) {
      point.set(further)
      scores.set(furtherScores)
      square = furtherSquare
    }
    return here
  }

  const coefficients = space.coefficients(best.point)
  const found = space.point(coefficients)
  space.sampled(found, scores)
  evaluate(scores)
  const error = share * smoothed.hinge
  const objective = error + tiltOf(scores) + lambda * space.inner(found, found)
  return { coefficients, point: found, objective, error, gap: shareOf(objective - dual, objective), iterations: made }
}
