import { fingerprint } from '../data/lists/fingerprint.ts'
import { listCount, type RankingLists, selectLists } from '../data/lists/rankingLists.ts'

/** How many lists of `lists` are also in `others`, with the same rows and labels, under any name. */
export function sharedLists(lists: RankingLists, others: RankingLists): number {
  const known = new Set(fingerprints(others))
  return fingerprints(lists).filter((print) => known.has(print)).length
}

function fingerprints({ listWeights: _, ...lists }: RankingLists): string[] {
  return Array.from({ length: listCount(lists) }, (_, list) => fingerprint(selectLists(lists, [list])))
}
