import type { Numbers } from './numbers.ts'
import { selectLists as listsOf, type RankingLists } from './rankingLists.ts'
import { requireLists } from './requireLists.ts'

/** The lists with these numbers, in this order, each with its rows as they stood. */
export function selectLists(lists: RankingLists, indices: Numbers): RankingLists {
  requireLists('lists', lists)
  return listsOf(lists, indices)
}
