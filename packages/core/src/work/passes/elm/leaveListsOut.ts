/**
 * What a fit says about lists it has not seen, for many penalties, without fitting again. With X̃ the centred nodes of a list,
 * multiplied by √w, ỹ its labels likewise and G = (gram + Λ I)⁻¹, the fit without that list leaves the residuals
 *
 *   (I − X̃ G X̃ᵀ)⁻¹ (ỹ − X̃ β),
 *
 * an m × m system for a list of m items (Sherman, Morrison & Woodbury). Leaving out a list of weight ω makes the objective a
 * mean over the others, so its penalty counts Λ = λ (W − ω): the result is that of training without the list, not near it.
 */
import type { RankingLists } from '../../../data/lists/rankingLists.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../../runtime/training.ts'
import { centringGroups } from './centringGroups.ts'
import { centreNodes, hiddenBlocks } from './hiddenBlocks.ts'
import { eigenvectorColumns, type HiddenPath } from './hiddenPath.ts'
import { type LeftOutSolver, leftOutSolver } from './leftOutSystem.ts'

/** Rows that are turned into coordinates at a time: whole lists, or one that is longer. */
const blockRows = 512

/**
 * What each list adds to the first term of the objective under the fit on all others, lists × penalties. Infinity where a penalty leaves a
 * fit undetermined. `path` belongs to the sums over these lists and those that others hold. `scores`, an array for each penalty, gets the
 * scores of the rows under these fits, up to a constant for each list; NaN where a fit is undetermined, labels where a list weighs nothing.
 */
export function* leaveListsOut(
  path: HiddenPath,
  lists: RankingLists,
  lambdas: readonly number[],
  runtime: Runtime,
  scores?: readonly Float64Array[],
): Training<Float64Array> {
  const { compute } = runtime
  const { statistics } = path
  const { offsets, labels } = lists
  const { count } = statistics.space.nodes
  const depth = path.values.length
  const { rowWeight } = centringGroups(statistics.space, lists)
  const mark = compute.mark()
  try {
    const vectors = eigenvectorColumns(path, compute)
    const pass = leaveOutPass(path, lists, lambdas, runtime, scores)
    const { mostRows, projected, scales } = pass
    const block = compute.float64(mostRows * count)
    const mean = compute.float64(count)
    const blocks = hiddenBlocks(statistics.space, lists, mostRows, runtime)
    for (let list = 0; list + 1 < offsets.length; ) {
      obeyStop(runtime)
      const start = offsets[list]
      const until = blockEnd(offsets, list)
      const size = offsets[until] - start
      if (size > 0) {
        blocks.evaluate(start, offsets[until], block)
        for (let row = 0; row < size; row++) scales[row] = Math.sqrt(rowWeight(start + row))
        for (let each = list; each < until; each++) {
          const [first, last] = [offsets[each] - start, offsets[each + 1] - start]
          centreNodes(statistics, block.subarray(first * count, last * count), scales.subarray(first, last), mean, compute)
        }
        compute.gemm(size, depth, count, block, vectors, projected)
        for (let each = list; each < until; each++) leaveOut(pass, each, start)
        yield { stage: 'leave-list-out', done: offsets[until], total: labels.length }
      }
      list = until
    }
    return pass.errors
  } finally {
    compute.release(mark)
  }
}

/** Lists from `first` on, up to this many rows together; a longer list alone. */
function blockEnd(offsets: Uint32Array, first: number): number {
  let until = first + 1
  while (until + 1 < offsets.length && offsets[until + 1] - offsets[first] <= blockRows) until++
  return until
}

interface LeaveOutPass {
  readonly path: HiddenPath
  readonly lists: RankingLists
  readonly lambdas: readonly number[]
  readonly runtime: Runtime
  /** Rows of the largest block. */
  readonly mostRows: number
  /** The rows of a block in the coordinates of the eigenvectors, centred and multiplied by √w; and √w. */
  readonly projected: Float64Array
  readonly scales: Float64Array
  /** For one list: its rows in these coordinates as columns, and its residuals, a row for each penalty. */
  readonly across: Float64Array
  readonly residuals: Float64Array
  /** Knows 1 / (d + Λ) for each penalty. */
  readonly solver: LeftOutSolver
  /** Vᵀ moments / (d + Λ), a row for each penalty. */
  readonly shrunk: Float64Array
  /** The weight W − ω that the penalties are set for. */
  weightLeft: number
  /** Lists × penalties. */
  readonly errors: Float64Array
  readonly scores: readonly Float64Array[] | undefined
}

