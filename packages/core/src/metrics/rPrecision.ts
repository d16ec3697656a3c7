/** R-precision: the precision at place R, where R is the number of all relevant items. */
import { relevantWithin } from './precision.ts'
import { type RankedList, relevantCount } from './rankedList.ts'
import type { Ties } from './ties.ts'

export function rPrecisionOfRanked(
  ranked: RankedList,
  options: { readonly relevantFrom: number; readonly ties: Ties },
): number | undefined {
  const relevant = relevantCount(ranked, options.relevantFrom)
  return relevant === 0 ? undefined : relevantWithin(ranked, { ...options, cutoff: relevant }) / relevant
}
