/**
 * A utility learned on clusters: linear (9), kernel (19) or conjugate (24)-(25). What the paper leaves out and real series need:
 * features and utilities are centred per series (or features by running means) and features scaled online, so that no intercept
 * and no unit of measurement matters; the kernel's width is the median distance of the centres. What made learners on clusters as good as those
 * on items: a cluster counts by its items, the linear weights are learned on the means of each series alone, and α is found from the stream. The
 * paper's own form is `clusterWeights: 'equal'`, `linearMeans: 'smoothed'` and a number for α.
 */
import { type DocumentPart, float64Part, numberPart, objectPart, requireNumbers } from '../documents/documentPart.ts'
import type { Compute } from '../numeric/compute/compute.ts'
import { plainRuntime, type Runtime } from '../runtime/runtime.ts'
import { type ClusterOptions, Clusters, type ClustersState, clustersPart, type GroupMeans } from './clusters.ts'
import { conjugateVariables, kernelCoefficients, kernelSystem } from './clusterUpdates.ts'
import { expertScores } from './expertScores.ts'
import type { StreamLearner } from './learner.ts'
import {
  correlation,
  type LinearWeight,
  LinearWeights,
  type LinearWeightsState,
  linearWeightCount,
  linearWeightsPart,
} from './linearWeights.ts'
import { type Centring, longer, OnlineScaler, type ScalerState, scalerPart } from './onlineScaler.ts'
import { rowProducts } from './rowProducts.ts'
import { centredUtilities, type RankedSeries, type Series, seriesLength } from './series.ts'
import {
  compareAmong,
  compareRows,
  defaultWidth,
  kernelAmong,
  type ScaledRows,
  type StreamKernel,
  type StreamKernelName,
  streamKernelOf,
} from './streamKernel.ts'

/** Which utility is learned, and what that one needs. */
export type ClusterForm =
  | { readonly kind: 'linear' }
  | ({ readonly kind: 'kernel' } & KernelForm)
  /** δ besides. */
  | ({ readonly kind: 'conjugate'; readonly dualWeight: number } & KernelForm)
  /** All three on the same clusters and kernel: for a mixture. */
  | ({ readonly kind: 'all'; readonly dualWeight: number } & KernelForm)

interface KernelForm {
  /** β of the objectives; `auto` for the one of `kernelWeights` that ranked best of late. */
  readonly kernelWeight: number | 'auto'
  /** γ of the objectives. */
  readonly priorWeight: number
  readonly kernel: StreamKernelName
  /** Left out: the median distance of the centres, anew with every series. */
  readonly kernelWidth?: number | undefined
  readonly degree: number
}

export interface ClusterLearnerOptions extends ClusterOptions {
  readonly form: ClusterForm
  readonly centring: Centring
  /** How much a cluster counts: by its items, or all alike. */
  readonly clusterWeights: 'size' | 'equal'
  /** Whether the linear weights are learned on the means of each series, or on those that are smoothed over time. */
  readonly linearMeans: 'series' | 'smoothed'
  /** α of the objectives. */
  readonly linearWeight: LinearWeight
  /** w₀, per standard deviation of a feature: what experts think the features weigh. */
  readonly initialWeights?: Float64Array | undefined
}

export interface ClusterLearnerState {
  readonly scaler: ScalerState
  readonly clusters: ClustersState
  readonly linear: LinearWeightsState
  /** λ of the conjugate utility for each β; empty otherwise. */
  readonly dual: Float64Array
  /** d of the kernel utility for each β, then of the conjugate one, as far as they are learned. */
  readonly coefficients: Float64Array
  /** What each of those got wrong of late. */
  readonly errors: Float64Array
  /** Of the kernel now; 0 for the linear form. */
  readonly width: number
}

/** The β that `auto` chooses from: one for utilities that are curved, and one that hardly leaves the linear utility. */
const kernelWeights: readonly number[] = [1, 30]
/** Share of the errors so far that stays with every series. */
const keeps = 0.95

