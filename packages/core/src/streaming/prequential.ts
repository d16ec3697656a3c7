/**
 * Prequential evaluation: every series is ranked before it is learned, and measured at once (Dawid 1984, "Present position and
 * potential developments: some personal views, statistical theory, the prequential approach"). Means over the whole stream and
 * over the latest series; a drift detector listens to the share of misordered pairs, (1 − tau-b) / 2.
 */
import { type Metric, metricOf } from '../metrics/metric.ts'
import { parseMetric } from '../metrics/metricName.ts'
import { profileOf } from '../metrics/profiles.ts'
import { type ListRanker, listRanker } from '../metrics/rankedList.ts'
import { Adwin, type AdwinState } from './adwin.ts'
import { AnytimeMean, type AnytimeMeanState } from './anytimeMean.ts'
import { PageHinkley, type PageHinkleyState, pageHinkleyDefaults } from './pageHinkley.ts'
import type { RankedSeries } from './series.ts'

export const driftDetectors = ['page-hinkley', 'adwin', 'none'] as const

export interface PrequentialOptions {
  /** kendall-tau is always among them: drift is seen in it. */
  readonly metrics: readonly string[]
  /** Series in the window. */
  readonly window: number
  readonly drift: (typeof driftDetectors)[number]
}

export const prequentialMetrics: readonly string[] = ['kendall-tau', 'spearman', 'ndcg@10', 'pairwise-accuracy']

/** The metric that bounds are given of. */
export const boundedMetric = 'pairwise-accuracy'

export interface PrequentialResult {
  /** By metric; NaN where the series has no such value, as when nothing was learned before it. */
  readonly values: Readonly<Record<string, number>>
  /** Pairwise accuracy, whether it is among the metrics or not; NaN where there is none. */
  readonly accuracy: number
  readonly drifted: boolean
}

export interface PrequentialState {
  readonly series: number
  readonly scored: number
  readonly counts: Float64Array
  readonly sums: Float64Array
  /** The latest values, metric by metric, oldest first; NaN is left out. */
  readonly latest: readonly Float64Array[]
  readonly drifts: readonly (readonly [string, number])[]
  readonly driftCount: number
  /** Of the shares of misordered pairs. */
  readonly misordered: AnytimeMeanState
  readonly adwin?: AdwinState
  readonly pageHinkley?: PageHinkleyState
}

/** Drifts that are remembered one by one. */
const rememberedDrifts = 1000

export class Prequential {
  readonly options: PrequentialOptions
  readonly #metrics: readonly Metric[]
  #series = 0
  #scored = 0
  readonly #counts: Float64Array
  readonly #sums: Float64Array
  readonly #latest: number[][]
  #drifts: (readonly [string, number])[] = []
  #driftCount = 0
  #capacity = 0
  #ranker: ListRanker = listRanker(0, Infinity, 'input')
  readonly #accuracy: Metric
  readonly #misordered: AnytimeMean
  readonly #adwin?: Adwin
  readonly #pageHinkley?: PageHinkley

  constructor(options: PrequentialOptions, state?: PrequentialState) {
    const names = options.metrics.includes('kendall-tau') ? options.metrics : ['kendall-tau', ...options.metrics]
    this.options = { ...options, metrics: names }
    const { conventions } = profileOf('rankwright')
    const named = (name: string) => metricOf(parseMetric(name), { ...conventions, maxGrade: 1 })
    this.#metrics = names.map(named)
    this.#accuracy = named(boundedMetric)
    this.#misordered = new AnytimeMean(state?.misordered)
    this.#counts = state?.counts.slice() ?? new Float64Array(names.length)
    this.#sums = state?.sums.slice() ?? new Float64Array(names.length)
    this.#latest = names.map((_, metric) => Array.from(state?.latest[metric] ?? []))
    if (options.drift === 'adwin') this.#adwin = new Adwin(undefined, state?.adwin)
    if (options.drift === 'page-hinkley') this.#pageHinkley = new PageHinkley(pageHinkleyDefaults, state?.pageHinkley)
    if (state === undefined) return
    this.#series = state.series
    this.#scored = state.scored
    this.#drifts = [...state.drifts]
    this.#driftCount = state.driftCount
  }

