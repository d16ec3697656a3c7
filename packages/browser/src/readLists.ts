import type { RankingLists } from '@rankwright/core'
import { object, readListsShapes } from '@rankwright/core/arguments'
import {
  type ByteInput,
  type FormatReaders,
  listsFrom,
  listsWithProblemsFrom,
  type ReadListsOptions,
  type ReadWithProblems,
} from '@rankwright/core/data'
import { type ParquetOptions, readParquet } from '@rankwright/parquet'
import { openSource } from './openSource.ts'

export interface ReadFileOptions extends ReadListsOptions, ParquetOptions {}

const shapes = { ...readListsShapes, compressors: object('decompressors by their codecs') }

/**
 * Reads judged lists from what a page has: a `File` or `Blob`, the `Response` of a fetch, a stream, bytes. The first faulty row is thrown as
 * a RankwrightError, unless `onProblem` takes it.
 */
export async function readLists(input: ByteInput, options: ReadFileOptions = {}): Promise<RankingLists> {
  return listsFrom(await openSource(input, options, shapes), options, formatReaders(options))
}

/** Reads an input to its end, or to where it is cut off, and leaves faulty rows out. */
export async function readListsWithProblems(input: ByteInput, options: Omit<ReadFileOptions, 'onProblem'> = {}): Promise<ReadWithProblems> {
  return listsWithProblemsFrom(await openSource(input, options, shapes), options, formatReaders(options))
}

export function formatReaders({ compressors }: ParquetOptions): FormatReaders {
  return { parquet: (source, reading) => readParquet(source, { ...reading, ...(compressors && { compressors }) }) }
}
