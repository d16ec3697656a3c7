/** Recall at k: the share of all relevant items that stand among the first k. */
import type { Numbers } from '../data/lists/numbers.ts'
import { type PrecisionOptions, relevantWithin } from './precision.ts'
import { type RankedList, rankList, relevantCount } from './rankedList.ts'
import { anyPositiveLabel } from './relevance.ts'
import { requireRanking } from './requireRanking.ts'

export type RecallOptions = Omit<PrecisionOptions, 'divisor'>

/** Undefined when no item is relevant. */
export function recall(scores: Numbers, labels: Numbers, options: RecallOptions = {}): number | undefined {
  requireRanking(scores, labels, options, ['cutoff', 'relevantFrom', 'ties', 'itemIds'])
  return recallOfRanked(rankList(scores, labels, options), options)
}

export function recallOfRanked(ranked: RankedList, options: RecallOptions = {}): number | undefined {
  const relevant = relevantCount(ranked, options.relevantFrom ?? anyPositiveLabel)
  return relevant === 0 ? undefined : relevantWithin(ranked, options) / relevant
}
