/**
 * Feeds lists of files to a stream. When a stream that was put away is fed the same input from its start, it skips what it has
 * learned: everything up to the series learned last.
 */
import type { RankingLists } from '../data/lists/rankingLists.ts'
import type { RankingStream, SeriesOutcome } from './rankingStream.ts'
import type { RankedSeries } from './series.ts'
import { SeriesColumns, type SeriesTarget, seriesOfList } from './seriesOfList.ts'

export type FeedOutcome = SeriesOutcome | { readonly kind: 'known'; readonly id: string }

export class StreamFeed {
  readonly stream: RankingStream
  readonly #columns: SeriesColumns
  readonly #target: SeriesTarget
  #begun = false
  #knownUpTo: string | undefined

  constructor(stream: RankingStream, target: SeriesTarget, columns: SeriesColumns = new SeriesColumns()) {
    this.stream = stream
    this.#target = target
    this.#columns = columns
  }

  /** The only list of `lists`, as a series; `onSeries` is called before it is learned. */
  take(lists: RankingLists, onSeries?: (series: RankedSeries) => void): FeedOutcome {
    const id = lists.listIds[0]
    if (!this.#begun && id === this.stream.first) this.#knownUpTo = this.stream.last
    this.#begun = true
    if (this.#knownUpTo !== undefined) {
      if (id === this.#knownUpTo) this.#knownUpTo = undefined
      return { kind: 'known', id }
    }
    const series = seriesOfList(lists, this.#target, this.#columns)
    onSeries?.(series)
    return this.stream.learn(series)
  }

  /** The features of the stream, in the order in which they came. */
  get features(): readonly string[] {
    return this.#columns.names
  }
}
