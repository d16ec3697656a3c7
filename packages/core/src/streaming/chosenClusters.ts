/**
 * As many clusters as the stream asks for: learners with 4, 8, 16, 32 and 64 clusters learn side by side, each ranks every series
 * first, and the one with the least error of late answers. The error of a series is its share of misordered pairs, (1 − tau) / 2,
 * averaged with exponentially fading weights.
 */
import { kendallTau } from '../metrics/kendallTau.ts'
import { plainRuntime, type Runtime } from '../runtime/runtime.ts'
import { ClusterLearner, type ClusterLearnerOptions, type ClusterLearnerState } from './clusterLearner.ts'
import type { LearnerState, StreamLearner } from './learner.ts'
import type { RankedSeries, Series } from './series.ts'

const sizes: readonly number[] = [4, 8, 16, 32, 64]
/** Share of the error so far that stays with every series. */
const keeps = 0.95

export interface ChosenClustersState {
  readonly learners: readonly ClusterLearnerState[]
  readonly errors: Float64Array
}

export class ChosenClustersLearner implements StreamLearner {
  readonly #learners: readonly ClusterLearner[]
  readonly #errors: Float64Array

  constructor(options: ClusterLearnerOptions, state?: ChosenClustersState, runtime: Pick<Runtime, 'compute'> = plainRuntime) {
    this.#learners = sizes.map((most, index) => new ClusterLearner({ ...options, most }, state?.learners[index], runtime))
    this.#errors = state?.errors.slice() ?? new Float64Array(sizes.length)
  }

  /** How many clusters answer now. */
  get chosen(): number {
    return sizes[this.#best()]
  }

  state(): LearnerState & ChosenClustersState {
    return { learners: this.#learners.map((learner) => learner.state()), errors: this.#errors.slice() }
  }

  rank(series: Series): Float64Array | undefined {
    return this.#learners[this.#best()].rank(series)
  }

  learn(series: RankedSeries): void {
    for (const [index, learner] of this.#learners.entries()) {
      const scores = learner.rank(series)
      const tau = scores === undefined ? undefined : kendallTau(scores, series.utilities)
      if (tau !== undefined) this.#errors[index] = keeps * this.#errors[index] + ((1 - keeps) * (1 - tau)) / 2
      learner.learn(series)
    }
  }

  /** Of equals the smaller. */
  #best(): number {
    let best = 0
    for (let index = 1; index < sizes.length; index++) if (this.#errors[index] < this.#errors[best]) best = index
    return best
  }
}
