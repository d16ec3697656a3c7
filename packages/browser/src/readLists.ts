import type { RankingLists } from '@rankwright/core'
import { object, options as optionsShape, readListsShapes } from '@rankwright/core/arguments'
import {
  type ByteInput,
  type FormatReaders,
  filesWithProblems,
  listsFromFiles,
  type OpenSource,
  type ReadListsOptions,
  type ReadWithProblems,
} from '@rankwright/core/data'
import { type ParquetOptions, readParquet } from '@rankwright/parquet'
import { openSource } from './openSource.ts'

export interface ReadFileOptions extends ReadListsOptions, ParquetOptions {}

const shapes = { ...readListsShapes, compressors: object('decompressors by their codecs') }

/**
 * Reads judged lists from what a page has: a `File` or `Blob`, the `Response` of a fetch, a stream, bytes. Several inputs are read as if they
 * were one, in the order given; `sameLists` says what a list id means that stands in two of them. The first faulty row is thrown as a
 * RankwrightError, unless `onProblem` takes it.
 */
export async function readLists(input: ByteInput | readonly ByteInput[], options: ReadFileOptions = {}): Promise<RankingLists> {
  return listsFromFiles(opensOf(input, options), options, formatReaders(options))
}

/** Reads an input, or several as if they were one, to the end, or to where it is cut off, and leaves faulty rows out. */
export async function readListsWithProblems(
  input: ByteInput | readonly ByteInput[],
  options: Omit<ReadFileOptions, 'onProblem'> = {},
): Promise<ReadWithProblems> {
  return filesWithProblems(opensOf(input, options), options, formatReaders(options))
}

function opensOf(input: ByteInput | readonly ByteInput[], options: ReadFileOptions): readonly OpenSource[] {
  optionsShape(shapes)('options', options)
  const inputs: readonly ByteInput[] = Array.isArray(input) ? input : [input as ByteInput]
  return Array.from(inputs, (each) => () => openSource(each, options, shapes))
}

export function formatReaders({ compressors }: ParquetOptions): FormatReaders {
  return { parquet: (source, reading) => readParquet(source, { ...reading, ...(compressors && { compressors }) }) }
}
