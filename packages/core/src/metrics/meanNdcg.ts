/** MeanNDCG: the mean of nDCG@k over every cutoff k = 1 .. n of a list with n items, as the LETOR 4.0 tool reports it. */
import type { Numbers } from '../data/lists/numbers.ts'
import { discountAt } from './discount.ts'
import { gainOf, gainScale } from './gain.ts'
import type { NdcgOptions } from './ndcg.ts'
import { type RankedList, rankList, runEndAt } from './rankedList.ts'
import { requireRanking } from './requireRanking.ts'

export type MeanNdcgOptions = Omit<NdcgOptions, 'cutoff' | 'shortLists'>

/** Undefined when no item is relevant. */
export function meanNdcg(scores: Numbers, labels: Numbers, options: MeanNdcgOptions = {}): number | undefined {
  requireRanking(scores, labels, options, ['gain', 'discount', 'ties', 'itemIds'])
  return meanNdcgOfRanked(rankList(scores, labels, options), options)
}

export function meanNdcgOfRanked(
  ranked: RankedList,
  { gain = 'exponential', discount = 'log2', ties = 'expected' }: MeanNdcgOptions = {},
): number | undefined {
  if (ranked.idealDepth === 0) return undefined
  const scale = gainScale(ranked.ideal[0], gain)
  if (gainOf(ranked.ideal[0], gain, scale) === 0) return undefined
  let reached = 0
  let ideal = 0
  let total = 0
  for (let place = 0; place < ranked.size; ) {
    const end = runEndAt(ranked, place, ties)
    let runGain = 0
    for (let other = place; other < end; other++) runGain += gainOf(ranked.labels[other], gain, scale)
    runGain /= end - place
    for (; place < end; place++) {
      reached += runGain * discountAt(place, discount)
      if (place < ranked.idealDepth) ideal += gainOf(ranked.ideal[place], gain, scale) * discountAt(place, discount)
      total += reached / ideal
    }
  }
  return ranked.size === 0 ? 0 : total / ranked.size
}