export function clusterLearnerPart(form: ClusterForm, linearWeight: LinearWeight): DocumentPart<ClusterLearnerState> {
  return objectPart<ClusterLearnerState>(
    {
      scaler: scalerPart,
      clusters: clustersPart,
      linear: linearWeightsPart(linearWeight),
      dual: float64Part,
      coefficients: float64Part,
      errors: float64Part,
      width: numberPart({ atLeast: 0 }),
    },
    (whole, refuse) => {
      const features = whole.scaler.counts.length
      const { centres, utilities } = whole.clusters
      requireNumbers({ 'clusters.centres': centres }, 'clusters.centres', utilities.length * features, refuse)
      requireNumbers({ 'linear.weights': whole.linear.weights }, 'linear.weights', linearWeightCount(whole.linear, features), refuse)
      const conjugate = form.kind === 'conjugate' || form.kind === 'all'
      requireNumbers(whole, 'dual', conjugate ? betasOf(form).length * utilities.length : 0, refuse)
      requireNumbers(whole, 'coefficients', curvedCount(form) * utilities.length, refuse)
      requireNumbers(whole, 'errors', curvedCount(form), refuse)
    },
  )
}

function betasOf(form: ClusterForm): readonly number[] {
  if (form.kind === 'linear') return []
  return form.kernelWeight === 'auto' ? kernelWeights : [form.kernelWeight]
}

/** How many utilities of a form have coefficients on the clusters: kernel, conjugate or both, for each β. */
function curvedCount(form: ClusterForm): number {
  return betasOf(form).length * (form.kind === 'all' ? 2 : 1)
}

const noScores: Float64Array = new Float64Array(0)

/** What the clusters say of a series, before anything is learned from it. */
interface Look {
  readonly series: Series
  /** On the common scale. */
  readonly scaled: Float64Array
  /** Squared distances from the centres; undefined where nobody needed them yet. */
  readonly distances: Float64Array | undefined
  /** Scores of each utility with coefficients, one after the other. */
  readonly curved: Float64Array
}

export class ClusterLearner implements StreamLearner<ClusterLearnerState> {
  readonly options: ClusterLearnerOptions
  readonly #compute: Compute
  readonly #scaler: OnlineScaler
  readonly #clusters: Clusters
  readonly #linear: LinearWeights
  #dual: Float64Array
  #coefficients: Float64Array
  readonly #errors: Float64Array
  #width: number
  /** The centres on the common scale, until something is learned. */
  #centres: ScaledRows | undefined
  /** Of the series that was ranked last: learning it next needs the same once more. */
  #latest: Look | undefined
  /** Room for the rows and distances of such a series. */
  #scaledRoom: Float64Array = new Float64Array(0)
  #distanceRoom: Float64Array = new Float64Array(0)
  #curvedRoom: Float64Array = new Float64Array(0)

  constructor(options: ClusterLearnerOptions, state?: ClusterLearnerState, { compute }: Pick<Runtime, 'compute'> = plainRuntime) {
    this.options = options
    this.#compute = compute
    this.#scaler = new OnlineScaler(options.centring, state?.scaler)
    this.#clusters = new Clusters(options, compute, this.#scaler.width, state?.clusters)
    this.#linear = new LinearWeights(options.linearWeight, this.#scaler.width, options.initialWeights, state?.linear)
    this.#dual = state?.dual.slice() ?? new Float64Array(0)
    this.#coefficients = state?.coefficients.slice() ?? new Float64Array(0)
    this.#errors = state?.errors.slice() ?? new Float64Array(curvedCount(options.form))
    this.#width = state?.width ?? 0
  }

