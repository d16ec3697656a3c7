/**
 * Minimises er_T(f) + λ ‖f‖² over the space of a kernel, er_T(f) = 1/M² Σ (1 − (f(t_j) − f(t_i)))₊ over the pairs of the sample with t_j
 * of a higher rate: Gao & Xu 2013, "Stability analysis of learning algorithms for ontology similarity computation", (4) and (5), with
 * the sign that the text means.
 *
 * f = Σ cᵢ K(tᵢ, ·), one coefficient per sampled vertex. The hinge is approached by smoothed hinges of shrinking width μ
 * (trainers/smoothedHinge.ts), each by truncated Newton steps in the space of the kernel: (2λ I + H K) d = −(g + 2λ c), solved by
 * conjugate gradients in the inner product of K. With g the slopes of the smoothed hinge and Σα its multipliers, every f′ has
 * er_T(f′) ≥ Σα + ⟨g, f′⟩, so that min F ≥ Σα − gᵀKg/(4λ): the duality gap, which ends the search.
 */
import { dot } from '../../numeric/dot.ts'
import { addScaled } from '../../numeric/vectors.ts'
import { smoothedHinge } from '../../trainers/smoothedHinge.ts'
import type { Training } from '../../trainers/training.ts'

/** into = the kernel between the sampled vertices, applied to a vector of coefficients. */
export type SampleKernel = (coefficients: Float64Array, into: Float64Array) => void

export interface KPartiteFit {
  readonly coefficients: Float64Array
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
  readonly start?: Float64Array
}

const WIDEST = 0.5
const NARROWEST = 1e-10

export function* kPartiteHinge(
  kernel: SampleKernel,
  rates: Float64Array,
  { lambda, tolerance, iterations, start }: KPartiteSolverOptions,
): Training<KPartiteFit> {
  const size = rates.length
  const share = 1 / size ** 2
  const smoothed = smoothedHinge('sum', WIDEST)
  const point = start === undefined ? new Float64Array(size) : Float64Array.from(start)
  const scores = new Float64Array(size)
  kernel(point, scores)
  const slope = new Float64Array(size)
  const slopeImage = new Float64Array(size)
  const best = { coefficients: point.slice(), objective: Number.POSITIVE_INFINITY, error: 0 }
  let dual = Number.NEGATIVE_INFINITY
  let made = 0

  /** The smoothed objective; `slope` are the slopes of its first part. */
  const evaluate = (at: Float64Array, image: Float64Array) => {
    const value = share * smoothed.evaluate(image, rates, slope)
    for (let item = 0; item < size; item++) slope[item] *= share
    return value + lambda * dot(at, image)
  }
  const consider = (coefficients: Float64Array, image: Float64Array) => {
    const error = share * smoothed.hinge
    const objective = error + lambda * dot(coefficients, image)
    if (objective < best.objective) {
      best.objective = objective
      best.error = error
      best.coefficients.set(coefficients)
    }
  }
  const relativeGap = () => Math.max(0, best.objective - dual) / Math.max(best.objective, Number.MIN_VALUE)

  const trial = new Float64Array(size)
  const trialScores = new Float64Array(size)
  for (let mu = WIDEST; mu > NARROWEST; mu *= 0.3) {
    smoothed.width = mu
    for (let step = 0; ; step++) {
      let value = evaluate(point, scores)
      const mass = share * smoothed.mass
      consider(point, scores)
      kernel(slope, slopeImage)
      const reach = dot(slope, slopeImage)
      dual = Math.max(dual, mass - reach / (4 * lambda))
      const residual = slope.map((entry, item) => -(entry + 2 * lambda * point[item]))
      const residualImage = slopeImage.map((entry, item) => -(entry + 2 * lambda * scores[item]))
      const square = dot(residual, residualImage)
      if (relativeGap() <= tolerance || made >= iterations) {
        return { ...best, gap: relativeGap(), iterations: made }
      }
      yield { stage: 'minimising', done: made, objective: best.objective, metrics: { gap: relativeGap() } }
      // ‖∇F‖²/(4λ) is what the smoothed objective can still fall.
      if (square / (4 * lambda) <= 0.05 * (best.objective - dual) || step >= 30) break
      const { direction, image } = newtonDirection(residual, residualImage, square)
      const descent = -dot(residual, image)
      let stride = 1
      for (;;) {
        for (let item = 0; item < size; item++) {
          trial[item] = point[item] + stride * direction[item]
          trialScores[item] = scores[item] + stride * image[item]
        }
        const found = evaluate(trial, trialScores)
        if (found <= value + 1e-4 * stride * descent || stride < 1e-8) {
          value = found
          break
        }
        stride *= 0.5
      }
      made++
      point.set(trial)
      if (made % 10 === 0) kernel(point, scores)
      else scores.set(trialScores)
      if (stride < 1e-8) break
    }
  }
  return { ...best, gap: relativeGap(), iterations: made }

  function newtonDirection(right: Float64Array, rightImage: Float64Array, square: number) {
    const direction = new Float64Array(size)
    const image = new Float64Array(size)
    const residual = right.slice()
    const residualImage = rightImage.slice()
    const along = right.slice()
    const alongImage = rightImage.slice()
    const bent = new Float64Array(size)
    let energy = square
    const enough = Math.min(0.01, Math.sqrt(square)) * square
    for (let inner = 0; inner < 250 && energy > enough; inner++) {
      smoothed.curvature(scores, rates, alongImage, bent)
      for (let item = 0; item < size; item++) bent[item] = share * bent[item] + 2 * lambda * along[item]
      const curvature = dot(bent, alongImage)
      if (!(curvature > 0)) break
      const stride = energy / curvature
      addScaled(stride, along, direction)
      addScaled(stride, alongImage, image)
      addScaled(-stride, bent, residual)
      kernel(residual, residualImage)
      const next = dot(residual, residualImage)
      const carry = next / energy
      energy = next
      for (let item = 0; item < size; item++) {
        along[item] = residual[item] + carry * along[item]
        alongImage[item] = residualImage[item] + carry * alongImage[item]
      }
    }
    return { direction, image }
  }
}
