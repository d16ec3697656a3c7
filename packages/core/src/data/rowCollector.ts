import type { RankingLists } from './rankingLists.ts'

/**
 * Takes rows in file order, whatever the format, and lays them out as lists at the end: rows of one list may be scattered,
 * and features become sparse when that is clearly smaller. Values are checked by the reader that calls this.
 */
export interface RowCollector {
  /** A row with all its features; NaN is missing. `item` must be given for every row or for none. */
  addDense(list: string, label: number, values: ArrayLike<number>, item?: string): void
  /** A row given by its non-zero features, columns ascending from 0. */
  addSparse(list: string, label: number, columns: ArrayLike<number>, values: ArrayLike<number>, item?: string): void
  finish(extra?: { featureNames?: readonly string[]; width?: number; listWeights?: ReadonlyMap<string, number> }): RankingLists
}
