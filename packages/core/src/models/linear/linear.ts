import type { FeatureMap } from '../../data/features/featureMap.ts'
import { applyFeatureMap, rowMapper, staysSparse } from '../../data/features/featureMapApply.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import { sparseGemv } from '../../numeric/dense/sparseGemv.ts'
import type { MappedCommon } from '../common/modelCommon.ts'

/** s(x) = w · φ(x) + b, with φ the bounded feature map. */
export interface LinearModel extends MappedCommon {
  readonly kind: 'linear'
  readonly weights: Float64Array
  readonly intercept: number
}

/** A linear model without its training record. */
export type LinearFunction = Pick<LinearModel, 'weights' | 'intercept'>

/** Rows that are mapped and scored at a time. */
const blockRows = 256

/** One score per row of lists whose features are those of the model, in its order. */
export function scoreLinear(model: LinearModel, lists: RankingLists, compute: Compute): Float64Array {
  return linearScores(model.featureMap, [model], lists, compute)[0]
}

/** The scores of several linear functions of the same features, which are mapped only once. */
export function linearScores(map: FeatureMap, functions: readonly LinearFunction[], lists: RankingLists, compute: Compute): Float64Array[] {
  const rows = lists.labels.length
  const scores = functions.map(() => new Float64Array(rows))
  const mapped = staysSparse(map, lists.features) ? applyFeatureMap(map, lists) : undefined
  if (mapped?.kind === 'sparse') {
    for (const [index, { weights }] of functions.entries()) sparseGemv(mapped, weights, scores[index])
  } else {
    const mapper = rowMapper(map, lists, compute)
    const block = new Float32Array(Math.min(blockRows, rows) * map.width)
    const blockScores = new Float64Array(Math.min(blockRows, rows))
    for (let first = 0; first < rows; first += blockRows) {
      const last = Math.min(rows, first + blockRows)
      mapper.dense(first, last, block)
      for (const [index, { weights }] of functions.entries()) {
        compute.gemv(last - first, map.width, block, weights, blockScores)
        scores[index].set(blockScores.subarray(0, last - first), first)
      }
    }
  }
  for (const [index, { intercept }] of functions.entries()) for (let row = 0; row < rows; row++) scores[index][row] += intercept
  return scores
}
