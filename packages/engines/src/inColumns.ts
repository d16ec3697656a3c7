import type { RankingLists } from '@rankwright/core'
import { selectColumns } from '@rankwright/core/data'
import type { PackedView } from './threads/messages.ts'

/** Lists with the columns of a view. */
export function inColumns(lists: RankingLists, columns: PackedView['columns']): RankingLists {
  if (columns === undefined) return lists
  return { ...selectColumns(lists, columns.from), ...(columns.names && { featureNames: columns.names }) }
}
