/**
 * Feeds lists of files to a stream. When a stream that was put away is fed the same input from its start, it skips what it was fed
 * before, so that a run that was cut off at any point and repeated ends as one that was not.
 */
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { FedAgain, FedSeries, type FedSeriesState } from './fedSeries.ts'
import type { RankingStream, SeriesOutcome } from './rankingStream.ts'
import type { RankedSeries } from './series.ts'
import { SeriesColumns, type SeriesTarget, seriesOfList } from './seriesOfList.ts'

export type FeedOutcome = SeriesOutcome | { readonly kind: 'known'; readonly id: string }

export class StreamFeed {
  readonly stream: RankingStream
  readonly #columns: SeriesColumns
  readonly target: SeriesTarget
  readonly #fed: FedSeries
  readonly #again: FedAgain

  /**
   * `fed` is what the stream was fed before, where it continues another one. `again` is for a feed that is made anew in the middle of an
   * input: it stands where the input does.
   */
  constructor(
    stream: RankingStream,
    target: SeriesTarget,
    columns: SeriesColumns = new SeriesColumns(),
    fed?: FedSeriesState,
    again: FedAgain = new FedAgain(fed),
  ) {
    this.stream = stream
    this.target = target
    this.#columns = columns
    this.#fed = new FedSeries(fed)
    this.#again = again
  }

  /** The only list of `lists`, as a series; `onSeries` is called before it is learned. */
  take(lists: RankingLists, onSeries?: (series: RankedSeries) => void): FeedOutcome {
    if (this.#again.knows(lists)) return { kind: 'known', id: lists.listIds[0] }
    const series = seriesOfList(lists, this.target, this.#columns)
    onSeries?.(series)
    this.#fed.add(lists)
    return this.stream.learn(series)
  }

  /** The features of the stream, in the order in which they came. */
  get features(): readonly string[] {
    return this.#columns.names
  }

  /** What the stream was fed, for a feed that continues. */
  get fed(): FedSeriesState {
    return this.#fed.state()
  }
}
