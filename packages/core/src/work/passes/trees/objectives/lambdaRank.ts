/**
 * LambdaRank with the weights of NDCG: the logistic loss of each pair, weighted by what NDCG would lose if the two items changed places. Burges 2010,
 * "From RankNet to LambdaRank to LambdaMART: an overview".
 *
 * Pairs with an item among the first `cutoff` places count. Normalised, a pair counts less the further its scores are apart, and the slopes of a
 * list grow with the logarithm of their sum, as in LightGBM, so that no list drowns the others (numeric/compute/lambdas.ts has the formulas).
 */
import { lossDiscount, lossGain } from '../../../../losses/dcgWeights.ts'
import type { Compute } from '../../../../numeric/compute/compute.ts'
import type { GradedLists } from '../../rankingPass.ts'
import { ascendingItems } from './ascendingItems.ts'
import type { TreeObjective } from './treeObjective.ts'

export interface PairOptions {
  readonly cutoff: number
  readonly normalise: boolean
}

/** The items of each list by ascending label, and their gains as shares of the best DCG: the same for every tree. */
export interface GainedItems {
  readonly items: Uint32Array
  readonly gains: Float64Array
}

export function gainedItems(lists: GradedLists, cutoff: number, compute: Pick<Compute, 'words' | 'integers' | 'float64'>): GainedItems {
  const { labels, offsets } = lists
  const items = compute.words(labels.length)
  ascendingItems(lists, items)
  const gains = compute.float64(labels.length)
  for (let list = 0; list + 1 < offsets.length; list++) {
    const [from, to] = [offsets[list], offsets[list + 1]]
    relativeGains(labels, items.subarray(from, to), cutoff, gains.subarray(from, to))
  }
  return { items, gains }
}

export function lambdaRank(
  { offsets }: GradedLists,
  { cutoff, normalise }: PairOptions,
  { items, gains }: GainedItems,
  compute: Compute,
): TreeObjective {
  let longest = 0
  for (let list = 0; list + 1 < offsets.length; list++) longest = Math.max(longest, offsets[list + 1] - offsets[list])
  const discounts = Float64Array.from({ length: longest }, (_, place) => lossDiscount(place))
  return {
    gradients: (scores, { slopes, curvatures }) =>
      compute.treeGrowth.lambdas(offsets, items, cutoff, normalise, scores, gains, discounts, slopes, curvatures),
  }
}

/** into ← gains, which ascend, as shares of the DCG of the best order at the cutoff; 0 where that is 0. */
function relativeGains(labels: Float64Array, items: Uint32Array, cutoff: number, into: Float64Array): void {
  let ideal = 0
  for (let item = items.length - 1; item >= 0; item--) {
    const place = items.length - 1 - item
    into[item] = lossGain(labels[items[item]])
    if (place < cutoff) ideal += into[item] * lossDiscount(place)
  }
  if (ideal > 0) for (let item = 0; item < items.length; item++) into[item] /= ideal
}
