import type { Runtime } from '../../runtime/runtime.ts'
import type { MappedFeatures } from '../common/mappedFeatures.ts'
import { type GradedLists, listShares, type RankingPass } from './rankingPass.ts'

/** The pass of ListNet on dense features: one call of the fused kernel, on all threads. */
export function listNetRankingPass(
  { dense, width }: MappedFeatures & { readonly dense: Float32Array },
  lists: GradedLists,
  { compute }: Runtime,
): Pick<RankingPass, 'evaluate'> {
  const { labels, offsets } = lists
  const shares = listShares(lists)
  const targets = compute.float64(labels.length)
  targets.set(labels)
  compute.softmax(offsets, targets)
  const vector = compute.float64(width)
  const sums = compute.float64(width)
  return {
    evaluate(weights, into) {
      vector.set(weights)
      sums.fill(0)
      const value = compute.listNetPass(offsets, width, dense, targets, shares, vector, sums)
      into.set(sums)
      return value
    },
  }
}
