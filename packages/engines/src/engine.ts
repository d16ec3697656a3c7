import type { ListModel, RankingLists } from '@rankwright/core'
import type { ReadListsOptions } from '@rankwright/core/data'
import type { PackedParts } from './parts/packedParts.ts'

/** What an engine is opened with. */
export interface EngineOptions {
  /** Threads that go through parts on this machine; all processors unless given. */
  readonly threads?: number
  /** Called while lists are read and packed. */
  readonly onProgress?: (rows: number, total: number | undefined) => void
  /** Called while a job runs on other machines: how many of its tasks are done, of those known so far. */
  readonly onTasks?: (done: number, total: number) => void
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
   * Writes the scores of lists that it has packed into a table of that name, with the columns `list`, `place` and `score`, and `item` where it knows the items:
   * all of them, or nothing. A table that is there already is replaced if it has these columns, or if `replace` says so. Left out where an engine has no tables
   * to write.
   */
  writeScores?(table: string, parts: PackedParts, model: ListModel, replace: boolean): Promise<void>
  /**
   * Throws where such a table is what these sources are read from, so that it cannot become a table of their scores. `writeScores` asks, too; this is for before
   * they are packed.
   */
  requireOther?(table: string, source: readonly string[]): Promise<void>
  /** Frees what was packed, and ends the connection if there is one. */
  close(): Promise<void>
}
