import type { LeastSquaresStatistics } from '../../models/elm/leastSquaresStatistics.ts'
import { joined } from '../../numeric/allocate.ts'
import { centringGroups } from '../passes/elm/centringGroups.ts'
import { centreNodes, hiddenBlocks } from '../passes/elm/hiddenBlocks.ts'
import { blockRanges, type Operation } from './operation.ts'

/** All rows as nodes, centred and multiplied by √w, rows × nodes: the matrix whose products are `gram`. For few rows. */
export const centredNodes: Operation<
  { readonly statistics: Pick<LeastSquaresStatistics, 'space' | 'nodeMeans'> },
  Float64Array,
  Float64Array
> = {
  *parts(here, { statistics }) {
    const { lists, runtime } = here
    const { compute } = runtime
    const { space } = statistics
    const { count } = space.nodes
    const rows = lists.labels.length
    const { starts, rowWeight } = centringGroups(space, lists)
    const mark = compute.mark()
    try {
      const matrix = compute.float64(rows * count)
      hiddenBlocks(space, lists, rows, runtime).evaluate(0, rows, matrix)
      const mean = compute.float64(count)
      const scales = compute.float64(rows)
      for (let row = 0; row < rows; row++) scales[row] = Math.sqrt(rowWeight(row))
      for (let group = 0; group + 1 < starts.length; group++) {
        const [first, last] = [starts[group], starts[group + 1]]
        centreNodes(statistics, matrix.subarray(first * count, last * count), scales.subarray(first, last), mean, compute)
      }
      return blockRanges(here).map(([from, to]) => matrix.slice(lists.offsets[from] * count, lists.offsets[to] * count))
    } finally {
      compute.release(mark)
    }
  },
  combine: (parts) => joined(Float64Array, parts),
}
