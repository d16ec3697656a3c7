import type { RankingLists } from '@rankwright/core'
import type { ReadListsOptions } from '@rankwright/core/data'
import type { PackedParts } from './parts/packedParts.ts'

/** Rows for a table, chunk by chunk: the cells of each column, in the order of the columns. */
export interface TableRows {
  readonly columns: readonly { readonly name: string; readonly kind: 'text' | 'number' }[]
  readonly chunks: AsyncIterable<readonly (readonly (string | number)[])[]>
}

/**
 * Where lists are read, packed and computed on: this machine, or others. Trainers do not know: they are given what `heldParts` makes of packed parts, and a
 * model has the same bytes whichever engine packed its lists.
 */
export interface Engine {
  /** As in front of the colon on the command line. */
  readonly name: string
  /** Of the software behind it. */
  readonly version: string
  /**
   * Packs the lists of a source, such as files or the name of a table, into parts of whole sections: the lists in the order of the source, with the
   * columns and roles that `reading` says, as `readLists` reads them.
   */
  pack(source: readonly string[], reading: ReadListsOptions): Promise<PackedParts>
  /** The same lists themselves, in chunks of whole lists. */
  chunks(source: readonly string[], reading: ReadListsOptions): AsyncIterable<RankingLists>
  /** Writes a table, or a file of one; it appears when it is whole. */
  writeTable(target: string, rows: TableRows): Promise<void>
  close(): Promise<void>
}
