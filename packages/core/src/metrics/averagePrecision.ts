/** Average precision: the precision at the rank of each relevant item, averaged over the relevant items. Its mean is MAP. */
import type { Numbers } from '../data/lists/numbers.ts'
import { type RankedList, rankList, relevantAmong, relevantCount, runEndAt } from './rankedList.ts'
import { anyPositiveLabel } from './relevance.ts'
import { requireRanking } from './requireRanking.ts'
import { type Ties, tiesNames } from './ties.ts'

export interface AveragePrecisionOptions {
  readonly cutoff?: number
  readonly relevantFrom?: number
  /** What the sum is divided by: all relevant items, or as many of them as fit above the cutoff. */
  readonly divisor?: 'relevant' | 'reachable'
  /** `together`: tied items are one step of the precision-recall curve, as in scikit-learn's average_precision_score. */
  readonly ties?: Ties | 'together'
  readonly itemIds?: readonly string[]
}

/** Undefined when no item is relevant. */
export function averagePrecision(scores: Numbers, labels: Numbers, options: AveragePrecisionOptions = {}): number | undefined {
  requireRanking(scores, labels, options, ['cutoff', 'relevantFrom', 'itemIds'], {
    divisor: ['relevant', 'reachable'],
    ties: [...tiesNames, 'together'],
  })
  return averagePrecisionOfRanked(rankList(scores, labels, options), options)
}

export function averagePrecisionOfRanked(
  ranked: RankedList,
  { cutoff = Infinity, relevantFrom = anyPositiveLabel, divisor = 'reachable', ties = 'expected' }: AveragePrecisionOptions = {},
): number | undefined {
  const allRelevant = relevantCount(ranked, relevantFrom)
  if (allRelevant === 0) return undefined
  const places = Math.min(cutoff, ranked.size)
  let before = 0
  let total = 0
  for (let place = 0; place < places; ) {
    const end = runEndAt(ranked, place, ties)
    const relevant = relevantAmong(ranked, place, end, relevantFrom)
    if (relevant > 0) {
      if (ties === 'together') total += (relevant * (before + relevant)) / end
      else total += expectedInRun(place, end, Math.min(end, places), before, relevant)
      before += relevant
    }
    place = end
  }
  return total / (divisor === 'reachable' ? Math.min(allRelevant, cutoff) : allRelevant)
}

/**
 * At each place a relevant item stands with probability r / m, and then (t − 1)(r − 1) / (m − 1) of the run's other relevant
 * items are expected before it. McSherry & Najork 2008, §2.4.
 */
function expectedInRun(start: number, end: number, last: number, before: number, relevant: number): number {
  const size = end - start
  const density = size === 1 ? 0 : (relevant - 1) / (size - 1)
  let total = 0
  for (let place = start; place < last; place++) total += (before + 1 + (place - start) * density) / (place + 1)
  return (total * relevant) / size
}