  state(): ClusterLearnerState {
    return {
      scaler: this.#scaler.state(),
      clusters: this.#clusters.state(),
      linear: this.#linear.state(),
      dual: this.#dual.slice(),
      coefficients: this.#coefficients.slice(),
      errors: this.#errors.slice(),
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
    const { form } = this.options
    const look = this.#look(series)
    this.#latest = look
    const { scaled, curved } = look
    const count = seriesLength(series)
    const linear = form.kind === 'linear' || form.kind === 'all' ? [rowProducts(count, this.#scaler.width, scaled, this.#linear.best)] : []
    const betas = betasOf(form).length
    for (let first = 0; first < this.#errors.length; first += betas) {
      const best = this.#best(first, betas)
      linear.push(curved.slice(best * count, (best + 1) * count))
    }
    return linear
  }

  /** Which of `count` utilities from `first` on was best of late; of equals the first. */
  #best(first: number, count: number): number {
    let best = first
    for (let utility = first + 1; utility < first + count; utility++) if (this.#errors[utility] < this.#errors[best]) best = utility
    return best
  }

  #look(series: Series): Look {
    const compute = this.#compute
    const { form } = this.options
    const count = seriesLength(series)
    const rows = this.#scaler.scaled(series, compute)
    const scaled = this.#keptRows(rows)
    if (form.kind === 'linear') return { series, scaled, distances: undefined, curved: noScores }
    const centres = this.#scaledCentres()
    const comparison = compareRows(count, rows, centres, compute)
    const distances = this.#keptDistances(comparison.distances)
    const similarities = streamKernelOf(this.#kernel(form), centres.features, comparison, compute)
    const utilities = this.#errors.length
    if (this.#curvedRoom.length < utilities * count) this.#curvedRoom = new Float64Array(utilities * count)
    for (let utility = 0; utility < utilities; utility++) {
      const coefficients = this.#coefficients.subarray(utility * centres.count, (utility + 1) * centres.count)
      rowProducts(count, centres.count, similarities, coefficients, this.#curvedRoom.subarray(utility * count, (utility + 1) * count))
    }
    return { series, scaled, distances, curved: this.#curvedRoom }
  }

  /** Keeps rows for as long as the series is the latest. */
  #keptRows(rows: Float64Array): Float64Array {
    if (this.#scaledRoom.length < rows.length) this.#scaledRoom = new Float64Array(rows.length)
    this.#scaledRoom.set(rows)
    return this.#scaledRoom.subarray(0, rows.length)
  }

  /** The same of distances. */
  #keptDistances(distances: Float64Array): Float64Array {
    if (this.#distanceRoom.length < distances.length) this.#distanceRoom = new Float64Array(distances.length)
    this.#distanceRoom.set(distances)
    return this.#distanceRoom.subarray(0, distances.length)
  }

  #scaledCentres(): ScaledRows {
    this.#centres ??= this.#clusters.scaledCentres(this.#scaler)
    return this.#centres
  }

  #learn(series: RankedSeries): void {
    const scaler = this.#scaler
    const utilities = centredUtilities(series.utilities, this.#compute.float64(series.utilities.length))
    if (series.width > scaler.width) this.#widen(series.width)
    const seen = this.#clusters.count > 0 ? this.#measured(series, utilities) : undefined
    const centred = scaler.learn(series, this.#compute)
    this.#centres = undefined
    this.#latest = undefined
    const scaled = seen?.scaled ?? this.#onScale(centred)
    const { fresh, means } = this.#clusters.learn(centred, scaled, utilities, seen?.distances, series.items)
    this.#update(fresh, means)
  }

  /** Features that are new: nothing is known of them yet. */
  #widen(width: number): void {
    this.#scaler.widen(width)
    this.#clusters.widen(width)
    this.#linear.widen(width)
    this.#centres = undefined
    this.#latest = undefined
  }

  #onScale(centred: Float64Array): Float64Array {
    const scaled = centred.slice()
    this.#scaler.scale(scaled)
    return scaled
  }

  /** Measures what was said of a series, and returns how it looked: items join clusters as they were when it was ranked. */
  #measured(series: RankedSeries, utilities: Float64Array): { readonly scaled: Float64Array; readonly distances: Float64Array } {
    const { scaled, distances, curved } = this.#latest?.series === series ? this.#latest : this.#look(series)
    this.#linear.measure(scaled, utilities, this.#compute)
    if (betasOf(this.options.form).length > 1) {
      for (let utility = 0; utility < this.#errors.length; utility++) {
        const scores = curved.subarray(utility * utilities.length, (utility + 1) * utilities.length)
        this.#errors[utility] = keeps * this.#errors[utility] + 1 - correlation(scores, utilities)
      }
    }
    return { scaled, distances: distances ?? compareRows(utilities.length, scaled, this.#scaledCentres(), this.#compute).distances }
  }

  #kernel({ kernel, degree }: KernelForm): StreamKernel {
    return { name: kernel, width: this.#width, degree }
  }

  /** The weights for the clusters as they are now, `fresh` of them new, after a series with these means. */
  #update(fresh: readonly number[], means: GroupMeans): void {
    const { form } = this.options
    const compute = this.#compute
    const { count, features, utilities } = this.#clusters
    const centres = this.#scaledCentres()
    this.#learnLinear(means, centres.rows)
    if (form.kind === 'linear') return
    const { priorWeight: gamma } = form
    const among = compareAmong(centres, compute)
    this.#width = form.kernelWidth ?? defaultWidth(form.kernel, among, this.#width, compute)
    const kernel = kernelAmong(this.#kernel(form), among, compute)
    const linear = rowProducts(count, features, centres.rows, this.#linear.best, compute.float64(count))
    const system = kernelSystem(count, kernel, utilities, linear, gamma, this.#weightsOf(this.#clusters.sizes), compute)
    const betas = betasOf(form)
    const found: Float64Array[] = []
    if (form.kind !== 'conjugate') for (const beta of betas) found.push(kernelCoefficients(count, system, beta, compute))
    if (form.kind !== 'kernel') {
      const before = this.#dual.length / betas.length
      const duals = betas.map((beta, index) => {
        const previous = longer(this.#dual.subarray(index * before, (index + 1) * before), count)
        for (const group of fresh) previous[group] = 0
        const { dual, coefficients } = conjugateVariables(count, kernel, system, previous, { beta, delta: form.dualWeight }, compute)
        found.push(coefficients)
        return dual
      })
      this.#dual = joined(duals, this.#dual)
    }
    this.#coefficients = joined(found, this.#coefficients)
  }

  /** (9), on the groups of the series or on all, as they are smoothed: each row and utility times the root of what it counts. */
  #learnLinear(means: GroupMeans, smoothed: Float64Array): void {
    const compute = this.#compute
    const { features, utilities, sizes } = this.#clusters
    if (this.options.linearMeans === 'series') this.#scaler.scale(means.centres)
    const [rows, of, counts] =
      this.options.linearMeans === 'series' ? [means.centres, means.utilities, means.counts] : [smoothed, utilities, sizes]
    const weights = this.#weightsOf(counts)
    if (weights === undefined && this.options.linearMeans === 'smoothed') {
      this.#linear.learn(of.length, rows, of, compute)
      return
    }
    const into = compute.float64(rows.length)
    const targets = compute.float64(of.length)
    let count = 0
    for (let group = 0; group < of.length; group++) {
      const root = Math.sqrt(weights?.[group] ?? 1)
      if (root === 0 || (this.options.linearMeans === 'series' && counts[group] === 0)) continue
      for (let from = group * features, to = count * features; from < (group + 1) * features; from++, to++) into[to] = rows[from] * root
      targets[count++] = of[group] * root
    }
    this.#linear.learn(count, into.subarray(0, count * features), targets.subarray(0, count), compute)
  }

  /** What each group counts: in proportion to its size, 1 in the mean of the groups that have any; undefined where all count alike. In the memory of `compute`. */
  #weightsOf(sizes: Float64Array): Float64Array | undefined {
    if (this.options.clusterWeights === 'equal') return undefined
    let total = 0
    let some = 0
    for (let group = 0; group < sizes.length; group++) {
      total += sizes[group]
      if (sizes[group] > 0) some++
    }
    const weights = this.#compute.float64(sizes.length)
    for (let group = 0; group < sizes.length; group++) weights[group] = (sizes[group] * some) / total
    return weights
  }
}

/** One part after the other, in `room` if it has just that length. */
function joined(parts: readonly Float64Array[], room: Float64Array): Float64Array {
  const length = parts.length * parts[0].length
  const all = room.length === length ? room : new Float64Array(length)
  for (const [part, values] of parts.entries()) all.set(values, part * values.length)
  return all
}
