/**
 * Expected reciprocal rank: a reader goes down the list and stops at an item with probability R = (2^y − 1) / 2^ymax; ERR is
 * the expectation of 1 / rank where the reader stops. Chapelle, Metzler, Zhang & Grinspan 2009, "Expected reciprocal rank for
 * graded relevance", Eq. (4) and Algorithm 2.
 */
import type { Numbers } from '../data/lists/numbers.ts'
import { type RankedList, rankList, runEndAt } from './rankedList.ts'
import { requireRanking } from './requireRanking.ts'
import type { Ties } from './ties.ts'

export interface ExpectedReciprocalRankOptions {
  readonly cutoff?: number
  /** ymax, the greatest grade of the scale; default: the greatest label of the list. */
  readonly maxGrade?: number
  /** `graded` as above, or `probability`: the label, clipped to 0 .. 1, is itself the probability of stopping. */
  readonly stopping?: 'graded' | 'probability'
  readonly ties?: Ties
  readonly itemIds?: readonly string[]
}

/** Undefined when no item is relevant. */
export function expectedReciprocalRank(scores: Numbers, labels: Numbers, options: ExpectedReciprocalRankOptions = {}): number | undefined {
  requireRanking(scores, labels, options, ['cutoff', 'maxGrade', 'stopping', 'ties', 'itemIds'])
  return expectedReciprocalRankOfRanked(rankList(scores, labels, options), options)
}

export function expectedReciprocalRankOfRanked(
  ranked: RankedList,
  { cutoff = Infinity, maxGrade, stopping = 'graded', ties = 'expected' }: ExpectedReciprocalRankOptions = {},
): number | undefined {
  if (ranked.idealDepth === 0 || !(ranked.ideal[0] > 0)) return undefined
  const best = stopping === 'probability' ? undefined : (maxGrade ?? ranked.ideal[0])
  const places = Math.min(cutoff, ranked.size)
  let reading = 1
  let total = 0
  for (let place = 0; place < places && reading > 0; ) {
    const end = runEndAt(ranked, place, ties)
    if (end === place + 1) {
      const stop = stoppingChance(ranked.labels[place], best)
      total += (reading * stop) / end
      reading *= 1 - stop
    } else {
      const passing = meanPassing(ranked.labels, place, end, Math.min(end, places), best)
      for (let step = 1; step < passing.length; step++) total += (reading * (passing[step - 1] - passing[step])) / (place + step)
      reading *= passing[passing.length - 1]
    }
    place = end
  }
  return total
}

function stoppingChance(label: number, best: number | undefined): number {
  if (!(label > 0)) return 0
  return best === undefined ? Math.min(label, 1) : Math.min(2 ** (label - best) - 2 ** -best, 1)
}

/**
 * For t = 0, 1 …: the probability of passing t items of a tied run, averaged over its orders. That mean is the elementary symmetric
 * polynomial e_t of the passing probabilities divided by the number of t-subsets. Adding an item mixes two neighbours, so nothing overflows.
 */
function meanPassing(labels: Float64Array, start: number, end: number, last: number, best: number | undefined): Float64Array {
  const steps = last - start
  const means = new Float64Array(steps + 1)
  means[0] = 1
  for (let item = start; item < end; item++) {
    const pass = 1 - stoppingChance(labels[item], best)
    const size = item - start + 1
    for (let step = Math.min(size, steps); step > 0; step--) means[step] += (step / size) * (pass * means[step - 1] - means[step])
  }
  return means
}
