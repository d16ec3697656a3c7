/**
 * Rank-biased precision (Moffat and Zobel 2008): a reader looks at the first item, and after each goes on to the next with probability
 * `persistence`; the mean use of the items looked at. An item is of use by its label, as a share of the greatest one that was judged.
 */
import { type RankedList, runEndAt } from './rankedList.ts'
import type { Ties } from './ties.ts'

export function rankBiasedPrecisionOfRanked(
  ranked: RankedList,
  { persistence, ties }: { readonly persistence: number; readonly ties: Ties },
): number | undefined {
  const greatest = ranked.idealDepth > 0 ? ranked.ideal[0] : 0
  if (!(greatest > 0)) return undefined
  let total = 0
  let weight = 1 - persistence
  for (let place = 0; place < ranked.size; ) {
    const end = runEndAt(ranked, place, ties)
    let use = 0
    for (let at = place; at < end; at++) use += Math.max(0, ranked.labels[at])
    const mean = use / greatest / (end - place)
    for (; place < end; place++) {
      total += mean * weight
      weight *= persistence
    }
  }
  return total
}
