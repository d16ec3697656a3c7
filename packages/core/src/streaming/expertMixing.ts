/**
 * How much each of several experts counts, by the losses in [0, 1] that it had on the series so far. Two kinds of weights:
 *
 * Shares p, for an answer drawn at random, expert j with probability p_j. Fixed share (Herbster & Warmuth 1998, "Tracking the best expert"):
 * p ← p exp(−η l), normalised, then p ← (1 − α) p + α/N. The number of series is not known beforehand, so they fall into epochs, each twice as
 * long as the one before, with η and α for its length; p starts anew with each. In an epoch of n series the expected loss is at most that of
 * the best expert of the epoch plus (ln N + (n − 1) ln(1/(1 − α)))/η + η n/8, whatever the losses are. So over all series it is at most that of
 * the best expert plus the sum of these.
 *
 * Weights q, for the mean of all answers: q ∝ prior · exp(−rate · F), F the losses with older ones fading, and a small part for everybody. A loss
 * on L items counts √(L/20) times: the more items, the less of it is chance. They follow the best experts far more quickly. No bound is known for the mean; it is compared with the random answer.
 */
import { countPart, type DocumentPart, float64Part, numberPart, objectPart, requireNumbers } from '../documents/documentPart.ts'
import { expOf } from '../numeric/special/exp.ts'
import { logOf } from '../numeric/special/log.ts'

export interface MixingOptions {
  /** How quickly the weights of the answer follow the losses. */
  readonly rate: number
  /** Share of earlier losses that stays with every series. */
  readonly keeps: number
  /** What the weights are proportional to before any loss is known. */
  readonly priors: Float64Array
}

export interface MixingState {
  readonly series: number
  /** Series of the current epoch, and the number of the epoch from 0. */
  readonly inEpoch: number
  readonly epoch: number
  readonly shares: Float64Array
  /** Sums of the losses of each expert; and with older ones fading. */
  readonly losses: Float64Array
  readonly fading: Float64Array
  /** Sums of the expected loss of the random answer, and of the loss of the mean. */
  readonly randomLoss: number
  readonly meanLoss: number
  /** What the bound allows for the epochs that are over. */
  readonly allowance: number
}

export const mixingPart: DocumentPart<MixingState> = objectPart<MixingState>(
  {
    series: countPart,
    inEpoch: countPart,
    epoch: countPart,
    shares: float64Part,
    losses: float64Part,
    fading: float64Part,
    randomLoss: numberPart({ atLeast: 0 }),
    meanLoss: numberPart({ atLeast: 0 }),
    allowance: numberPart({ atLeast: 0 }),
  },
  (whole, refuse) => {
    requireNumbers(whole, 'losses', whole.shares.length, refuse)
    requireNumbers(whole, 'fading', whole.shares.length, refuse)
  },
)

/** Items of a series whose losses count once. */
const usualItems = 20
/** Of the first epoch. */
const firstLength = 16
/** The part of the weights that all experts share alike. */
const forAll = 0.01

export class ExpertMixing {
  readonly #options: MixingOptions
  #series = 0
  #inEpoch = 0
  #epoch = 0
  #shares: Float64Array
  readonly #losses: Float64Array
  readonly #fading: Float64Array
  #randomLoss = 0
  #meanLoss = 0
  #allowance = 0

  constructor(options: MixingOptions, state?: MixingState) {
    const { length } = options.priors
    this.#options = options
    this.#shares = state?.shares.slice() ?? new Float64Array(length).fill(1 / length)
    this.#losses = state?.losses.slice() ?? new Float64Array(length)
    this.#fading = state?.fading.slice() ?? new Float64Array(length)
    if (state === undefined) return
    this.#series = state.series
    this.#inEpoch = state.inEpoch
    this.#epoch = state.epoch
    this.#randomLoss = state.randomLoss
    this.#meanLoss = state.meanLoss
    this.#allowance = state.allowance
  }

  state(): MixingState {
    return {
      series: this.#series,
      inEpoch: this.#inEpoch,
      epoch: this.#epoch,
      shares: this.#shares.slice(),
      losses: this.#losses.slice(),
      fading: this.#fading.slice(),
      randomLoss: this.#randomLoss,
      meanLoss: this.#meanLoss,
      allowance: this.#allowance,
    }
  }

  /** Series that losses were given of. */
  get series(): number {
    return this.#series
  }

  /** p: how likely each expert gives the random answer. */
  get shares(): Float64Array {
    return this.#shares.slice()
  }

  /** q: how much each expert counts in the mean. */
  weights(): Float64Array {
    const { rate, priors } = this.#options
    const least = this.#fading.reduce((low, loss) => Math.min(low, loss), Infinity)
    const raw = this.#fading.map((loss, expert) => priors[expert] * expOf(-rate * (loss - least)))
    const total = raw.reduce((sum, weight) => sum + weight, 0)
    return raw.map((weight) => ((1 - forAll) * weight) / total + forAll / raw.length)
  }

  /** The mean loss of each expert. */
  meanLosses(): Float64Array {
    return this.#losses.map((loss) => loss / this.#series)
  }

  /** Mean losses: of the random answer in expectation, of the mean of all answers, of the best expert; and what the first is at most. */
  summary(): { readonly random: number; readonly mean: number; readonly best: number; readonly randomAtMost: number } {
    const count = this.#series
    const best = this.#losses.reduce((low, loss) => Math.min(low, loss), Infinity)
    const allowed = this.#allowance + this.#epochAllowance()
    return { random: this.#randomLoss / count, mean: this.#meanLoss / count, best: best / count, randomAtMost: (best + allowed) / count }
  }

  /** Takes the losses of the experts, and of the mean of their answers, on one series of so many items. */
  add(losses: Float64Array, ofMean: number, items: number): void {
    const { keeps } = this.#options
    const { eta, alpha, length } = this.#tuning()
    const precision = Math.sqrt(items / usualItems)
    const shares = this.#shares
    this.#series++
    this.#inEpoch++
    this.#meanLoss += ofMean
    let total = 0
    const next = new Float64Array(shares.length)
    for (let expert = 0; expert < shares.length; expert++) {
      this.#randomLoss += shares[expert] * losses[expert]
      this.#losses[expert] += losses[expert]
      this.#fading[expert] = keeps * this.#fading[expert] + precision * losses[expert]
      next[expert] = shares[expert] * expOf(-eta * losses[expert])
      total += next[expert]
    }
    for (let expert = 0; expert < next.length; expert++) next[expert] = ((1 - alpha) * next[expert]) / total + alpha / next.length
    this.#shares = next
    if (this.#inEpoch < length) return
    this.#allowance += this.#epochAllowance()
    this.#epoch++
    this.#inEpoch = 0
    this.#shares = new Float64Array(next.length).fill(1 / next.length)
  }

  #tuning(): { readonly length: number; readonly eta: number; readonly alpha: number } {
    const length = firstLength * 2 ** this.#epoch
    return { length, eta: Math.sqrt((8 * (logOf(this.#shares.length) + 1)) / length), alpha: 1 / length }
  }

  #epochAllowance(): number {
    if (this.#inEpoch === 0) return 0
    const { eta, alpha } = this.#tuning()
    return (logOf(this.#shares.length) - (this.#inEpoch - 1) * logOf(1 - alpha)) / eta + (eta * this.#inEpoch) / 8
  }
}
