/**
 * The error that er_T estimates, Σ n_a n_b/M² E l(f, v, v′) with v and v′ drawn from the branches a and b: as the terms of the branches are
 * known, it can be computed, in O(n log n).
 */
import { type LearnedLine, scoredLineShape } from '../../models/ontologyTerms/learnedLine.ts'
import { FenwickTree } from '../../numeric/order/fenwickTree.ts'

export interface PopulationLoss {
  /** Mean hinge, and mean gamma loss with the width of the model. */
  readonly hinge: number
  readonly gamma: number
  /** Σ n_a n_b/M² over the pairs of different rates: the loss where every pair costs 1. */
  readonly pairs: number
}

export function populationLoss(line: Pick<LearnedLine, 'scores' | 'parts' | 'sample' | 'gamma'>): PopulationLoss {
  scoredLineShape('line', line)
  const { scores, parts, sample, gamma } = line
  const drawn = new Float64Array(parts.length)
  for (const part of sample.parts) drawn[part]++
  const items = parts.flatMap(({ rate, members }, part) =>
    Array.from(members, (term) => ({ rate, score: scores[term], weight: drawn[part] / (sample.vertices.length * members.length) })),
  )
  items.sort((a, b) => b.score - a.score)
  const above = (margin: number) => marginSum(items, margin)
  const shares = new Map<number, number>()
  for (const [part, { rate }] of parts.entries()) shares.set(rate, (shares.get(rate) ?? 0) + drawn[part] / sample.vertices.length)
  const same = [...shares.values()].reduce((sum, share) => sum + share * share, 0)
  return { hinge: above(1), gamma: (above(gamma) - above(0)) / gamma, pairs: (1 - same) / 2 }
}

interface Weighed {
  readonly rate: number
  readonly score: number
  readonly weight: number
}

/** Σ wᵢ wⱼ (margin − (sⱼ − sᵢ))₊ over the pairs with j of a higher rate; the items come by descending score. */
function marginSum(items: readonly Weighed[], margin: number): number {
  const levels = [...new Set(items.map(({ rate }) => rate))].sort((a, b) => a - b)
  const levelOf = new Map(levels.map((rate, level) => [rate, level]))
  const levelAt = ({ rate }: Weighed) => levelOf.get(rate) ?? 0
  // Over the levels of what scores above sⱼ − margin: weights, and weights times scores.
  const weights = new FenwickTree(levels.length)
  const moments = new FenwickTree(levels.length)
  let sum = 0
  let next = 0
  for (const item of items) {
    const { score, weight } = item
    for (; next < items.length && items[next].score > score - margin; next++) {
      const other = items[next]
      weights.add(levelAt(other), other.weight)
      moments.add(levelAt(other), other.weight * other.score)
    }
    const level = levelAt(item)
    sum += weight * ((margin - score) * weights.sumBefore(level) + moments.sumBefore(level))
  }
  return sum
}
