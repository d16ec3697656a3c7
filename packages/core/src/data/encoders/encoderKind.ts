import type { DocumentReader } from '../../documents/documentReader.ts'
import type { WordReader } from '../cells/wordReader.ts'
import type { RowBuffer } from './rowBuffer.ts'

/** What stands in a cell: a text, a number where numbers are wanted, an array of numbers, or nothing. */
export type Cell = string | number | readonly number[] | undefined

/** The words of a cell. The same cell is read once, whoever asks. */
export type WordsOf = (cell: string) => WordReader

/** Puts the features of a cell into a row; the first of them has the number `first`. */
export type CellWriter = (cell: Cell, first: number, row: RowBuffer, words: WordsOf) => void

export type Parts = Readonly<Record<string, unknown>>

/** A kind of encoder: a row in the table of encoderKinds.ts. */
export interface EncoderKind<Encoder> {
  /** The names of its features. */
  names(encoder: Encoder): readonly string[]
  /** What becomes of a cell, in words. */
  becomes(encoder: Encoder): string
  /** Makes what the encoder needs to look things up. */
  open(encoder: Encoder): CellWriter
  /** What follows kind and column in a document, with arrays encoded. */
  toDocument(encoder: Encoder): Parts
  fromDocument(column: string, document: unknown, where: string, read: DocumentReader): Encoder
}
