import type { FeatureMap } from '../../data/features/featureMap.ts'
import { rowMapper } from '../../data/features/featureMapApply.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import type { MappedCommon } from '../common/modelCommon.ts'
import { hiddenLayer } from './hiddenLayer.ts'
import type { HiddenNodes, Precision } from './hiddenNodes.ts'

/** s(x) = Σ βᵢ φᵢ(φ(x)) + b: a weighted sum of hidden nodes (an extreme learning machine) on the bounded feature map. */
export interface ElmModel extends MappedCommon {
  readonly kind: 'elm'
  readonly nodes: HiddenNodes
  /** β: one weight per node. */
  readonly weights: Float64Array
  readonly intercept: number
  /** What the uncertainty of margins is computed from, if training kept it. */
  readonly posterior?: LayerPosterior
}

/** β is normal around the weights with covariance s² (L Lᵀ)⁻¹, labels scatter about scores with variance σ². */
export interface LayerPosterior {
  /** The lower triangle of L, row by row. */
  readonly factor: Float64Array
  readonly scale: number
  readonly noise: number
}

/** Rows that go through the layer at a time. */
const blockRows = 256

/** In the precision that the model was trained with. */
export function scoreElm(model: ElmModel, lists: RankingLists, compute: Compute): Float64Array {
  return elmScores(model, [model], lists, compute, model.options['precision'] === 'mixed' ? 'mixed' : 'double')[0]
}

/** The weights behind the nodes. */
export type OutputWeights = Pick<ElmModel, 'weights' | 'intercept'>

/** The scores of several weightings of the same nodes, which are evaluated only once. */
export function elmScores(
  { featureMap, nodes }: Pick<ElmModel, 'featureMap' | 'nodes'>,
  outputs: readonly OutputWeights[],
  lists: RankingLists,
  compute: Compute,
  precision: Precision = 'double',
): Float64Array[] {
  const rows = lists.labels.length
  const scores = outputs.map(() => new Float64Array(rows))
  const mark = compute.mark()
  try {
    const weights = outputs.map((output) => {
      const own = compute.float64(nodes.count)
      own.set(output.weights)
      return own
    })
    const see = (first: number, last: number, hidden: Float64Array) => {
      for (const [index, { intercept }] of outputs.entries()) {
        for (let row = first; row < last; row++) {
          const at = (row - first) * nodes.count
          scores[index][row] = compute.dot(hidden.subarray(at, at + nodes.count), weights[index]) + intercept
        }
      }
    }
    eachHiddenBlock(featureMap, nodes, lists, compute, see, precision)
  } finally {
    compute.release(mark)
  }
  return scores
}

/** Yields the values of the nodes, block of rows by block; the caller frees the memory of compute. */
function eachHiddenBlock(
  map: FeatureMap,
  nodes: HiddenNodes,
  lists: RankingLists,
  compute: Compute,
  see: (first: number, last: number, hidden: Float64Array) => void,
  precision: Precision = 'double',
): void {
  const rows = lists.labels.length
  const block = Math.min(blockRows, rows)
  const mapper = rowMapper(map, lists, compute)
  const mapped = compute.float32(block * map.width)
  const hidden = compute.float64(block * nodes.count)
  const layer = hiddenLayer(nodes, block, compute, precision)
  for (let first = 0; first < rows; first += blockRows) {
    const last = Math.min(rows, first + blockRows)
    mapper.dense(first, last, mapped)
    layer.evaluate(last - first, mapped, hidden)
    see(first, last, hidden)
  }
}
