/**
 * A utility learned on clusters: linear (9), kernel (19) or conjugate (24)-(25). What the paper leaves out and real series need:
 * features and utilities are centred per series (or features by running means) and features scaled online, so that no intercept
 * and no unit of measurement matters; the kernel's width is the median distance of the centres.
 */
import { type DocumentPart, float64Part, numberPart, objectPart, requireNumbers } from '../documents/documentPart.ts'
import type { Compute } from '../numeric/compute/compute.ts'
import { plainRuntime, type Runtime } from '../runtime/runtime.ts'
import { type ClusterOptions, Clusters, type ClustersState, clustersPart } from './clusters.ts'
import { conjugateUpdate, kernelPrior, kernelUpdate, linearUpdate } from './clusterUpdates.ts'
import { expertScores } from './expertScores.ts'
import type { StreamLearner } from './learner.ts'
import { type Centring, longer, OnlineScaler, type ScalerState, scalerPart } from './onlineScaler.ts'
import { rowProducts } from './rowProducts.ts'
import { centredUtilities, type RankedSeries, type Series, seriesLength } from './series.ts'
import { compareRows, defaultWidth, type StreamKernel, type StreamKernelName, streamKernelOf } from './streamKernel.ts'

/** Which utility is learned, and what that one needs. */
export type ClusterForm =
  | { readonly kind: 'linear' }
  | ({ readonly kind: 'kernel' } & KernelForm)
  /** δ besides. */
  | ({ readonly kind: 'conjugate'; readonly dualWeight: number } & KernelForm)
  /** All three on the same clusters and kernel: for a mixture. */
  | ({ readonly kind: 'all'; readonly dualWeight: number } & KernelForm)

interface KernelForm {
  /** β and γ of the objectives. */
  readonly kernelWeight: number
  readonly priorWeight: number
  readonly kernel: StreamKernelName
  /** Left out: the median distance of the centres, anew with every series. */
  readonly kernelWidth?: number | undefined
  readonly degree: number
}

export interface ClusterLearnerOptions extends ClusterOptions {
  readonly form: ClusterForm
  readonly centring: Centring
  /** α of the objectives. */
  readonly linearWeight: number
  /** w₀, per standard deviation of a feature: what experts think the features weigh. */
  readonly initialWeights?: Float64Array | undefined
}

export interface ClusterLearnerState {
  readonly scaler: ScalerState
  readonly clusters: ClustersState
  readonly weights: Float64Array
  /** λ, of the conjugate utility; empty otherwise. */
  readonly dual: Float64Array
  /** d of the kernel utility, then of the conjugate one, as far as they are learned. */
  readonly coefficients: Float64Array
  /** Of the kernel now; 0 for the linear form. */
  readonly width: number
}

export function clusterLearnerPart(form: ClusterForm['kind']): DocumentPart<ClusterLearnerState> {
  return objectPart<ClusterLearnerState>(
    {
      scaler: scalerPart,
      clusters: clustersPart,
      weights: float64Part,
      dual: float64Part,
      coefficients: float64Part,
      width: numberPart({ atLeast: 0 }),
    },
    (whole, refuse) => {
      const features = whole.scaler.counts.length
      const { centres, utilities } = whole.clusters
      requireNumbers({ 'clusters.centres': centres }, 'clusters.centres', utilities.length * features, refuse)
      if (whole.weights.length < features) refuse('weights', `there are ${whole.weights.length} numbers, expected at least ${features}`)
      requireNumbers(whole, 'dual', form === 'conjugate' || form === 'all' ? utilities.length : 0, refuse)
      requireNumbers(whole, 'coefficients', utilityCount(form) * utilities.length, refuse)
    },
  )
}

/** How many utilities of a form have coefficients on the clusters. */
function utilityCount(form: ClusterForm['kind']): number {
  return form === 'linear' ? 0 : form === 'all' ? 2 : 1
}

export class ClusterLearner implements StreamLearner<ClusterLearnerState> {
  readonly options: ClusterLearnerOptions
  readonly #compute: Compute
  readonly #scaler: OnlineScaler
  readonly #clusters: Clusters
  #weights: Float64Array
  #dual: Float64Array
  #coefficients: Float64Array
  #width: number

  constructor(options: ClusterLearnerOptions, state?: ClusterLearnerState, { compute }: Pick<Runtime, 'compute'> = plainRuntime) {
    this.options = options
    this.#compute = compute
    this.#scaler = new OnlineScaler(options.centring, state?.scaler)
    this.#clusters = new Clusters(options, compute, this.#scaler.width, state?.clusters)
    this.#weights = (state?.weights ?? options.initialWeights ?? new Float64Array(0)).slice()
    this.#dual = state?.dual.slice() ?? new Float64Array(0)
    this.#coefficients = state?.coefficients.slice() ?? new Float64Array(0)
    this.#width = state?.width ?? 0
  }

