import { rowMapper } from '../../../data/features/featureMapApply.ts'
import type { RankingLists } from '../../../data/lists/rankingLists.ts'
import { hiddenLayer } from '../../../models/elm/hiddenLayer.ts'
import type { Precision } from '../../../models/elm/hiddenNodes.ts'
import type { HiddenSpace, LeastSquaresStatistics } from '../../../models/elm/leastSquaresStatistics.ts'
import type { Compute } from '../../../numeric/compute/compute.ts'
import type { Runtime } from '../../../runtime/runtime.ts'

/** Evaluates ranges of rows, at most `mostRows` at a time; in memory of `compute` that the caller frees. */
export function hiddenBlocks(
  { featureMap, nodes }: Pick<HiddenSpace, 'featureMap' | 'nodes'>,
  lists: RankingLists,
  mostRows: number,
  { compute }: Runtime,
  precision: Precision = 'double',
) {
  const mapper = rowMapper(featureMap, lists, compute)
  const mapped = compute.float32(mostRows * featureMap.width)
  const layer = hiddenLayer(nodes, mostRows, compute, precision)
  return {
    /** into (rows × nodes) = the nodes of the rows first .. last. */
    evaluate(first: number, last: number, into: Float64Array): void {
      mapper.dense(first, last, mapped)
      layer.evaluate(last - first, mapped, into)
    },
  }
}

/**
 * part ← (part − mean) · √w, for the rows of one group as nodes: about the mean of the group, or about that of all rows with global
 * centring. `scales` holds √w of each row; `mean` is memory for as many numbers as there are nodes.
 */
export function centreNodes(
  { space, nodeMeans }: Pick<LeastSquaresStatistics, 'space' | 'nodeMeans'>,
  part: Float64Array,
  scales: Float64Array,
  mean: Float64Array,
  compute: Compute,
): void {
  const { count } = space.nodes
  const rows = scales.length
  if (rows === 0) return
  if (space.centre === 'global') mean.set(nodeMeans)
  else {
    compute.columnSums(rows, count, part, undefined, mean)
    for (let i = 0; i < count; i++) mean[i] /= rows
  }
  compute.shiftRows(rows, count, mean, scales, part)
}
