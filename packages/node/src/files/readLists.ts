import type { RankingLists } from '@rankwright/core'
import { options as optionsShape, readListsShapes } from '@rankwright/core/arguments'
import { type FormatReaders, listsFrom, listsWithProblemsFrom, type ReadListsOptions, type ReadWithProblems } from '@rankwright/core/data'
import { type FileInput, openSource } from './openSource.ts'

const takesOptions = optionsShape(readListsShapes)

/** Loaded when a Parquet file comes. */
export const formatReaders: FormatReaders = {
  parquet: async (source, options) => (await import('./readParquet.ts')).readParquet(source, options),
}

/**
 * Reads judged lists from a file, from standard input for `-`, or from bytes that come another way. The first faulty row is thrown as a
 * RankwrightError, unless `onProblem` takes it.
 */
export async function readLists(input: FileInput, options: ReadListsOptions = {}): Promise<RankingLists> {
  takesOptions('options', options)
  return listsFrom(await openSource(input, options), options, formatReaders)
}

/** Reads an input to its end, or to where it is cut off, and leaves faulty rows out. */
export async function readListsWithProblems(
  input: FileInput,
  options: Omit<ReadListsOptions, 'onProblem'> = {},
): Promise<ReadWithProblems> {
  takesOptions('options', options)
  return listsWithProblemsFrom(await openSource(input, options), options, formatReaders)
}
