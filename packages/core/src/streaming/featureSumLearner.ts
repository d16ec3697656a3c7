import { objectPart } from '../documents/documentPart.ts'
import { plainCompute } from '../numeric/compute/plainCompute.ts'
import type { LearnerRow, StreamLearner } from './learner.ts'
import { type Centring, centringOptions, OnlineScaler, type ScalerState, scalerPart } from './onlineScaler.ts'
import { type RankedSeries, type Series, seriesLength } from './series.ts'

export interface FeatureSumState {
  readonly scaler: ScalerState
}

/** Ranks by the sum of the scaled features: what they say together before anything is learned. */
class FeatureSumLearner implements StreamLearner<FeatureSumState> {
  readonly #scaler: OnlineScaler

  constructor(centring: Centring, state?: FeatureSumState) {
    this.#scaler = new OnlineScaler(centring, state?.scaler)
  }

  state(): FeatureSumState {
    return { scaler: this.#scaler.state() }
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

export const featureSum: LearnerRow<typeof centringOptions, FeatureSumState> = {
  summary: 'Baseline: the sum of the scaled features.',
  options: centringOptions,
  takesInitialWeights: false,
  needsItems: false,
  make: ({ centre }, { state }) => new FeatureSumLearner(centre, state),
  state: () => objectPart<FeatureSumState>({ scaler: scalerPart }),
}
