/**
 * Area under the ROC curve of one list: the probability that a relevant item stands before one that is not. Ties
 * count one half if they are `expected`. Hanley & McNeil 1982, "The meaning and use of the area under a ROC curve".
 */
import type { Numbers } from '../data/lists/numbers.ts'
import { type RankedList, rankList, relevantAmong, runEndAt } from './rankedList.ts'
import { anyPositiveLabel } from './relevance.ts'
import { requireRanking } from './requireRanking.ts'
import type { Ties } from './ties.ts'

export interface AucOptions {
  readonly relevantFrom?: number
  readonly ties?: Ties
  readonly itemIds?: readonly string[]
}

/** Undefined when no item is relevant, or all are. */
export function auc(scores: Numbers, labels: Numbers, options: AucOptions = {}): number | undefined {
  requireRanking(scores, labels, options, ['relevantFrom', 'ties', 'itemIds'])
  return aucOfRanked(rankList(scores, labels, options), options)
}

export function aucOfRanked(
  ranked: RankedList,
  { relevantFrom = anyPositiveLabel, ties = 'expected' }: AucOptions = {},
): number | undefined {
  let relevantBefore = 0
  let ordered = 0
  for (let place = 0; place < ranked.size; ) {
    const end = runEndAt(ranked, place, ties)
    const relevant = relevantAmong(ranked, place, end, relevantFrom)
    ordered += (end - place - relevant) * (relevantBefore + relevant / 2)
    relevantBefore += relevant
    place = end
  }
  const pairs = relevantBefore * (ranked.size - relevantBefore)
  return pairs === 0 ? undefined : ordered / pairs
}
