/**
 * A learner at work on a stream: ranks each series, measures the answer, learns, and can be put away and taken up again at any
 * point without a difference.
 */
import {
  arrayOf,
  count,
  fields,
  flag,
  number,
  object,
  oneOf,
  optional,
  options as optionsOf,
  requireArguments,
  type ShapesOf,
  text,
  texts,
  typed,
} from '../arguments/shapes.ts'
import { type SeenLists, SeenSoFar } from '../data/lists/seenLists.ts'
import { requireCompute } from '../numeric/compute/requireCompute.ts'
import { RankwrightError } from '../problems/problem.ts'
import { plainRuntime, type Runtime } from '../runtime/runtime.ts'
import type { MixtureReport } from './learner.ts'
import { learners, streamLearnerNames } from './learners.ts'
import { Prequential, type PrequentialState, prequentialMetrics } from './prequential.ts'
import { requireRankedSeries, requireSeries } from './requireSeries.ts'
import { type RankedSeries, type Series, seriesLength } from './series.ts'
import { MOST_SERIES_BYTES, SeriesSketch } from './seriesSketch.ts'
import { HistoryKeeper, type StreamHistory } from './streamHistory.ts'
import { type LearnerAtWork, learnerAtWork, type StreamLearnerState } from './streamLearner.ts'
import { type GivenOptions, learnerNameOf, type ResolvedStreamOptions, type StreamOptions } from './streamOptions.ts'

export interface RankingStreamSettings {
  readonly options?: StreamOptions
  /** Per standard deviation of a feature; features beyond them start at 0. */
  readonly initialWeights?: Float64Array
  readonly metrics?: readonly string[]
  /** What it computes on; changes how long it takes, never the result. */
  readonly runtime?: Pick<Runtime, 'compute'>
}

export interface RankingStreamState {
  /** As they were given, without defaults. */
  readonly options: GivenOptions
  readonly initialWeights?: Float64Array
  readonly metrics: readonly string[]
  /** Ids of the first and of the latest series learned. */
  readonly first?: string
  readonly last?: string
  readonly skipped: number
  /** The series learned, so that lists can be compared with them. */
  readonly seen: SeenLists
  /** The same without the names of items, for lists that have none; absent if no series had names. */
  readonly seenUnnamed?: SeenLists
  readonly learner: StreamLearnerState
  readonly evaluation: PrequentialState
}

export type SeriesOutcome =
  | {
      readonly kind: 'learned'
      readonly id: string
      /** Its number in the stream, from 1. */
      readonly number: number
      /** What the learner thought before it learned; undefined for a series that nothing was known for, and in a warm-up. */
      readonly scores: Float64Array | undefined
      readonly metrics: Readonly<Record<string, number>>
      /** Pairwise accuracy, whether it is among the metrics or not. */
      readonly accuracy: number
      readonly drifted: boolean
    }
  | { readonly kind: 'skipped'; readonly id: string; readonly reason: SkipReason }

/** Why a series is left out. */
export type SkipReason = 'learned-before' | 'fewer-than-two-items'

export const streamRuntimeShape = fields({ compute: requireCompute }, 'a runtime, or an object with compute')

const settingShapes: ShapesOf<RankingStreamSettings> = {
  options: object('an object with options of the stream'),
  initialWeights: typed(Float64Array),
  metrics: texts,
  runtime: streamRuntimeShape,
}

/** What `RankingStream.state` gives; the inside of its learner and of what was seen is trusted. */
export const streamStateShape = fields(
  {
    options: object('an object with options of the stream'),
    initialWeights: optional(typed(Float64Array)),
    metrics: texts,
    first: optional(text),
    last: optional(text),
    skipped: count(),
    seen: object('what the stream has seen'),
    learner: fields({ learner: oneOf(...streamLearnerNames), of: object('the state of a learner') }),
    evaluation: fields({
      series: count(),
      scored: count(),
      counts: typed(Float64Array),
      sums: typed(Float64Array),
      latest: arrayOf(typed(Float64Array)),
      drifts: arrayOf(arrayOf(() => {})),
      driftCount: count(),
      misordered: object('how many pairs were misordered'),
    }),
  },
  'what RankingStream.state gives',
)

export class RankingStream {
  readonly #given: GivenOptions
  readonly #initialWeights: Float64Array | undefined
  readonly #atWork: LearnerAtWork
  readonly #evaluation: Prequential
  readonly #seen: SeenSoFar
  #seenUnnamed: SeenSoFar | undefined
  readonly #sketch: SeriesSketch
  readonly #history = new HistoryKeeper()
  #first: string | undefined
  #last: string | undefined
  #skipped = 0
  /** Looked at, and to be learned next. */
  #learnable: RankedSeries | undefined

