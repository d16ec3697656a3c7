/** Spearman's rho: the correlation of the ranks of scores and labels, tied items sharing their mean rank. Spearman 1904. */

import type { Numbers } from '../data/lists/numbers.ts'
import { firstAbove, firstAtLeast } from '../numeric/order/sortedSearch.ts'
import { type RankedList, rankList } from './rankedList.ts'
import { requireRanking } from './requireRanking.ts'

/** Undefined when all scores or all labels are equal. */
export function spearman(scores: Numbers, labels: Numbers): number | undefined {
  requireRanking(scores, labels)
  return spearmanOfRanked(rankList(scores, labels))
}

export function spearmanOfRanked(ranked: RankedList): number | undefined {
  const { size, labels, runEnds } = ranked
  const sorted = labels.slice(0, size).sort()
  const centre = size - 1 // ranks are doubled and counted from their centre: whole numbers, which cancel exactly
  let products = 0
  let scoreSquares = 0
  let labelSquares = 0
  for (let start = 0; start < size; start = runEnds[start]) {
    const end = runEnds[start]
    const scoreRank = centre - (start + end - 1)
    for (let place = start; place < end; place++) {
      const label = labels[place]
      const first = firstAtLeast(sorted, label)
      const after = sorted[first + 1] === label ? firstAbove(sorted, label) : first + 1
      const labelRank = first + after - 1 - centre
      products += scoreRank * labelRank
      scoreSquares += scoreRank * scoreRank
      labelSquares += labelRank * labelRank
    }
  }
  if (scoreSquares === 0 || labelSquares === 0) return undefined
  return Math.max(-1, Math.min(1, products / Math.sqrt(scoreSquares * labelSquares)))
}