function leaveOutPass(
  path: HiddenPath,
  lists: RankingLists,
  lambdas: readonly number[],
  runtime: Runtime,
  scores: readonly Float64Array[] | undefined,
): LeaveOutPass {
  const { compute } = runtime
  const { offsets, labels } = lists
  const depth = path.values.length
  const points = lambdas.length
  let longest = 1
  for (let list = 0; list + 1 < offsets.length; list++) longest = Math.max(longest, offsets[list + 1] - offsets[list])
  const mostRows = Math.max(longest, Math.min(blockRows, labels.length))
  return {
    path,
    lists,
    lambdas,
    runtime,
    mostRows,
    projected: compute.float64(mostRows * depth),
    scales: compute.float64(mostRows),
    across: compute.float64(depth * longest),
    residuals: compute.float64(points * longest),
    solver: leftOutSolver(depth, points, longest, compute),
    shrunk: compute.float64(points * depth),
    weightLeft: Number.NaN,
    errors: new Float64Array((offsets.length - 1) * points),
    scores,
  }
}

/** The errors of a list under the fits without it; the block starts at row `start`. */
function leaveOut(pass: LeaveOutPass, list: number, start: number): void {
  const { path, lists, lambdas, runtime, across, residuals, solver, shrunk, errors, scores } = pass
  const { space, weight, labelMean, rowWeight } = path.statistics
  const { labels, offsets, listWeights } = lists
  const global = space.centre === 'global'
  const depth = path.values.length
  const points = lambdas.length
  const [first, last] = [offsets[list], offsets[list + 1]]
  const size = last - first
  if (size === 0) return
  setPenalties(pass, weight - (listWeights?.[list] ?? 1) * (global ? size : 1))
  const items = pass.projected.subarray((first - start) * depth, (last - start) * depth)
  for (let i = 0; i < size; i++) for (let k = 0; k < depth; k++) across[k * size + i] = items[i * depth + k]
  const roots = pass.scales.subarray(first - start, last - start)
  const labelShift = global ? labelMean : meanLabel(labels, first, last)
  runtime.compute.gemm(points, size, depth, shrunk, across, residuals)
  for (let point = 0, at = 0; point < points; point++) {
    for (let i = 0; i < size; i++, at++) residuals[at] = (labels[first + i] - labelShift) * roots[i] - residuals[at]
  }
  const intercept = global && { intercept: { units: roots, share: 1 / (2 * rowWeight) } }
  const known = solver.solve({ size, items, across, ...intercept }, residuals)
  for (let point = 0, at = 0; point < points; point++) {
    let squares = 0
    for (let i = 0; i < size; i++, at++) {
      squares += residuals[at] * residuals[at]
      if (scores !== undefined) scores[point][first + i] = labels[first + i] - (roots[i] === 0 ? 0 : residuals[at] / roots[i])
    }
    if (known[point] !== 1) scores?.[point].fill(Number.NaN, first, last)
    errors[list * points + point] = known[point] === 1 && Number.isFinite(squares) ? squares / weight : Number.POSITIVE_INFINITY
  }
}

function meanLabel(labels: Float64Array, first: number, last: number): number {
  let mean = labels[first]
  for (let row = first; row < last; row++) mean += (labels[row] - labels[first]) / (last - first)
  return mean
}

/** Sets Λ = λ times the weight that is left. Lists that weigh the same have the same. */
function setPenalties(pass: LeaveOutPass, left: number): void {
  const { path, lambdas, solver, shrunk } = pass
  if (left === pass.weightLeft) return
  pass.weightLeft = left
  const depth = path.values.length
  for (let point = 0, at = 0; point < lambdas.length; point++) {
    for (let k = 0; k < depth; k++, at++) {
      solver.inverses[at] = 1 / (path.values[k] + lambdas[point] * left)
      shrunk[at] = path.projected[k] * solver.inverses[at]
    }
  }
  solver.inversesChanged()
}
