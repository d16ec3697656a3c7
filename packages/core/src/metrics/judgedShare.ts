/** The share of judged items among the first k: how much of a ranking its judgements cover. */
import { isJudged, type RankedList, runEndAt } from './rankedList.ts'
import type { Ties } from './ties.ts'

/** Undefined for an answer without items. */
export function judgedShareOfRanked(
  ranked: RankedList,
  { cutoff, ties }: { readonly cutoff: number; readonly ties: Ties },
): number | undefined {
  const places = Math.min(cutoff, ranked.size)
  if (places === 0) return undefined
  let total = 0
  for (let place = 0; place < places; ) {
    const end = runEndAt(ranked, place, ties)
    let judged = 0
    for (let at = place; at < end; at++) if (isJudged(ranked, at)) judged++
    total += end <= places ? judged : (judged * (places - place)) / (end - place)
    place = end
  }
  return total / places
}
