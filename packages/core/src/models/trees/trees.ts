import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import type { TreeArrays } from '../../numeric/compute/trees.ts'
import type { TrainedCommon } from '../common/modelCommon.ts'
import { preparedTrees, preparedUsed } from './preparedTrees.ts'
import type { TreeStatistics } from './treeStatistics.ts'

/**
 * s(x) = base + Σ leafₜ(x): a sum of regression trees. There is no feature map: trees compare the features as they are, and missing values
 * have a branch of their own in every split.
 */
export interface TreesModel extends TrainedCommon, TreeArrays, TreeStatistics {
  readonly kind: 'trees'
}

/** Rows of sparse data that are filled up at a time. */
const blockRows = 256

/** One score per row of lists whose features are those of the model, in its order. Sparse and dense rows give the same bits. */
export function scoreWithTrees(model: TreesModel, { features, width, labels }: RankingLists, compute: Compute): Float64Array {
  const rows = labels.length
  const scores = new Float64Array(rows)
  if (features.kind === 'dense') {
    compute.scoreTrees(rows, width, features.values, preparedTrees(model, compute), scores)
    return scores
  }
  const { trees, used } = preparedUsed(model, compute)
  const places = new Int32Array(width).fill(-1)
  for (const [place, column] of used.entries()) places[column] = place
  const { rowStarts, columns, values } = features
  const block = new Float32Array(Math.min(rows, blockRows) * used.length)
  for (let first = 0; first < rows; first += blockRows) {
    const last = Math.min(rows, first + blockRows)
    block.fill(0)
    for (let row = first; row < last; row++) {
      for (let k = rowStarts[row]; k < rowStarts[row + 1]; k++) {
        const place = places[columns[k]]
        if (place >= 0) block[(row - first) * used.length + place] = values[k]
      }
    }
    compute.scoreTrees(last - first, used.length, block, trees, scores.subarray(first, last))
  }
  return scores
}
