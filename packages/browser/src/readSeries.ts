import type { RankingLists } from '@rankwright/core'
import { object, readSeriesShapes, requireArguments } from '@rankwright/core/arguments'
import type { ByteInput } from '@rankwright/core/data'
import { type ReadSeriesOptions, seriesFrom } from '@rankwright/core/streaming'
import type { ParquetOptions } from '@rankwright/parquet'
import { openSource } from './openSource.ts'
import { formatReaders } from './readLists.ts'

/**
 * The lists of what a page has, those that are complete whenever more bytes have come. A list is complete when a row of another begins, or
 * the line ends that holds it whole. Only what is at hand is kept; a Parquet file is read as a whole.
 */
export async function* readSeries(input: ByteInput, options: ReadSeriesOptions & ParquetOptions = {}): AsyncGenerator<RankingLists[]> {
  requireArguments({ options }, { options: object('an object with options') })
  const { compressors: _, ...reading } = options
  yield* seriesFrom(await openSource(input, reading, readSeriesShapes), reading, formatReaders(options))
}
