/** Objectives over pairs in the order of the scores: a weight for each pair, and the slope of a loss of its margin. */
import { floatScratch, indexScratch } from '../../../../losses/scratch.ts'
import { argsortDescending } from '../../../../numeric/compute/argsort.ts'
import { expOf } from '../../../../numeric/special/exp.ts'
import { logOf } from '../../../../numeric/special/log.ts'
import type { GradedLists } from '../../rankingPass.ts'
import { ascendingItems } from './ascendingItems.ts'
import type { PairOptions } from './lambdaRank.ts'
import type { TreeObjective } from './treeObjective.ts'

/** The weight of the pair at the places i < j, for a list whose labels stand in the order of the scores. */
export type PairWeights = (labels: Float64Array) => (i: number, j: number) => number

/** Slope and curvature of the loss of a pair whose better item leads by d. */
export type MarginSlope = (d: number) => { readonly slope: number; readonly curvature: number }

const NEAR = 0.01

/** log(1 + exp(−d)). */
export const logisticSlope: MarginSlope = (d) => {
  const e = expOf(-Math.abs(d))
  const wrong = (d > 0 ? e : 1) / (1 + e)
  return { slope: -wrong, curvature: wrong * (1 - wrong) }
}

/** max(0, 1 − d), with the curvature of its square, halved: 1 where the pair costs anything. */
export const hingeSlope: MarginSlope = (d) => (d < 1 ? { slope: -1, curvature: 1 } : { slope: 0, curvature: 0 })

export function pairObjective(
  lists: GradedLists,
  { cutoff, normalise }: PairOptions,
  weightsOf: PairWeights,
  slopeOf: MarginSlope,
): TreeObjective {
  const { labels, offsets } = lists
  const items = new Uint32Array(labels.length)
  ascendingItems(lists, items)
  const memory = {
    given: floatScratch(),
    scores: floatScratch(),
    labels: floatScratch(),
    slopes: floatScratch(),
    curvatures: floatScratch(),
  }
  const orderMemory = indexScratch()
  return {
    gradients(scores, into) {
      for (let list = 0; list + 1 < offsets.length; list++) {
        const rows = items.subarray(offsets[list], offsets[list + 1])
        const length = rows.length
        const given = memory.given(length)
        for (let item = 0; item < length; item++) given[item] = scores[rows[item]]
        const order = orderMemory(length)
        argsortDescending(Uint32Array.of(0, length), given.subarray(0, length), order)
        const [s, y] = [memory.scores(length).subarray(0, length), memory.labels(length).subarray(0, length)]
        for (let place = 0; place < length; place++) {
          s[place] = given[order[place]]
          y[place] = labels[rows[order[place]]]
        }
        const slopes = memory.slopes(length).fill(0, 0, length)
        const curvatures = memory.curvatures(length).fill(0, 0, length)
        const total = sumPairs(s, y, { cutoff, normalise }, weightsOf(y), slopeOf, slopes, curvatures)
        const scale = normalise && total > 0 ? logOf(1 + total) / (Math.LN2 * total) : 1
        for (let place = 0; place < length; place++) {
          const row = rows[order[place]]
          into.slopes[row] = slopes[place] * scale
          into.curvatures[row] = curvatures[place] * scale
        }
      }
    },
  }
}

/** The sum of |slope| over the pairs, both items. */
function sumPairs(
  s: Float64Array,
  y: Float64Array,
  { cutoff, normalise }: PairOptions,
  weightOf: (i: number, j: number) => number,
  slopeOf: MarginSlope,
  slopes: Float64Array,
  curvatures: Float64Array,
): number {
  const spread = normalise && s[0] !== s[s.length - 1]
  let total = 0
  for (let i = 0; i < Math.min(cutoff, s.length - 1); i++) {
    for (let j = i + 1; j < s.length; j++) {
      if (y[i] === y[j]) continue
      const side = y[i] > y[j] ? 1 : -1
      const apart = s[i] - s[j]
      const weight = weightOf(i, j) / (spread ? NEAR + apart : 1)
      const { slope, curvature } = slopeOf(side * apart)
      slopes[i] += side * weight * slope
      slopes[j] -= side * weight * slope
      curvatures[i] += weight * curvature
      curvatures[j] += weight * curvature
      total -= 2 * weight * slope
    }
  }
  return total
}