  state(): ClusterLearnerState {
    return {
      scaler: this.#scaler.state(),
      clusters: this.#clusters.state(),
      weights: this.#weights.slice(),
      dual: this.#dual.slice(),
      coefficients: this.#coefficients.slice(),
      width: this.#width,
    }
  }

  rank(series: Series): Float64Array | undefined {
    return this.rankings(series)?.[0]
  }

  /** One answer for each utility of its form: linear, kernel and conjugate, as far as they are learned. */
  rankings(series: Series): readonly Float64Array[] | undefined {
    if (this.#clusters.count === 0) return this.#expertRankings(series)
    const mark = this.#compute.mark()
    try {
      return this.#scores(series)
    } finally {
      this.#compute.release(mark)
    }
  }

  #expertRankings(series: Series): readonly Float64Array[] | undefined {
    const scores = expertScores(series, this.options.initialWeights, this.#compute)
    return scores && (this.options.form.kind === 'all' ? [scores, scores, scores] : [scores])
  }

  learn(series: RankedSeries): void {
    const mark = this.#compute.mark()
    try {
      this.#learn(series)
    } finally {
      this.#compute.release(mark)
    }
  }

  #scores(series: Series): Float64Array[] {
    const compute = this.#compute
    const features = this.#scaler.width
    const count = seriesLength(series)
    const scaled = this.#scaler.scaled(series, compute)
    const { form } = this.options
    const linear = form.kind === 'linear' || form.kind === 'all' ? [rowProducts(count, features, scaled, this.#weights)] : []
    if (form.kind === 'linear') return linear
    const centres = this.#clusters.scaledCentres(this.#scaler)
    const similarities = streamKernelOf(this.#kernel(form), features, compareRows(count, scaled, centres, compute), compute)
    const curved = Array.from({ length: utilityCount(form.kind) }, (_, utility) => {
      const coefficients = this.#coefficients.subarray(utility * centres.count, (utility + 1) * centres.count)
      return rowProducts(count, centres.count, similarities, coefficients)
    })
    return [...linear, ...curved]
  }

  #learn(series: RankedSeries): void {
    const scaler = this.#scaler
    const centred = scaler.learn(series, this.#compute)
    if (this.#weights.length < scaler.width) this.#weights = longer(this.#weights, scaler.width)
    const scaled = this.#compute.float64(centred.length)
    scaled.set(centred)
    scaler.scale(scaled)
    const fresh = this.#clusters.learn(centred, scaled, scaler, centredUtilities(series.utilities), series.items)
    this.#update(fresh)
  }

  #kernel({ kernel, degree }: KernelForm): StreamKernel {
    return { name: kernel, width: this.#width, degree }
  }

  /** The weights for the clusters as they are now. */
  #update(fresh: readonly number[]): void {
    const { form, linearWeight } = this.options
    const compute = this.#compute
    const { count, features, utilities } = this.#clusters
    const centres = this.#clusters.scaledCentres(this.#scaler)
    this.#weights = linearUpdate(count, features, centres.rows, utilities, linearWeight, this.#weights, compute)
    if (form.kind === 'linear') return
    const { kernelWeight: beta, priorWeight: gamma } = form
    const among = compareRows(count, centres.rows, centres, compute)
    this.#width = form.kernelWidth ?? defaultWidth(form.kernel, features, count, among, compute)
    const kernel = streamKernelOf(this.#kernel(form), features, among, compute)
    const linear = rowProducts(count, features, centres.rows, this.#weights)
    const prior = kernelPrior(count, kernel, gamma, linear, compute)
    const found: Float64Array[] = []
    if (form.kind !== 'conjugate') found.push(kernelUpdate(count, kernel, utilities, linear, beta, gamma, compute, prior))
    if (form.kind !== 'kernel') {
      const previous = longer(this.#dual, count)
      for (const group of fresh) previous[group] = 0
      const weights = { beta, gamma, delta: form.dualWeight }
      const { dual, coefficients } = conjugateUpdate(count, kernel, utilities, linear, previous, weights, compute, prior)
      this.#dual = dual
      found.push(coefficients)
    }
    this.#coefficients = longer(found[0], found.length * count)
    if (found.length > 1) this.#coefficients.set(found[1], count)
  }
}
