import { count, requireArguments } from '../../arguments/shapes.ts'
import { seededRandom } from '../../numeric/random.ts'
import { listCount, type RankingLists, selectLists } from './rankingLists.ts'
import { requireLists } from './requireLists.ts'

/** All lists, or as many drawn ones as have about so many rows. They stay in their order. */
export function drawLists(lists: RankingLists, rows: number, seed: number): RankingLists {
  requireArguments({ lists, rows, seed }, { lists: requireLists, rows: count(1), seed: count() })
  if (lists.labels.length <= rows) return lists
  const order = seededRandom(seed).shuffle(Uint32Array.from({ length: listCount(lists) }, (_, list) => list))
  const kept: number[] = []
  let taken = 0
  for (const list of order) {
    if (taken >= rows) break
    kept.push(list)
    taken += lists.offsets[list + 1] - lists.offsets[list]
  }
  return selectLists(
    lists,
    kept.sort((a, b) => a - b),
  )
}
