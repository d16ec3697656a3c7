/**
 * As many clusters as the stream asks for: learners with different numbers of clusters learn side by side, each ranks every
 * series first, and the one with the least error of late answers. The error of a series is its share of misordered pairs,
 * (1 − tau) / 2, averaged with exponentially fading weights. With one number of clusters there is nothing to choose or measure.
 */
import { type DocumentPart, float64Part, listPart, objectPart, requireNumbers } from '../documents/documentPart.ts'
import { kendallTau } from '../metrics/kendallTau.ts'
import { plainRuntime, type Runtime } from '../runtime/runtime.ts'
import { ClusterLearner, type ClusterLearnerOptions, type ClusterLearnerState } from './clusterLearner.ts'
import type { StreamLearner } from './learner.ts'
import type { RankedSeries, Series } from './series.ts'

/** Share of the error so far that stays with every series. */
const keeps = 0.95

export interface ChosenClustersState {
  /** One learner for each number of clusters. */
  readonly learners: readonly ClusterLearnerState[]
  readonly errors: Float64Array
}

export class ChosenClustersLearner implements StreamLearner<ChosenClustersState> {
  readonly #sizes: readonly number[]
  readonly #learners: readonly ClusterLearner[]
  readonly #errors: Float64Array

  /** `sizes` are the numbers of clusters to choose from. */
  constructor(
    sizes: readonly number[],
    options: Omit<ClusterLearnerOptions, 'most'>,
    state?: ChosenClustersState,
    runtime: Pick<Runtime, 'compute'> = plainRuntime,
  ) {
    this.#sizes = sizes
    this.#learners = sizes.map((most, index) => new ClusterLearner({ ...options, most }, state?.learners[index], runtime))
    this.#errors = state?.errors.slice() ?? new Float64Array(sizes.length)
  }

  get chosenClusters(): number | undefined {
    return this.#sizes.length === 1 ? undefined : this.#sizes[this.#best()]
  }

  state(): ChosenClustersState {
    return { learners: this.#learners.map((learner) => learner.state()), errors: this.#errors.slice() }
  }

  rank(series: Series): Float64Array | undefined {
    return this.#learners[this.#best()].rank(series)
  }

  learn(series: RankedSeries): void {
    for (const [index, learner] of this.#learners.entries()) {
      if (this.#learners.length > 1) this.#measure(index, series)
      learner.learn(series)
    }
  }

  #measure(index: number, series: RankedSeries): void {
    const scores = this.#learners[index].rank(series)
    const tau = scores === undefined ? undefined : kendallTau(scores, series.utilities)
    if (tau !== undefined) this.#errors[index] = keeps * this.#errors[index] + ((1 - keeps) * (1 - tau)) / 2
  }

  /** Of equals the smaller. */
  #best(): number {
    let best = 0
    for (let index = 1; index < this.#errors.length; index++) if (this.#errors[index] < this.#errors[best]) best = index
    return best
  }
}

/** The state of a learner that chooses among several numbers of clusters. */
export function chosenClustersPart(sizes: number, learner: DocumentPart<ClusterLearnerState>): DocumentPart<ChosenClustersState> {
  return objectPart<ChosenClustersState>({ learners: listPart(learner), errors: float64Part }, (whole, refuse) => {
    const { length } = whole.learners
    if (length !== sizes) refuse('learners', `there are ${length} learners, expected ${sizes}`)
    requireNumbers(whole, 'errors', sizes, refuse)
  })
}
