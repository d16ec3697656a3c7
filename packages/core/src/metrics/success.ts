/** Success at k: 1 if a relevant item stands among the first k, else 0. */
import { type RankedList, relevantAmong, relevantCount, runEndAt } from './rankedList.ts'
import type { Ties } from './ties.ts'

/** If a tied run crosses place k, the probability that one of its relevant items comes before. */
export function successOfRanked(
  ranked: RankedList,
  { cutoff, relevantFrom, ties }: { readonly cutoff: number; readonly relevantFrom: number; readonly ties: Ties },
): number | undefined {
  if (relevantCount(ranked, relevantFrom) === 0) return undefined
  const places = Math.min(cutoff, ranked.size)
  for (let place = 0; place < places; ) {
    const end = runEndAt(ranked, place, ties)
    const relevant = relevantAmong(ranked, place, end, relevantFrom)
    if (relevant > 0) return end <= places ? 1 : 1 - noneAmong(places - place, relevant, end - place)
    place = end
  }
  return 0
}

/** The probability that `drawn` of `size` items, drawn at random, hold none of the `relevant` ones. */
function noneAmong(drawn: number, relevant: number, size: number): number {
  let probability = 1
  for (let draw = 0; draw < drawn; draw++) probability *= Math.max(0, size - relevant - draw) / (size - draw)
  return probability
}
