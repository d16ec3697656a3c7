import type { RowGathering } from './listByList.ts'
import type { RankingLists } from './rankingLists.ts'
import { type Finishing, RowStore } from './rowStore.ts'

/**
 * Takes rows in file order, from any format, and arranges them as lists at the end: rows of one list may be scattered,
 * and features become sparse when that is clearly smaller. Values are checked by the reader that calls this.
 */
export interface RowCollector {
  /** A row with all its features; NaN is missing. `item` must be given for every row or for none. */
  addDense(list: string, label: number, values: ArrayLike<number>, item?: string): void
  /** A row given by its non-zero features, columns ascending from 0. */
  addSparse(list: string, label: number, columns: ArrayLike<number>, values: ArrayLike<number>, item?: string): void
  /** How many rows are to come in all, as far as the reader knows: a good guess saves memory. */
  expect(rows: number): void
  finish(extra?: Finishing): RankingLists
}

export function rowCollector(store: RowGathering = new RowStore()): RowCollector {
  return {
    addDense: (list, label, values, item) => store.addDense(store.listNumber(list), label, values, item),
    addSparse(list, label, columns, values, item) {
      const width = columns.length === 0 ? 0 : columns[columns.length - 1] + 1
      store.add(store.listNumber(list), label, columns.length, Uint32Array.from(columns), Float32Array.from(values), width, item)
    },
    expect(rows) {
      store.expectedRows = () => rows
    },
    finish: (extra) => store.finish(extra),
  }
}
