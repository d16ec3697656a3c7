import type { RankingLists } from '@rankwright/core'
import type { ReadListsOptions } from '@rankwright/core/data'
import type { PackedParts } from './parts/packedParts.ts'

/** What an engine is opened with. */
export interface EngineOptions {
  /** Threads that go through parts on this machine; all processors unless given. */
  readonly threads?: number
  /** Called while lists are read and packed. */
  readonly onProgress?: (rows: number, total: number | undefined) => void
}

/** Scores of lists, one list after the other: list q is rows offsets[q] .. offsets[q + 1]. */
export interface ScoredTable {
  readonly scores: Float64Array
  readonly offsets: Uint32Array
  readonly listIds: readonly string[]
}

/**
 * Where lists are read, packed and computed on: this machine, or others. Trainers do not know: they are given what `heldParts` makes of packed parts, and a
 * model has the same bytes whichever engine packed its lists.
 */
export interface Engine {
  /** As on the command line, in front of the colon. */
  readonly name: string
  /** Of the software behind it. */
  readonly version: string
  /**
   * Packs the lists of a source, such as files or the name of a table, into parts of whole sections: the lists in the order in which they first appear, with
   * the columns and roles that `reading` says, as `readLists` reads them.
   */
  pack(source: readonly string[], reading: ReadListsOptions): Promise<PackedParts>
  /** The same lists themselves, in chunks of whole lists. */
  chunks(source: readonly string[], reading: ReadListsOptions): AsyncIterable<RankingLists>
  /**
   * Writes scores into a table of that name, with the columns `list`, `place` and `score`: all of them, or nothing. A table that is there already is replaced
   * if it has these columns, or if `replace` says so. Left out where an engine has no tables to write.
   */
  writeScores?(table: string, scored: ScoredTable, replace: boolean): Promise<void>
  /** Frees what was packed, and ends the connection if there is one. */
  close(): Promise<void>
}
