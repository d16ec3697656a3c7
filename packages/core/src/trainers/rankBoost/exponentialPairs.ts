/**
 * The exponential loss of all pairs under the scores so far, without a look at single pairs: a pair weighs exp(sⱼ − sᵢ), a product, so sums over
 * pairs are running sums over the grades of a list, for two grades and for many (losses/pairwiseExponential.ts).
 */
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { PairTotal } from '../../losses/pairTotal.ts'
import { pairwiseExponential } from '../../losses/pairwiseExponential.ts'

export interface ExponentialPairs {
  /** Pairs with different labels in lists that count. */
  readonly pairs: number
  /**
   * The loss relative to that of equal scores. π(x) goes into `potentials`, relative to the loss: the weight of the pairs in which x is the better
   * one, less that of the pairs in which it is the other. Freund et al. 2003, §3.2.
   */
  evaluate(scores: Float64Array, potentials: Float64Array): number
  /** The weight of the pairs that h tells apart: the right way, and the wrong way. Relative to the weight of all pairs. `potentials` are those of the scores. */
  weights(scores: Float64Array, potentials: Float64Array, h: Float64Array): { readonly right: number; readonly wrong: number }
}

export function exponentialPairs({ labels, offsets, listWeights }: RankingLists, total: PairTotal): ExponentialPairs {
  const exponential = pairwiseExponential({ pairs: total })
  const gradient = new Float64Array(labels.length)
  const lists: { readonly from: number; readonly to: number; readonly weight: number }[] = []
  let atEqual = 0
  let pairs = 0
  const ofList = (from: number, to: number, scores: Float64Array) =>
    exponential.evaluate(scores.subarray(from, to), labels.subarray(from, to), gradient.subarray(from, to))
  const zeros = new Float64Array(labels.length)
  const count = pairwiseExponential()
  for (let list = 0; list + 1 < offsets.length; list++) {
    const [from, to] = [offsets[list], offsets[list + 1]]
    const weight = listWeights?.[list] ?? 1
    const own = weight > 0 ? count.evaluate(zeros.subarray(from, to), labels.subarray(from, to), gradient.subarray(from, to)) : 0
    if (own === 0) continue
    pairs += own // equal scores lose 1 for each pair
    atEqual += weight * (total === 'sum' ? own : 1)
    lists.push({ from, to, weight })
  }
  let loss = atEqual
  return {
    pairs,
    evaluate(scores, potentials) {
      potentials.fill(0)
      loss = 0
      for (const { from, to, weight } of lists) loss += weight * ofList(from, to, scores)
      for (const { from, to, weight } of lists) for (let row = from; row < to; row++) potentials[row] = (-weight * gradient[row]) / loss
      return loss / atEqual
    },
    weights(scores, potentials, h) {
      let [apart, ahead] = [0, 0]
      for (const { from, to, weight } of lists) {
        const own = gradient.subarray(from, to)
        exponential.curvature?.(scores.subarray(from, to), labels.subarray(from, to), h.subarray(from, to), own)
        for (let row = from; row < to; row++) {
          apart += weight * own[row - from] * h[row]
          ahead += potentials[row] * h[row]
        }
      }
      apart /= loss
      const right = Math.max(0, (apart + ahead) / 2)
      const wrong = Math.max(0, (apart - ahead) / 2)
      return { right, wrong }
    },
  }
}
