/** Discounted cumulative gain. Järvelin & Kekäläinen 2002, "Cumulated gain-based evaluation of IR techniques". */
import type { Numbers } from '../data/lists/numbers.ts'
import { type Discount, discountAt } from './discount.ts'
import { type Gain, gainOf } from './gain.ts'
import { type RankedList, rankList } from './rankedList.ts'
import { requireRanking } from './requireRanking.ts'
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
  requireRanking(scores, labels, options, ['cutoff', 'gain', 'discount', 'ties', 'itemIds'])
  return dcgOfRanked(rankList(scores, labels, options), options)
}

/** `gainScale` as in `gainOf`. */
export function dcgOfRanked(
  ranked: RankedList,
  { cutoff = Infinity, gain = 'exponential', discount = 'log2', ties = 'expected' }: DcgOptions = {},
  gainScale = 0,
): number {
  const { labels, runEnds } = ranked
  const places = Math.min(cutoff, ranked.size)
  const averaging = ties === 'expected'
  let total = 0
  for (let place = 0; place < places; place++) {
    if (!averaging || runEnds[place] === place + 1) {
      total += gainOf(labels[place], gain, gainScale) * discountAt(place, discount)
      continue
    }
    const end = runEnds[place]
    let meanGain = 0
    for (let other = place; other < end; other++) meanGain += gainOf(labels[other], gain, gainScale)
    meanGain /= end - place
    const last = Math.min(end, places) - 1
    for (; place < last; place++) total += meanGain * discountAt(place, discount)
    total += meanGain * discountAt(place, discount)
  }
  return total
}

/** The DCG of the best order of all judged items. */
export function idealDcg(
  ranked: RankedList,
  { cutoff = Infinity, gain = 'exponential', discount = 'log2' }: DcgOptions = {},
  gainScale = 0,
): number {
  const { ideal } = ranked
  const places = Math.min(cutoff, ranked.idealDepth)
  let total = 0
  for (let place = 0; place < places; place++) total += gainOf(ideal[place], gain, gainScale) * discountAt(place, discount)
  return total
}
