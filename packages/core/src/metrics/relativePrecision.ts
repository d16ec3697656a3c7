/** Relative precision at k: the relevant items among the first k, as a share of the most that can stand there. */
import { relevantWithin } from './precision.ts'
import { type RankedList, relevantCount } from './rankedList.ts'
import type { Ties } from './ties.ts'

export function relativePrecisionOfRanked(
  ranked: RankedList,
  options: { readonly cutoff: number; readonly relevantFrom: number; readonly ties: Ties },
): number | undefined {
  const relevant = relevantCount(ranked, options.relevantFrom)
  if (relevant === 0) return undefined
  const places = options.cutoff === Infinity ? ranked.size : options.cutoff
  return places === 0 ? 0 : relevantWithin(ranked, options) / Math.min(places, relevant)
}
