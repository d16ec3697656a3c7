/**
 * The squared pair risk that ELMRank and RankRLS minimise: (1/m²) Σⱼₖ (yⱼ − yₖ − (sⱼ − sₖ))² over all pairs of the m items of a list. It is twice the
 * variance of label − score, so pairs are never listed. It looks at the scores themselves, not at their order, and less is better.
 */
import { requireNumbers } from '../arguments/requireNumbers.ts'
import type { Numbers } from '../data/lists/numbers.ts'
import { type RankedList, rankList } from './rankedList.ts'
import { requireRanking } from './requireRanking.ts'

/** Undefined for lists with fewer than two items. Scores must be finite: differences are taken of them. */
export function squaredError(scores: Numbers, labels: Numbers): number | undefined {
  requireNumbers('scores', scores)
  requireRanking(scores, labels)
  return squaredErrorOfRanked(rankList(scores, labels))
}

/** Infinite where a score is. */
export function squaredErrorOfRanked({ size, scores, labels }: RankedList): number | undefined {
  if (size < 2) return undefined
  const first = labels[0] - scores[0]
  let shift = 0 // the mean of the differences from the first one, so that a common level costs no digits
  for (let place = 0; place < size; place++) shift += (labels[place] - scores[place] - first) / size
  let sum = 0
  for (let place = 0; place < size; place++) {
    const away = labels[place] - scores[place] - first - shift
    sum += away * away
  }
  return Number.isNaN(sum) ? Infinity : (2 / size) * sum
}
