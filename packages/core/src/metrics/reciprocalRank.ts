/** Reciprocal rank: 1 over the rank of the first relevant item, 0 if it is beyond the cutoff. Its mean is MRR. */
import type { Numbers } from '../data/lists/numbers.ts'
import { type RankedList, rankList, relevantAmong, relevantCount, runEndAt } from './rankedList.ts'
import { anyPositiveLabel } from './relevance.ts'
import { requireRanking } from './requireRanking.ts'
import type { Ties } from './ties.ts'

export interface ReciprocalRankOptions {
  readonly cutoff?: number
  readonly relevantFrom?: number
  readonly ties?: Ties
  readonly itemIds?: readonly string[]
}

/** Undefined when no item is relevant. */
export function reciprocalRank(scores: Numbers, labels: Numbers, options: ReciprocalRankOptions = {}): number | undefined {
  requireRanking(scores, labels, options, ['cutoff', 'relevantFrom', 'ties', 'itemIds'])
  return reciprocalRankOfRanked(rankList(scores, labels, options), options)
}

export function reciprocalRankOfRanked(
  ranked: RankedList,
  { cutoff = Infinity, relevantFrom = anyPositiveLabel, ties = 'expected' }: ReciprocalRankOptions = {},
): number | undefined {
  const places = Math.min(cutoff, ranked.size)
  for (let place = 0; place < places; ) {
    const end = runEndAt(ranked, place, ties)
    const relevant = relevantAmong(ranked, place, end, relevantFrom)
    if (relevant > 0) return expectedInRun(place, end, Math.min(end, places), relevant)
    place = end
  }
  return relevantCount(ranked, relevantFrom) === 0 ? undefined : 0
}

/** Σ P(the first relevant item of the run stands at this place) / rank. McSherry & Najork 2008, §2.5. */
function expectedInRun(start: number, end: number, last: number, relevant: number): number {
  let noneBefore = 1
  let total = 0
  for (let place = start; place < last && noneBefore > 0; place++) {
    const here = relevant / (end - place)
    total += (noneBefore * here) / (place + 1)
    noneBefore *= 1 - here
  }
  return total
}
