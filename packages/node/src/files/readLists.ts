import type { RankingLists } from '@rankwright/core'
import { options as optionsShape, readListsShapes } from '@rankwright/core/arguments'
import {
  type FormatReaders,
  filesWithProblems,
  listsFrom,
  listsFromFiles,
  listsWithProblemsFrom,
  type OpenSource,
  type ReadListsOptions,
  type ReadWithProblems,
} from '@rankwright/core/data'
import { type FileInput, openSource } from './openSource.ts'
import { statusOf } from './statusOf.ts'

const takesOptions = optionsShape(readListsShapes)

/** Loaded when a Parquet file comes. */
export const formatReaders: FormatReaders = {
  parquet: async (source, options) => (await import('./readParquet.ts')).readParquet(source, options),
}

/**
 * Reads judged lists from a file, from standard input for `-`, or from bytes that come another way. Several files are read as if they were
 * one, in the order given; `sameLists` says what a list id means that stands in two of them. The first faulty row is thrown as a
 * RankwrightError, unless `onProblem` takes it.
 */
export async function readLists(input: FileInput | readonly FileInput[], options: ReadListsOptions = {}): Promise<RankingLists> {
  takesOptions('options', options)
  if (isOne(input)) return listsFrom(await openSource(input, options), options, formatReaders)
  return listsFromFiles(opensOf(input, options), options, formatReaders)
}

/** Reads an input, or several as if they were one, to the end, or to where it is cut off, and leaves faulty rows out. */
export async function readListsWithProblems(
  input: FileInput | readonly FileInput[],
  options: Omit<ReadListsOptions, 'onProblem'> = {},
): Promise<ReadWithProblems> {
  takesOptions('options', options)
  if (isOne(input)) return listsWithProblemsFrom(await openSource(input, options), options, formatReaders)
  return filesWithProblems(opensOf(input, options), options, formatReaders)
}

function isOne(input: FileInput | readonly FileInput[]): input is FileInput {
  return !Array.isArray(input)
}

/** What opens each of several inputs. */
function opensOf(inputs: readonly FileInput[], options: ReadListsOptions): readonly OpenSource[] {
  const progress = progressOfAll(inputs, options.onProgress)
  return Array.from(inputs, (input, place) => () => openSource(input, { ...options, ...progress(place) }))
}

type Progress = NonNullable<ReadListsOptions['onProgress']>

/** Progress through all files, where they are files and their sizes are known. */
function progressOfAll(
  inputs: readonly FileInput[],
  onProgress: Progress | undefined,
): (place: number) => { readonly onProgress?: Progress } {
  if (onProgress === undefined) return () => ({})
  const sizes = inputs.map((input) => (typeof input === 'string' ? (statusOf(input)?.size ?? 0) : 0))
  const total = sizes.every((size) => size > 0) ? sizes.reduce((sum, size) => sum + size, 0) : undefined
  return (place) => {
    const before = sizes.slice(0, place).reduce((sum, size) => sum + size, 0)
    return { onProgress: (done) => onProgress(before + done, total) }
  }
}
