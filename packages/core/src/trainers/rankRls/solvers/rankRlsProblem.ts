import type { FeatureMap } from '../../../data/features/featureMap.ts'
import { rowMapper } from '../../../data/features/featureMapApply.ts'
import type { RankingLists } from '../../../data/lists/rankingLists.ts'
import { centre, type PairwiseCentring } from './pairwiseCentring.ts'

/** F(f) = (y − f)ᵀ S Sᵀ (y − f) + λ ‖f‖², over functions in the space of a kernel. S is the centring. */
export interface RankRlsProblem {
  readonly lists: RankingLists
  readonly map: FeatureMap
  readonly centring: PairwiseCentring
}

/** The mapped features of all rows. */
export function mappedRows({ lists, map }: RankRlsProblem): Float32Array {
  const rows = lists.labels.length
  const mapped = new Float32Array(rows * map.width)
  rowMapper(map, lists).dense(0, rows, mapped)
  return mapped
}

/** Sᵀ y. */
export function centredLabels({ lists, centring }: RankRlsProblem): Float64Array {
  const labels = lists.labels.slice()
  centre(centring, labels)
  return labels
}

/** Sᵀ (y − f), given the scores f of the training rows. */
export function centredResiduals({ lists, centring }: RankRlsProblem, scores: Float64Array): Float64Array {
  const residuals = lists.labels.map((label, row) => label - scores[row])
  centre(centring, residuals)
  return residuals
}
