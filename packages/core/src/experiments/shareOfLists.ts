import { type RankingLists, selectLists } from '../data/lists/rankingLists.ts'
import { seededRandom } from '../numeric/random.ts'

/** A share of the lists, drawn by the seed, in their order; at least one. A greater share of the same seed holds all lists of a smaller one. */
export function shareOfLists(lists: RankingLists, share: number, seed: number): RankingLists {
  if (share === 1) return lists
  const drawn = seededRandom(seed).fork('shares').shuffle(Uint32Array.from(lists.listIds.keys()))
  return selectLists(lists, drawn.slice(0, Math.max(1, Math.round(share * drawn.length))).sort())
}
