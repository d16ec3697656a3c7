/** Discounted cumulative gain. Järvelin & Kekäläinen 2002, "Cumulated gain-based evaluation of IR techniques". */
import type { Numbers } from '../data/numbers.ts'
import { type Discount, discountAt } from './discount.ts'
import { type Gain, gainOf } from './gain.ts'
import { type RankedList, rankList, runEndAt } from './rankedList.ts'
import type { Ties } from './ties.ts'

export interface DcgOptions {
  /** How many leading places count. */
  readonly cutoff?: number
  readonly gain?: Gain
  readonly discount?: Discount
  readonly ties?: Ties
  readonly itemIds?: readonly string[]
}

export function dcg(scores: Numbers, labels: Numbers, options: DcgOptions = {}): number {
  return dcgOfRanked(rankList(scores, labels, options), options)
}

/** `gainScale` as in `gainOf`. */
export function dcgOfRanked(
  ranked: RankedList,
  { cutoff = Infinity, gain = 'exponential', discount = 'log2', ties = 'expected' }: DcgOptions = {},
  gainScale = 0,
): number {
  const places = Math.min(cutoff, ranked.size)
  let total = 0
  for (let place = 0; place < places; ) {
    const end = runEndAt(ranked, place, ties)
    let runGain = gainOf(ranked.labels[place], gain, gainScale)
    if (end > place + 1) {
      for (let other = place + 1; other < end; other++) runGain += gainOf(ranked.labels[other], gain, gainScale)
      runGain /= end - place
    }
    for (const last = Math.min(end, places); place < last; place++) total += runGain * discountAt(place, discount)
  }
  return total
}

/** The DCG of the best order of all judged items. */
export function idealDcg(
  ranked: RankedList,
  { cutoff = Infinity, gain = 'exponential', discount = 'log2' }: DcgOptions = {},
  gainScale = 0,
): number {
  const places = Math.min(cutoff, ranked.idealDepth)
  let total = 0
  for (let place = 0; place < places; place++) total += gainOf(ranked.ideal[place], gain, gainScale) * discountAt(place, discount)
  return total
}
