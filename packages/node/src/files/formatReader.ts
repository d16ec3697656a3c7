import type { FileFormat, Problem, RankingLists, StopFlag } from '@rankwright/core'

export interface ReadListsOptions {
  /** How the file is written; found from its name, then from its first bytes, when left out. */
  readonly format?: FileFormat
  /** Tables only: the columns that hold the list, the label and the item, by name (or by number from 1 where there is no header). */
  readonly list?: string
  readonly label?: string
  readonly item?: string
  /** The features to use, or those to leave out: columns of a table by name, those of other files by number, as in `['1', '5-20']`. */
  readonly features?: readonly string[]
  readonly ignore?: readonly string[]
  /** Tables only: rows to be scored need no labels. Where there is no label column, every label is 0. */
  readonly unlabelled?: boolean
  /** Told now and then how many bytes have been read, and of how many, where that is known. */
  readonly onProgress?: (done: number, total?: number) => void
  /** Told of values that were read, but not as they stand: a feature too small for a float32 becomes 0. */
  readonly onNote?: (note: Problem) => void
  /** Raise it and the reading ends with a `StoppedError`. */
  readonly stop?: StopFlag
}

/** Bytes of one input, decompressed. */
export interface ByteSource {
  /** How messages name the input: its path as the user gave it, or `-`. */
  readonly name: string
  /** Where the file lies; undefined for standard input, and for a file that is compressed (its bytes are not those of `bytes`). */
  readonly path?: string
  /** How many bytes `bytes` will give, when that is known beforehand; a good guess for compressed files. */
  readonly size?: number
  /** Once only. A chunk is valid until the next one is asked for: its memory is used again. */
  bytes(): AsyncIterable<Uint8Array>
  /** Lets go of the input, for a reader that does without `bytes`. */
  close?(): Promise<void>
}

/**
 * Reads one format. A faulty row is given to `onProblem`, when there is one, and left out; otherwise it is thrown as a RankwrightError.
 * Whoever calls has checked `stop` and reports progress already as `bytes` is read.
 */
export type FormatReader = (source: ByteSource, options: ReadListsOptions, onProblem?: (problem: Problem) => void) => Promise<RankingLists>

/** Gives a file's text in pieces of some kilobytes, rows in the order of `sourceRows`. */
export type TextWriter = (lists: RankingLists) => Iterable<string | Uint8Array>
