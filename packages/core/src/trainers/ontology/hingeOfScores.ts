import { smoothedHinge } from '../../losses/smoothedHinge.ts'
import { dot } from '../../numeric/compute/dot.ts'
import type { LossCurvature } from '../../ontology/graph/rankingSpace.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { obeyStop } from '../../runtime/training.ts'

/** Sums over pairs are no closer than this share. */
const ROUNDING = 1e-14

/** The smoothed hinge over all pairs of sampled terms with different rates, divided by their number squared, and a tilt Σ tiltᵢ sᵢ. */
export class HingeOfScores {
  /** The slopes at the scores evaluated last. */
  readonly slope: Float64Array
  /** The value of scores that are all 0: each pair costs 1. */
  readonly atZero: number
  readonly #rates: Float64Array
  /** γ: the hinge is (1 − u/γ)₊ of the lead u. */
  readonly #width: number
  readonly #tilt: Float64Array | undefined
  readonly #share: number
  readonly #smoothed = smoothedHinge('sum', 1)
  readonly #scaled: Float64Array

  constructor(rates: Float64Array, width: number, tilt: Float64Array | undefined) {
    this.#rates = rates
    this.#width = width
    this.#tilt = tilt
    this.#share = 1 / (rates.length * rates.length)
    this.slope = new Float64Array(rates.length)
    this.#scaled = new Float64Array(rates.length)
    this.evaluate(new Float64Array(rates.length))
    this.atZero = this.plain
  }

  /** μ: how far the corner of the hinge is rounded off. */
  set smoothing(mu: number) {
    this.#smoothed.width = mu
  }

  /** Of the scores evaluated last: the hinge itself, without the tilt. */
  get plain(): number {
    return this.#share * this.#smoothed.hinge
  }

  /** Of the scores evaluated last: what the multipliers of the pairs lack of 1, together. */
  get idle(): number {
    const lack = this.atZero - this.#share * this.#smoothed.mass
    return lack > ROUNDING * this.atZero ? lack : 0
  }

  evaluate(scores: Float64Array): number {
    const { slope } = this
    const value = this.#share * this.#smoothed.evaluate(this.#scaledTo(scores), this.#rates, slope)
    const steepness = this.#share / this.#width
    for (let item = 0; item < slope.length; item++) slope[item] = steepness * slope[item] + (this.#tilt?.[item] ?? 0)
    return value + this.tiltOf(scores)
  }

  tiltOf(scores: Float64Array): number {
    return this.#tilt === undefined ? 0 : dot(this.#tilt, scores)
  }

  curvatureAt(scores: Float64Array, runtime: Pick<Runtime, 'stop'>): LossCurvature {
    const bend = this.#share / (this.#width * this.#width)
    return {
      apply: (direction, into) => {
        obeyStop(runtime) // a step may take hundreds of products
        this.#smoothed.curvature(this.#scaledTo(scores), this.#rates, direction, into)
        for (let item = 0; item < scores.length; item++) into[item] *= bend
      },
      diagonal: () => {
        const into = new Float64Array(scores.length)
        this.#smoothed.curvatureDiagonal(this.#scaledTo(scores), this.#rates, into)
        return into.map((entry) => (entry * this.#share) / (this.#width * this.#width))
      },
    }
  }

  #scaledTo(scores: Float64Array): Float64Array {
    for (let item = 0; item < scores.length; item++) this.#scaled[item] = scores[item] / this.#width
    return this.#scaled
  }
}