  state(): PrequentialState {
    return {
      series: this.#series,
      scored: this.#scored,
      counts: this.#counts.slice(),
      sums: this.#sums.slice(),
      latest: this.#latest.map((values) => Float64Array.from(values)),
      drifts: this.#drifts,
      driftCount: this.#driftCount,
      misordered: this.#misordered.state(),
      ...(this.#adwin && { adwin: this.#adwin.state() }),
      ...(this.#pageHinkley && { pageHinkley: this.#pageHinkley.state() }),
    }
  }

  /** Series met, the unranked first one included. */
  get series(): number {
    return this.#series
  }

  /** Series that were ranked before they were learned. */
  get scored(): number {
    return this.#scored
  }

  /** Number and id of the series at which drift was seen; the latest thousand. */
  get drifts(): readonly { readonly series: number; readonly id: string }[] {
    return this.#drifts.map(([id, series]) => ({ series, id }))
  }

  /** Mean of every metric over all series where it exists. */
  means(): Record<string, number> {
    return Object.fromEntries(this.#metrics.map(({ name }, metric) => [name, this.#sums[metric] / this.#counts[metric]]))
  }

  /**
   * With probability 1 − delta, and at all times at once: the mean over the series of the accuracy that was to be expected, given all that came
   * before each, is at least this. 0 before the first series.
   */
  lowerAccuracy(delta: number): number {
    return 1 - this.#misordered.upper(delta)
  }

  /** What that bound is made of. */
  get misordered(): AnytimeMeanState {
    return this.#misordered.state()
  }

  /** The same over the latest series. */
  windowMeans(): Record<string, number> {
    return Object.fromEntries(
      this.#metrics.map(({ name }, metric) => {
        const values = this.#latest[metric]
        return [name, values.reduce((total, value) => total + value, 0) / values.length]
      }),
    )
  }

  /** One ranker serves series of any length; a longer one than before gets another with room to spare. */
  #rankerFor(length: number): ListRanker {
    if (length > this.#capacity) {
      this.#capacity = 2 * length
      this.#ranker = listRanker(this.#capacity, Infinity, 'input')
    }
    return this.#ranker
  }

  /** Takes what was predicted for a series (undefined: nothing) and what became of it. */
  add(scores: Float64Array | undefined, { id, utilities, items }: RankedSeries): PrequentialResult {
    this.#series++
    const values: Record<string, number> = {}
    let drifted = false
    let accuracy = Number.NaN
    if (scores !== undefined) {
      this.#scored++
      const ranked = this.#rankerFor(utilities.length)(scores, utilities, 0, utilities.length, items)
      accuracy = this.#accuracy.measure(ranked) ?? Number.NaN
      this.#misordered.add(1 - accuracy)
      for (const [index, metric] of this.#metrics.entries()) {
        const value = metric.measure(ranked) ?? metric.whenUndefined
        values[metric.name] = value
        if (Number.isNaN(value)) continue
        this.#counts[index]++
        this.#sums[index] += value
        this.#latest[index].push(value)
        if (this.#latest[index].length > this.options.window) this.#latest[index].shift()
      }
      const tau = values['kendall-tau']
      if (!Number.isNaN(tau)) drifted = this.#adwin?.add((1 - tau) / 2) ?? this.#pageHinkley?.add((1 - tau) / 2) ?? false
    } else {
      for (const { name } of this.#metrics) values[name] = Number.NaN
    }
    if (drifted) {
      this.#driftCount++
      this.#drifts = [...this.#drifts, [id, this.#series] as const].slice(-rememberedDrifts)
    }
    return { values, accuracy, drifted }
  }
}
