import type { RankingLists } from '../lists/rankingLists.ts'
import { encodedFeatures } from './encodedLists.ts'
import { refitTable } from './fitTable.ts'
import type { RawTable } from './rawTable.ts'

/**
 * Lists to train on, and others to measure on, with encoders that have seen the former alone. Lists without cells, or without encoders, stay as
 * they are: see `keepCells`.
 */
export function refittedParts(train: RankingLists, test: RankingLists): { readonly train: RankingLists; readonly test: RankingLists } {
  const { cells, encoders } = train
  if (cells === undefined || encoders === undefined || test.cells === undefined) return { train, test }
  const table = tableOf(train)
  const fitted = refitTable(table, encoders, cells.fitting)
  const own = { ...encoders, columns: fitted.encoders.columns, matches: fitted.encoders.matches }
  return {
    train: { ...train, ...encodedFeatures(table, own, fitted), encoders: own },
    test: { ...test, ...encodedFeatures(tableOf(test), own), encoders: own },
  }
}

/** The table as it was read, with the labels that the lists have now. */
function tableOf(lists: RankingLists): RawTable {
  const { file, names, list, label, item, texts, numbers, features } = lists.cells!
  return {
    file,
    lists: { ...lists, features, width: numbers.length, featureNames: numbers },
    raw: texts,
    order: names,
    list,
    ...(label !== undefined && { label }),
    ...(item !== undefined && { item }),
  }
}