  constructor(settings: RankingStreamSettings = {}, state?: RankingStreamState) {
    requireArguments({ settings, state }, { settings: optionsOf(settingShapes), state: optional(streamStateShape) })
    const { options = {}, initialWeights, metrics = prequentialMetrics, runtime = plainRuntime } = settings
    this.#given = state?.options ?? options
    this.#initialWeights = state?.initialWeights ?? initialWeights
    const start = { initialWeights: this.#initialWeights, state: state?.learner.of, runtime }
    this.#atWork = learnerAtWork(state?.learner.learner ?? learnerNameOf(this.#given), this.#given, start)
    const { window, drift } = this.#atWork.options
    this.#evaluation = new Prequential({ metrics: state?.metrics ?? metrics, window, drift }, state?.evaluation)
    this.#seen = new SeenSoFar(MOST_SERIES_BYTES, state?.seen)
    this.#seenUnnamed = state?.seenUnnamed && new SeenSoFar(MOST_SERIES_BYTES, state.seenUnnamed)
    this.#sketch = new SeriesSketch(runtime.compute)
    this.#first = state?.first
    this.#last = state?.last
    this.#skipped = state?.skipped ?? 0
  }

  /** A stream that continues another one. */
  static resumed(state: RankingStreamState, runtime: Pick<Runtime, 'compute'> = plainRuntime): RankingStream {
    requireArguments({ state, runtime }, { state: streamStateShape, runtime: streamRuntimeShape })
    return new RankingStream({ runtime }, state)
  }

  get options(): ResolvedStreamOptions {
    return this.#atWork.options
  }

  state(): RankingStreamState {
    return {
      options: this.#given,
      ...(this.#initialWeights && { initialWeights: this.#initialWeights }),
      metrics: this.#evaluation.options.metrics,
      ...(this.#first !== undefined && { first: this.#first }),
      ...(this.#last !== undefined && { last: this.#last }),
      skipped: this.#skipped,
      seen: this.#seen.state(),
      ...(this.#seenUnnamed && { seenUnnamed: this.#seenUnnamed.state() }),
      learner: this.#atWork.state(),
      evaluation: this.#evaluation.state(),
    }
  }

  /** The id of the series learned first. */
  get first(): string | undefined {
    return this.#first
  }

  /** The id of the series learned last. */
  get last(): string | undefined {
    return this.#last
  }

  /** Series that were left out. */
  get skipped(): number {
    return this.#skipped
  }

  /** With clusters left to it: how many answer now. */
  get chosenClusters(): number | undefined {
    return this.#atWork.learner.chosenClusters
  }

  /** With a mixture of experts: how much they count. */
  get mixture(): MixtureReport | undefined {
    return this.#atWork.learner.mixture
  }

  get evaluation(): Prequential {
    return this.#evaluation
  }

  /** What a chart of this stream needs, from where it was started or taken up; the bound holds with probability 1 − delta. */
  history(delta = 0.05): StreamHistory {
    requireArguments({ delta }, { delta: number({ above: 0, atMost: 1 }) })
    return this.#history.history(this, delta)
  }

  /** One score per item, greater first; undefined as long as nothing was learned. Changes nothing. */
  rank(series: Series): Float64Array | undefined {
    requireSeries(series)
    this.#requireNames(series)
    return this.#atWork.learner.rank(series)
  }

  /** Ranks, measures, learns; one of a warm-up (`measured` is false) is learned alone. Where it throws, nothing was learned. */
  learn(series: RankedSeries, measured = true): SeriesOutcome {
    requireArguments({ measured }, { measured: flag })
    if (this.#learnable === undefined || this.#learnable !== series) this.requireLearnable(series)
    this.#learnable = undefined
    const { id } = series
    if (seriesLength(series) < 2) return this.leaveOut(id, 'fewer-than-two-items')
    const scores = measured ? this.#atWork.learner.rank(series) : undefined
    const { values, accuracy, drifted } = this.#evaluation.add(scores, series)
    this.#atWork.learner.learn(series)
    this.#remember(series)
    this.#first ??= id
    this.#last = id
    this.#history.take(this)
    return { kind: 'learned', id, number: this.#evaluation.series, scores, metrics: values, accuracy, drifted }
  }

  #remember(series: RankedSeries): void {
    // Until the first series with names, what was seen has none.
    if (series.items !== undefined) this.#seenUnnamed ??= new SeenSoFar(MOST_SERIES_BYTES, this.#seen.state())
    this.#sketch.look(series)
    this.#seen.add(this.#sketch.words(series, true))
    this.#seenUnnamed?.add(this.#sketch.words(series, false))
  }

  /** Throws for a series that cannot be learned from. When it is learned next, it is not looked at again. */
  requireLearnable(series: RankedSeries): void {
    requireRankedSeries(series)
    requireUtilities(series)
    this.#requireNames(series)
    this.#learnable = series
  }

  #requireNames({ id, items }: Series): void {
    const { learner } = this.#atWork.options
    if (items === undefined && learners[learner].needsItems)
      throw new RankwrightError({ area: 'stream', code: 'items-without-names', series: id, learner })
  }

  /** Counts a series that is not learned. */
  leaveOut(id: string, reason: SkipReason): SeriesOutcome {
    requireArguments({ id, reason }, { id: text, reason: oneOf('learned-before', 'fewer-than-two-items') })
    this.#skipped++
    return { kind: 'skipped', id, reason }
  }
}

/** The greatest utility that sums of squares have room for. */
const MOST_UTILITY = 1e140

/** Throws before anything is learned where the utilities would leave numbers in the state that are not finite. */
function requireUtilities({ id, utilities }: RankedSeries): void {
  for (const found of utilities) {
    if (!(Math.abs(found) <= MOST_UTILITY)) throw new RankwrightError({ area: 'stream', code: 'utility-too-large', series: id, found })
  }
}
