/**
 * The abstention loss of items with labels, without visiting every pair: wrong pairs are counted by sorting, and those within the radius,
 * which an index finds, are subtracted. Pairs of equal scores count one half.
 *
 * Loss (5) runs over all pairs of items of a list: two of the same class are never wrong, but cost c within the radius. The conditional loss
 * is the mean over the pairs of different labels only, so it is another number.
 */

import { refuseArgument } from '../arguments/refuseArgument.ts'
import { requireSameLength } from '../arguments/requireNumbers.ts'
import { requireStarts } from '../arguments/requireStarts.ts'
import { count, fields, requireArguments, required, typed } from '../arguments/shapes.ts'
import { type Abstention, abstentionShape, misranking } from '../losses/abstentionLoss.ts'
import { pairCounts } from '../metrics/pairCounts.ts'
import { rankList } from '../metrics/rankedList.ts'
import type { DistanceNorm } from '../numeric/compute/closePoints.ts'
import type { Compute } from '../numeric/compute/compute.ts'
import { plainCompute } from '../numeric/compute/plainCompute.ts'
import { requireCompute } from '../numeric/compute/requireCompute.ts'
import { neighbourIndex } from '../numeric/neighbours/neighbourIndex.ts'

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

export type AbstentionInNorm = Abstention & { readonly norm: DistanceNorm }

const shapes = {
  judged: fields({
    points: typed(Float32Array),
    width: count(),
    scores: typed(Float64Array),
    labels: typed(Float64Array),
    offsets: typed(Uint32Array),
  }),
  abstention: required(abstentionShape, 'norm'),
  compute: requireCompute,
}

/** The mean of loss (5) over all pairs of items in the same list. */
export function bipartiteAbstentionRisk(
  judged: JudgedPoints,
  abstention: AbstentionInNorm,
  compute: Compute = plainCompute,
): AbstentionRisk {
  return riskOver('all', judged, abstention, compute)
}

/** The same over pairs of items with different labels only: the mean of loss (2), too, if these pairs are the labelled ones. */
export function conditionalAbstentionRisk(
  judged: JudgedPoints,
  abstention: AbstentionInNorm,
  compute: Compute = plainCompute,
): AbstentionRisk {
  return riskOver('different labels', judged, abstention, compute)
}

function riskOver(over: 'all' | 'different labels', judged: JudgedPoints, abstention: AbstentionInNorm, compute: Compute): AbstentionRisk {
  requireArguments({ judged, abstention, compute }, shapes)
  requireFit(judged)
  const { points, width, scores, labels, offsets } = judged
  const { radius, cost, norm } = abstention
  let [pairs, wrong, close] = [0, 0, 0]
  for (let list = 0; list + 1 < offsets.length; list++) {
    const [first, last] = [offsets[list], offsets[list + 1]]
    const [s, y] = [scores.subarray(first, last), labels.subarray(first, last)]
    const counts = pairCounts(rankList(s, y))
    pairs += over === 'all' ? counts.pairs : counts.pairs - counts.tiedLabels
    wrong += counts.discordant + (counts.tiedScores - counts.tiedBoth) / 2
    const index = neighbourIndex(points.subarray(first * width, last * width), width, norm, compute)
    index.eachPair(radius, (i, j) => {
      if (over !== 'all' && y[i] === y[j]) return
      close++
      wrong -= misranking(s[i], s[j], y[i], y[j])
    })
    index.close()
  }
  return { loss: (wrong + cost * close) / pairs, misranked: wrong / pairs, abstained: close / pairs, pairs }
}

/** Throws unless there are as many of everything as there are items. */
function requireFit({ points, width, scores, labels, offsets }: JudgedPoints): void {
  requireSameLength('judged.labels', labels, 'judged.scores', scores)
  requireStarts('judged.offsets', offsets, Math.max(0, offsets.length - 1), scores.length)
  if (points.length !== scores.length * width) refuseArgument('judged.points', points, `${scores.length} rows of ${width} numbers`)
}
