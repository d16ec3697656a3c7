import type { RankingLists } from '../lists/rankingLists.ts'
import { cellsTable } from './cellsTable.ts'
import { encodedFeatures } from './encodedLists.ts'
import { refitTable } from './fitTable.ts'

/**
 * Lists to train on, and others to measure on, with encoders that have seen the former alone. Lists without cells, or without encoders, stay as
 * they are: see `keepCells`.
 */
export function refittedParts(train: RankingLists, test: RankingLists): { readonly train: RankingLists; readonly test: RankingLists } {
  const { cells, encoders } = train
  if (cells === undefined || encoders === undefined || test.cells === undefined) return { train, test }
  const table = cellsTable(train)
  const fitted = refitTable(table, encoders)
  const own = { ...encoders, columns: fitted.encoders.columns, matches: fitted.encoders.matches }
  return {
    train: { ...train, ...encodedFeatures(table, own, fitted), encoders: own },
    test: { ...test, ...encodedFeatures(cellsTable(test), own), encoders: own },
  }
}
