/**
 * Feeds lists of files to a stream and its rivals. When a stream that was put away is fed the same input from its start, it skips what it
 * was fed before, so that a run that was cut off at any point and repeated ends as one that was not. A series that was learned lately is
 * not learned again, wherever it comes from.
 */
import { fields, instanceOf, oneOf, options, requireArguments, required, type ShapesOf, typed } from '../arguments/shapes.ts'
import { requireEncoders } from '../data/encoders/requireEncoders.ts'
import type { TableEncoders } from '../data/encoders/tableEncoders.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { requireOneList } from '../data/lists/requireLists.ts'
import { needsRelevance } from '../metrics/needsRelevance.ts'
import { RankwrightError } from '../problems/problem.ts'
import { FedAgain, FedSeries, type FedSeriesState, fedSeriesShape } from './fedSeries.ts'
import { RankingStream, type SeriesOutcome } from './rankingStream.ts'
import { RememberedSeries, type RememberedSeriesState } from './rememberedSeries.ts'
import { learnBeside, type RivalStream, rivalsShape } from './rivalStreams.ts'
import { usualWarmUp } from './seriesEncoding.ts'
import { seriesHash } from './seriesHash.ts'
import { SeriesColumns, type SeriesTarget, seriesOfList } from './seriesOfList.ts'
import { type SeriesReading, seriesReadingShape } from './seriesReading.ts'

export type FeedOutcome =
  /** `sameId`: other series of this id were learned before. */
  (SeriesOutcome & { readonly sameId?: true }) | { readonly kind: 'known'; readonly id: string } | PredictedSeries

/** A series whose outcome is not known yet, ranked. */
export interface PredictedSeries {
  readonly kind: 'predicted'
  readonly id: string
  readonly items?: readonly string[]
  readonly length: number
  /** One per item, greater first; undefined as long as nothing was learned. */
  readonly scores: Float64Array | undefined
}

export interface StreamFeedSettings {
  readonly target: SeriesTarget
  readonly columns?: SeriesColumns
  /** What the stream was fed before, where it continues another one. */
  readonly fed?: FedSeriesState | undefined
  /** For a feed that is made anew in the middle of an input: it stands where the input does. */
  readonly again?: FedAgain
  readonly remembered?: RememberedSeriesState | undefined
  readonly rivals?: readonly RivalStream[]
  /** How the lists are read; kept for a feed that continues. */
  readonly reading?: SeriesReading | undefined
  /** How the cells of tables become the features of the series; else those that the lists come with. */
  readonly encoders?: TableEncoders | undefined
}

export const feedShapes: ShapesOf<StreamFeedSettings> = {
  target: oneOf('rank', 'utility'),
  columns: instanceOf(SeriesColumns),
  fed: fedSeriesShape,
  again: instanceOf(FedAgain),
  remembered: fields({ wholes: typed(Float64Array), ids: typed(Float64Array) }, 'the part `remembered` of a StreamFeed'),
  rivals: rivalsShape,
  reading: seriesReadingShape,
  encoders: requireEncoders,
}
const shapes = { stream: instanceOf(RankingStream), settings: required(options(feedShapes), 'target') }

export class StreamFeed {
  readonly stream: RankingStream
  readonly target: SeriesTarget
  readonly rivals: readonly RivalStream[]
  readonly reading: SeriesReading | undefined
  readonly #columns: SeriesColumns
  readonly #fed: FedSeries
  readonly #again: FedAgain
  readonly #remembered: RememberedSeries
  #encoders: TableEncoders | undefined

  constructor(stream: RankingStream, settings: StreamFeedSettings) {
    requireArguments({ stream, settings }, shapes)
    const { target, columns, fed, again, remembered, rivals = [], reading, encoders } = settings
    const relevance = stream.evaluation.options.metrics.filter(needsRelevance)
    if (target === 'rank' && relevance.length > 0)
      throw new RankwrightError({ area: 'metric', code: 'places-without-relevance', metrics: relevance, threshold: false })
    this.stream = stream
    this.target = target
    this.rivals = rivals
    this.reading = reading
    this.#encoders = encoders
    this.#columns = columns ?? new SeriesColumns()
    this.#fed = new FedSeries(fed)
    this.#again = again ?? new FedAgain(fed)
    this.#remembered = new RememberedSeries(remembered)
  }

  /**
   * The only list of `lists`, as a series. One without labels (NaN) is ranked and changes nothing: it is learned when it comes again with
   * them. Where it throws, nobody has learned anything from it.
   */
  take(lists: RankingLists): FeedOutcome {
    requireOneList('lists', lists)
    const id = lists.listIds[0]
    const open = lists.labels.reduce((count, label) => count + (Number.isNaN(label) ? 1 : 0), 0)
    if (open === lists.labels.length) return this.#predicted(lists)
    if (open > 0)
      throw new RankwrightError({ area: 'stream', code: 'labels-partly-missing', series: id, missing: open, items: lists.labels.length })
    const hash = seriesHash(lists)
    if (this.#again.knows(id, hash)) return { kind: 'known', id }
    this.#encoders ??= lists.encoders
    const series = seriesOfList(lists, this.target, this.#columns)
    for (const { stream } of [this, ...this.rivals]) stream.requireLearnable(series)
    this.#fed.add(hash)
    if (this.#remembered.knows(hash)) return this.stream.leaveOut(id, 'learned-before')
    const sameId = this.#remembered.knowsId(id)
    const measured = this.stream.evaluation.series >= this.#warmUp
    const outcome = this.stream.learn(series, measured)
    learnBeside(this.rivals, series, outcome, measured)
    if (outcome.kind === 'learned') this.#remembered.add(hash, id)
    return sameId ? { ...outcome, sameId } : outcome
  }

  /** So many series are learned and not measured: those that encoders were fitted to are among them. */
  get #warmUp(): number {
    return this.reading?.warmUp ?? (this.#encoders === undefined ? 0 : usualWarmUp)
  }

  #predicted(lists: RankingLists): PredictedSeries {
    const columns = new SeriesColumns(this.#columns.names)
    const series = seriesOfList(lists, 'utility', columns)
    this.#columns.meet(columns.names.filter((name) => !columns.unmet.includes(name)))
    const { id, items } = series
    return { kind: 'predicted', id, ...(items && { items }), length: lists.labels.length, scores: this.stream.rank(series) }
  }

  /** The features of the stream, in the order in which they came. */
  get features(): readonly string[] {
    return this.#columns.names
  }

  /** How the cells of tables become features, where some are not plain numbers. */
  get encoders(): TableEncoders | undefined {
    return this.#encoders
  }

  /** What the stream was fed, for a feed that continues. */
  get fed(): FedSeriesState {
    return this.#fed.state()
  }

  /** The series that it would not learn again, for a feed that continues. */
  get remembered(): RememberedSeriesState {
    return this.#remembered.state()
  }
}
