/** nDCG@k. Järvelin & Kekäläinen 2002, "Cumulated gain-based evaluation of IR techniques". */
import type { Numbers } from '../data/lists/numbers.ts'
import { type DcgOptions, dcgOfRanked, idealDcg } from './dcg.ts'
import { gainScale } from './gain.ts'
import { type RankedList, rankList } from './rankedList.ts'
import { requireRanking } from './requireRanking.ts'

export interface NdcgOptions extends DcgOptions {
  /** What nDCG@k is for a list with fewer than k items: measured over the existing places, or 0 as in the LETOR scripts. */
  readonly shortLists?: 'as-they-are' | 'zero'
}

/** Undefined if no item is relevant: the caller who averages decides about such a list. */
export function ndcg(scores: Numbers, labels: Numbers, options: NdcgOptions = {}): number | undefined {
  requireRanking(scores, labels, options, ['cutoff', 'gain', 'discount', 'ties', 'itemIds', 'shortLists'])
  return ndcgOfRanked(rankList(scores, labels, options), options)
}

export function ndcgOfRanked(ranked: RankedList, options: NdcgOptions = {}): number | undefined {
  const { cutoff = Infinity, gain = 'exponential', shortLists = 'as-they-are' } = options
  if (shortLists === 'zero' && ranked.size < cutoff && cutoff !== Infinity) return 0
  if (ranked.idealDepth === 0) return undefined
  const scale = gainScale(ranked.ideal[0], gain)
  const ideal = idealDcg(ranked, options, scale)
  return ideal === 0 ? undefined : dcgOfRanked(ranked, options, scale) / ideal
}
