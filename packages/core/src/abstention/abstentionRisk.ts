/**
 * The abstention loss over all pairs of items with different labels in the same list, without visiting every pair: wrong
 * pairs are counted by sorting, and those within the radius, which an index finds, are subtracted. Pairs of equal scores count one half.
 */

import { type Abstention, misranking } from '../losses/abstentionLoss.ts'
import { pairCounts } from '../metrics/pairCounts.ts'
import { rankList } from '../metrics/rankedList.ts'
import type { DistanceNorm } from '../numeric/compute/closePoints.ts'
import type { Compute } from '../numeric/compute/compute.ts'
import { plainCompute } from '../numeric/compute/plainCompute.ts'
import { neighbourIndex } from './neighbourIndex.ts'

export interface AbstentionRisk {
  /** misranked + cost · abstained; NaN without pairs. */
  readonly loss: number
  /** Share of all pairs that are answered and wrong. */
  readonly misranked: number
  /** Share of all pairs that are left undecided. */
  readonly abstained: number
  readonly pairs: number
}

export interface JudgedPoints {
  /** Row-major, `width` numbers per row. */
  readonly points: Float32Array
  readonly width: number
  readonly scores: Float64Array
  readonly labels: Float64Array
  readonly offsets: Uint32Array
}

export function abstentionRisk(
  { points, width, scores, labels, offsets }: JudgedPoints,
  { radius, cost, norm }: Abstention & { readonly norm: DistanceNorm },
  compute: Compute = plainCompute,
): AbstentionRisk {
  let [pairs, wrong, close] = [0, 0, 0]
  for (let list = 0; list + 1 < offsets.length; list++) {
    const [first, last] = [offsets[list], offsets[list + 1]]
    const [s, y] = [scores.subarray(first, last), labels.subarray(first, last)]
    const counts = pairCounts(rankList(s, y))
    pairs += counts.pairs - counts.tiedLabels
    wrong += counts.discordant + (counts.tiedScores - counts.tiedBoth) / 2
    const index = neighbourIndex(points.subarray(first * width, last * width), width, norm, compute)
    index.eachPair(radius, (i, j) => {
      if (y[i] === y[j]) return
      close++
      wrong -= misranking(s[i], s[j], y[i], y[j])
    })
    index.close()
  }
  return { loss: (wrong + cost * close) / pairs, misranked: wrong / pairs, abstained: close / pairs, pairs }
}
