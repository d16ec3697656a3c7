import type { RankingLists } from '../../../data/lists/rankingLists.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../../runtime/training.ts'
import { centringGroups } from './centringGroups.ts'
import { hiddenBlocks } from './hiddenBlocks.ts'
import { eigenvectorColumns, type HiddenPath } from './hiddenPath.ts'

/** Rows that are turned into coordinates at a time. */
const blockRows = 512

/**
 * Of a single list, every item by the fit on all others, its mean included: what is left of a residual r is r / (1 − h), with h the
 * weight of the item's own label in its score. Returns the mean square over the items, times 2, for each penalty.
 */
export function* leaveItemsOut(
  path: HiddenPath,
  lists: RankingLists,
  lambdas: readonly number[],
  runtime: Runtime,
): Training<Float64Array> {
  const { compute } = runtime
  const { space, nodeMeans, labelMean } = path.statistics
  const { count } = space.nodes
  const depth = path.values.length
  const { labels } = lists
  const rows = labels.length
  const points = lambdas.length
  const { rowWeight } = centringGroups(space, lists)
  const errors = new Float64Array(points)
  const mark = compute.mark()
  try {
    const most = Math.min(blockRows, rows)
    const vectors = eigenvectorColumns(path, compute)
    const inverses = compute.float64(depth * points)
    const shrunk = compute.float64(depth * points)
    penaltiesWithoutOne(path, rows, lambdas, inverses, shrunk)
    const block = compute.float64(most * count)
    const projected = compute.float64(most * depth)
    const fitted = compute.float64(most * points)
    const leverages = compute.float64(most * points)
    const mean = compute.float64(count)
    mean.set(nodeMeans)
    const scales = compute.float64(most)
    const blocks = hiddenBlocks(space, lists, most, runtime)
    for (let first = 0; first < rows; first += blockRows) {
      obeyStop(runtime)
      const last = Math.min(rows, first + blockRows)
      const size = last - first
      for (let i = 0; i < size; i++) scales[i] = Math.sqrt(rowWeight(first + i))
      blocks.evaluate(first, last, block)
      compute.shiftRows(size, count, mean, scales, block)
      compute.gemm(size, depth, count, block, vectors, projected)
      compute.gemm(size, points, depth, projected, shrunk, fitted)
      for (let at = 0; at < size * depth; at++) projected[at] *= projected[at]
      compute.gemm(size, points, depth, projected, inverses, leverages)
      for (let i = 0, at = 0; i < size; i++) {
        for (let point = 0; point < points; point++, at++) {
          const free = 1 - 1 / rows - leverages[at]
          const residual = (labels[first + i] - labelMean - fitted[at] / scales[i]) / free
          errors[point] += free > 1e-9 ? (2 * residual * residual) / rows : Number.POSITIVE_INFINITY
        }
      }
      yield { stage: 'leave-item-out', done: last, total: rows }
    }
    return errors
  } finally {
    compute.release(mark)
  }
}

/** inverses = 1 / (d + Λ) and shrunk = Vᵀ moments / (d + Λ), eigenvalues × penalties, with the penalties Λ that count without one item. */
function penaltiesWithoutOne(
  { statistics, values, projected }: HiddenPath,
  rows: number,
  lambdas: readonly number[],
  inverses: Float64Array,
  shrunk: Float64Array,
): void {
  const { space, weight } = statistics
  // The weights of rows, and their sum, change with the number of items: this is what the penalty then counts in today's weights.
  const left = weight * (space.centre === 'list' && space.pairs === 'sum' ? rows / (rows - 1) : (rows - 1) / rows)
  for (let k = 0, at = 0; k < values.length; k++) {
    for (let point = 0; point < lambdas.length; point++, at++) {
      inverses[at] = 1 / (values[k] + lambdas[point] * left)
      shrunk[at] = projected[k] * inverses[at]
    }
  }
}
