/**
 * Pairwise accuracy: of the pairs with different labels, the share that the scores order as the labels do. A pair of tied
 * scores counts one half when ties are `expected`.
 */
import type { Numbers } from '../data/lists/numbers.ts'
import { pairCounts } from './pairCounts.ts'
import { type RankedList, rankList } from './rankedList.ts'
import { requireRanking } from './requireRanking.ts'
import type { Ties } from './ties.ts'

export interface PairwiseAccuracyOptions {
  readonly ties?: Ties
  readonly itemIds?: readonly string[]
}

/** Undefined when all labels are equal. */
export function pairwiseAccuracy(scores: Numbers, labels: Numbers, options: PairwiseAccuracyOptions = {}): number | undefined {
  requireRanking(scores, labels, options, ['ties', 'itemIds'])
  return pairwiseAccuracyOfRanked(rankList(scores, labels, options), options)
}

export function pairwiseAccuracyOfRanked(ranked: RankedList, { ties = 'expected' }: PairwiseAccuracyOptions = {}): number | undefined {
  const { pairs, tiedScores, tiedLabels, tiedBoth, discordant } = pairCounts(ranked, ties !== 'expected')
  const comparable = pairs - tiedLabels
  return comparable === 0 ? undefined : 1 - (discordant + (tiedScores - tiedBoth) / 2) / comparable
}
