import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { LeastSquaresStatistics } from '../../models/elm/leastSquaresStatistics.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { centringGroups } from './centringGroups.ts'
import { centreNodes, hiddenBlocks } from './hiddenBlocks.ts'

/** All rows as nodes, centred and multiplied by √w, rows × nodes: the matrix whose products are `gram`. For few rows. */
export function centredRows(statistics: LeastSquaresStatistics, lists: RankingLists, runtime: Runtime): Float64Array {
  const { compute } = runtime
  const { space } = statistics
  const { count } = space.nodes
  const rows = lists.labels.length
  const { starts, rowWeight } = centringGroups(space, lists)
  const matrix = compute.float64(rows * count)
  hiddenBlocks(space, lists, rows, runtime).evaluate(0, rows, matrix)
  const mean = compute.float64(count)
  const scales = compute.float64(rows)
  for (let row = 0; row < rows; row++) scales[row] = Math.sqrt(rowWeight(row))
  for (let group = 0; group + 1 < starts.length; group++) {
    const [first, last] = [starts[group], starts[group + 1]]
    centreNodes(statistics, matrix.subarray(first * count, last * count), scales.subarray(first, last), mean, compute)
  }
  return matrix
}
