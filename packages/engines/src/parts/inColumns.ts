import type { RankingLists } from '@rankwright/core'
import { selectColumns } from '@rankwright/core/data'
import type { ChosenColumns } from './packedParts.ts'

/** Lists with the columns in use. */
export function inColumns(lists: RankingLists, columns: ChosenColumns | undefined): RankingLists {
  if (columns === undefined) return lists
  return { ...selectColumns(lists, columns.from), ...(columns.names && { featureNames: columns.names }) }
}
