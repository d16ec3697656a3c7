/**
 * Measures for judgements with gaps. Both ask how relevant items stand to items that were judged not relevant, and so do not count an item
 * that nobody judged as a wrong one.
 */
import { isJudged, isPooled, type RankedList, relevantCount } from './rankedList.ts'

/** Buckley and Voorhees 2004: for each relevant item, how few of the first R items judged not relevant stand above it. */
export function bprefOfRanked(ranked: RankedList, relevantFrom: number): number | undefined {
  const relevant = relevantCount(ranked, relevantFrom)
  if (relevant === 0) return undefined
  const divisor = Math.min(relevant, othersJudged(ranked, relevantFrom))
  let above = 0
  let total = 0
  for (let place = 0; place < ranked.size; place++) {
    if (!isJudged(ranked, place)) continue
    if (ranked.labels[place] >= relevantFrom) total += above === 0 ? 1 : 1 - Math.min(above, relevant) / divisor
    else above++
  }
  return total / relevant
}

/** Keeps the estimate off 0/0 where nothing above an item was judged; trec_eval's value. */
const epsilon = 0.00001

/** Inferred average precision (Yilmaz and Aslam 2006): average precision, estimated from judgements of a part of the pool. */
export function inferredAveragePrecisionOfRanked(ranked: RankedList, relevantFrom: number): number | undefined {
  const relevant = relevantCount(ranked, relevantFrom)
  if (relevant === 0) return undefined
  let found = 0
  let others = 0
  let unjudged = 0
  let total = 0
  for (let place = 0; place < ranked.size; place++) {
    if (!isPooled(ranked, place)) continue
    if (!isJudged(ranked, place)) unjudged++
    else if (!(ranked.labels[place] >= relevantFrom)) others++
    else {
      const judged = found + others
      const precisionAbove = place === 0 ? 0 : ((judged + unjudged) / place) * ((found + epsilon) / (judged + 2 * epsilon))
      total += (1 + place * precisionAbove) / (place + 1)
      found++
    }
  }
  return total / relevant
}

/** Judged items that are not relevant; a negative grade says that an item was in the pool, but not judged. */
function othersJudged({ judged, judgedStart, judgedEnd }: RankedList, relevantFrom: number): number {
  let count = 0
  for (let item = judgedStart; item < judgedEnd; item++) if (judged[item] >= 0 && judged[item] < relevantFrom) count++
  return count
}
