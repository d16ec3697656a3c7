import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { RankwrightError } from '../../problems/problem.ts'

/** The weight of each row, that of its list, and their sum; no weights means all 1. */
export function rowWeights({ labels, offsets, listWeights }: RankingLists): { weights?: Float64Array; totalWeight: number } {
  if (listWeights === undefined) return { totalWeight: labels.length }
  const weights = new Float64Array(labels.length)
  let totalWeight = 0
  for (let list = 0; list < listWeights.length; list++) {
    weights.fill(listWeights[list], offsets[list], offsets[list + 1])
    totalWeight += listWeights[list] * (offsets[list + 1] - offsets[list])
  }
  if (!(totalWeight > 0)) throw new RankwrightError({ area: 'model', code: 'nothing-to-train-on', what: 'all lists weigh 0' })
  return { weights, totalWeight }
}
