/** Precision at k: the share of relevant items among the first k. */
import type { Numbers } from '../data/lists/numbers.ts'
import { type RankedList, rankList, relevantAmong, runEndAt } from './rankedList.ts'
import { anyPositiveLabel } from './relevance.ts'
import { requireRanking } from './requireRanking.ts'
import type { Ties } from './ties.ts'

export interface PrecisionOptions {
  readonly cutoff?: number
  readonly relevantFrom?: number
  /** The divisor for a list with fewer than k items: k, or its number of items. */
  readonly divisor?: 'cutoff' | 'places'
  readonly ties?: Ties
  readonly itemIds?: readonly string[]
}

export function precision(scores: Numbers, labels: Numbers, options: PrecisionOptions = {}): number {
  requireRanking(scores, labels, options, ['cutoff', 'relevantFrom', 'ties', 'itemIds'], { divisor: ['cutoff', 'places'] })
  return precisionOfRanked(rankList(scores, labels, options), options)
}

export function precisionOfRanked(ranked: RankedList, options: PrecisionOptions = {}): number {
  const { cutoff = Infinity, divisor = 'cutoff' } = options
  const places = divisor === 'cutoff' && cutoff !== Infinity ? cutoff : Math.min(cutoff, ranked.size)
  return places === 0 ? 0 : relevantWithin(ranked, options) / places
}

/** How many relevant items stand in the first k places; the expected number if a tied run crosses place k. */
export function relevantWithin(
  ranked: RankedList,
  { cutoff = Infinity, relevantFrom = anyPositiveLabel, ties = 'expected' }: PrecisionOptions,
): number {
  const places = Math.min(cutoff, ranked.size)
  let total = 0
  for (let place = 0; place < places; ) {
    const end = runEndAt(ranked, place, ties)
    const relevant = relevantAmong(ranked, place, end, relevantFrom)
    total += end <= places ? relevant : (relevant * (places - place)) / (end - place)
    place = end
  }
  return total
}
