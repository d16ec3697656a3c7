/**
 * A bound on a mean that holds at all times at once. Values X_t in [0, 1], each with a conditional mean μ_t given all that came before it; m is
 * the mean of the μ_t so far. For a fixed κ in (0, 1) the product of (1 − κ X_t)/(1 − κ μ_t) is a martingale of mean 1, and because the
 * logarithm is concave Π(1 − κ X_t)/(1 − κ m)ⁿ lies below it. So does the average over a fixed set of κ below a martingale of mean 1, which
 * exceeds 1/δ at any time with probability at most δ (Ville). Nothing is assumed of the X_t but their range: not that they are independent,
 * nor that their means stay the same.
 */
import { countPart, type DocumentPart, float64Part, objectPart, requireNumbers } from '../documents/documentPart.ts'
import { expOf } from '../numeric/special/exp.ts'
import { logOf } from '../numeric/special/log.ts'

/** From bets that suit a handful of values to those that suit millions. */
const bets: Float64Array = Float64Array.from({ length: 24 }, (_, place) => 0.98 * 2 ** -(place >> 1) * (place % 2 === 0 ? 1 : Math.SQRT1_2))

export interface AnytimeMeanState {
  readonly count: number
  /** Σ log(1 − κ X) for each κ. */
  readonly logs: Float64Array
}

export const anytimeMeanPart: DocumentPart<AnytimeMeanState> = objectPart<AnytimeMeanState>(
  { count: countPart, logs: float64Part },
  (whole, refuse) => requireNumbers(whole, 'logs', bets.length, refuse),
)

export class AnytimeMean {
  #count: number
  readonly #logs: Float64Array

  constructor(state?: AnytimeMeanState) {
    this.#count = state?.count ?? 0
    this.#logs = state?.logs.slice() ?? new Float64Array(bets.length)
  }

  state(): AnytimeMeanState {
    return { count: this.#count, logs: this.#logs.slice() }
  }

  get count(): number {
    return this.#count
  }

  /** A value in [0, 1]; NaN does not count. */
  add(value: number): void {
    if (Number.isNaN(value)) return
    this.#count++
    for (let place = 0; place < bets.length; place++) this.#logs[place] += logOf(1 - bets[place] * value)
  }

  /** With probability 1 − delta, the mean of the conditional means is at most this, at all times at once. */
  upper(delta: number): number {
    if (this.#count === 0 || this.#logWealth(1) < -logOf(delta)) return 1
    let [low, high] = [0, 1]
    for (let step = 0; step < 40; step++) {
      const middle = (low + high) / 2
      if (this.#logWealth(middle) >= -logOf(delta)) high = middle
      else low = middle
    }
    return high
  }

  /** The logarithm of the average over κ, at the mean m: it grows with m. */
  #logWealth(mean: number): number {
    const logs = this.#logs.map((sum, place) => sum - this.#count * logOf(1 - bets[place] * mean))
    const most = logs.reduce((high, value) => Math.max(high, value), -Infinity)
    return most + logOf(logs.reduce((sum, value) => sum + expOf(value - most), 0) / logs.length)
  }
}
