import type { FeatureMap } from '../data/featureMap.ts'
import { applyFeatureMap, rowMapper } from '../data/featureMapApply.ts'
import type { SparseFeatures } from '../data/features.ts'
import type { RankingLists } from '../data/rankingLists.ts'
import type { Kernels } from '../numeric/kernels.ts'
import type { ModelCommon } from './model.ts'

/** s(x) = w · φ(x) + b, with φ the bounded feature map. */
export interface LinearModel extends ModelCommon {
  readonly kind: 'linear'
  readonly featureMap: FeatureMap
  readonly weights: Float64Array
  readonly intercept: number
}

/** Rows that are mapped and scored at a time. */
const blockRows = 256

/** One score per row of lists whose features are those of the model, in its order. */
export function scoreLinear({ featureMap, weights, intercept }: LinearModel, lists: RankingLists, kernels: Kernels): Float64Array {
  const rows = lists.labels.length
  const scores = new Float64Array(rows)
  if (featureMap.zero === 'kept' && lists.features.kind === 'sparse') {
    sparseScores(applyFeatureMap(featureMap, lists) as SparseFeatures, weights, scores)
  } else {
    const { width } = featureMap
    const mapper = rowMapper(featureMap, lists)
    const block = new Float32Array(Math.min(blockRows, rows) * width)
    const blockScores = new Float64Array(Math.min(blockRows, rows))
    for (let first = 0; first < rows; first += blockRows) {
      const last = Math.min(rows, first + blockRows)
      mapper.dense(first, last, block)
      kernels.gemv(last - first, width, block, weights, blockScores)
      scores.set(blockScores.subarray(0, last - first), first)
    }
  }
  for (let row = 0; row < rows; row++) scores[row] += intercept
  return scores
}

/** into = X w, at the cost of the stored values. */
export function sparseScores({ rowStarts, columns, values }: SparseFeatures, weights: Float64Array, into: Float64Array): void {
  for (let row = 0; row < into.length; row++) {
    let total = 0
    for (let k = rowStarts[row]; k < rowStarts[row + 1]; k++) total += values[k] * weights[columns[k]]
    into[row] = total
  }
}
