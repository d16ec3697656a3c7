/** What a learner has to beat: yesterday's order, the mean place so far, and the sum of the features. */
import { plainCompute } from '../numeric/compute/plainCompute.ts'
import type { LearnerState, StreamLearner } from './learner.ts'
import { type Centring, OnlineScaler, type ScalerState } from './onlineScaler.ts'
import { ItemMemory, type ItemValues, namesOf } from './ratings.ts'
import { type RankedSeries, type Series, seriesLength, utilitiesOfRanks } from './series.ts'

export interface LastOrderState {
  readonly last: ItemValues
}

/** Ranks the items as they stood when they were last seen; newcomers stand in the middle. */
export class LastOrderLearner implements StreamLearner {
  readonly #last: ItemMemory

  constructor(remembered: number, state?: LastOrderState) {
    this.#last = new ItemMemory(remembered, state?.last)
  }

  state(): LearnerState & LastOrderState {
    return { last: this.#last.entries() }
  }

  rank(series: Series): Float64Array | undefined {
    return this.#last.size === 0 ? undefined : this.#last.valuesOf(series, middle)
  }

  learn(series: RankedSeries): void {
    const places = relativePlaces(series.utilities)
    for (const [item, name] of namesOf(series).entries()) this.#last.set(name, places[item])
  }
}

export interface MeanRankState {
  readonly totals: ItemValues
  readonly counts: ItemValues
}

/** Ranks the items by the mean of their places so far. */
export class MeanRankLearner implements StreamLearner {
  readonly #totals: ItemMemory
  readonly #counts: ItemMemory

  constructor(remembered: number, state?: MeanRankState) {
    this.#totals = new ItemMemory(remembered, state?.totals)
    this.#counts = new ItemMemory(remembered, state?.counts)
  }

  state(): LearnerState & MeanRankState {
    return { totals: this.#totals.entries(), counts: this.#counts.entries() }
  }

  rank(series: Series): Float64Array | undefined {
    if (this.#counts.size === 0) return undefined
    const totals = this.#totals.valuesOf(series, middle)
    const counts = this.#counts.valuesOf(series, 1)
    return totals.map((total, item) => total / counts[item])
  }

  learn(series: RankedSeries): void {
    const places = relativePlaces(series.utilities)
    for (const [item, name] of namesOf(series).entries()) {
      this.#totals.set(name, (this.#totals.get(name) ?? 0) + places[item])
      this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
    }
  }
}

export interface FeatureSumState {
  readonly scaler: ScalerState
}

/** Ranks by the sum of the scaled features: what they say together before anything is learned. */
export class FeatureSumLearner implements StreamLearner {
  readonly #scaler: OnlineScaler

  constructor(centring: Centring, state?: FeatureSumState) {
    this.#scaler = new OnlineScaler(centring, state?.scaler)
  }

  state(): LearnerState & FeatureSumState {
    return { scaler: { ...this.#scaler.state() } }
  }

  rank(series: Series): Float64Array | undefined {
    const { width } = this.#scaler
    if (width === 0) return undefined
    const scaled = this.#scaler.scaled(series, plainCompute)
    const sums = new Float64Array(seriesLength(series))
    for (let item = 0; item < sums.length; item++) for (let j = 0; j < width; j++) sums[item] += scaled[item * width + j]
    return sums
  }

  learn(series: RankedSeries): void {
    this.#scaler.learn(series, plainCompute)
  }
}

/** The place of somebody unknown. */
const middle = 0.5

/** 1 for the best of a series, 0 for the last, so that series of unlike length compare. */
function relativePlaces(utilities: Float64Array): Float64Array {
  const count = utilities.length
  if (count < 2) return new Float64Array(count).fill(middle)
  return utilitiesOfRanks(utilities.map((utility) => -utility)).map((utility) => (utility * count - 1) / (count - 1))
}
