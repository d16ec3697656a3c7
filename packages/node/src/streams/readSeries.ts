import type { RankingLists } from '@rankwright/core'
import { type ReadSeriesOptions, seriesFrom } from '@rankwright/core/streaming'
import { type FileInput, openSource } from '../files/openSource.ts'
import { formatReaders } from '../files/readLists.ts'

/**
 * The lists of a file, of standard input for `-`, or of bytes that come another way: those that are complete whenever more bytes have
 * come. A list is complete when a row of another begins, or the line ends that holds it whole. Only what is at hand is kept; a Parquet file
 * is read as a whole.
 */
export async function* readSeries(input: FileInput, options: ReadSeriesOptions = {}): AsyncGenerator<RankingLists[]> {
  yield* seriesFrom(await openSource(input, options), options, formatReaders)
}
