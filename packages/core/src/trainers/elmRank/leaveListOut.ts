/**
 * What a fit says about lists it has not seen, for many penalties, without fitting again. With X̃ the centred nodes of a list,
 * multiplied by √w, ỹ its labels likewise and G = (gram + Λ I)⁻¹, the fit without that list leaves the residuals
 *
 *   (I − X̃ G X̃ᵀ)⁻¹ (ỹ − X̃ β),
 *
 * an m × m system for a list of m items (Sherman, Morrison & Woodbury). Leaving out a list of weight ω makes the objective a
 * mean over the others, so its penalty counts Λ = λ (W − ω): the result is that of training without the list, not near it.
 */
import { foldsOf } from '../../data/lists/folds.ts'
import { type RankingLists, selectLists } from '../../data/lists/rankingLists.ts'
import { elmScores } from '../../models/elm/elm.ts'
import { type LeastSquaresStatistics, removeStatistics } from '../../models/elm/leastSquaresStatistics.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../runtime/training.ts'
import { groupsOf, hiddenBlocks, hiddenStatistics } from './hiddenStatistics.ts'
import { leftOutSolver } from './leftOutSystem.ts'
import { pathWeights, type RidgePath, ridgePath } from './ridgePath.ts'

/** Scores of every row by fits that did not see its list, for each penalty, and their loss. */
export interface UnseenPath {
  readonly lambdas: readonly number[]
  /** The first term of the objective, on lists that were left out: the mean over them. Infinity where a penalty leaves a fit undetermined. */
  readonly errors: readonly number[]
  /** One array per penalty; within a list, differences of scores are what counts. */
  readonly scores: readonly Float64Array[]
}

/** Rows that are turned into coordinates at a time: whole lists, or one that is longer. */
const blockRows = 512

/** Every list by the fit on all others. `path` belongs to the sums over exactly these lists. */
export function* leaveListOut(path: RidgePath, lists: RankingLists, lambdas: readonly number[], runtime: Runtime): Training<UnseenPath> {
  const { compute } = runtime
  const { space, weight, nodeMeans, labelMean, rowWeight } = path.statistics
  const { count } = space.nodes
  const depth = path.values.length // of eigenvalues and eigenvectors
  const { labels, offsets, listWeights } = lists
  const rows = labels.length
  const groups = groupsOf(space, lists)
  const global = space.centre === 'global'
  const points = lambdas.length
  const scores = lambdas.map(() => new Float64Array(rows))
  const errors = new Float64Array(points)
  const mark = compute.mark()
  try {
    const turned = compute.float64(count * depth) // V, column by column
    for (let k = 0; k < depth; k++) for (let i = 0; i < count; i++) turned[i * depth + k] = path.vectors[k * count + i]
    const { longest, most } = blockSizes(offsets)
    const block = compute.float64(most * count)
    const projected = compute.float64(most * depth)
    const solver = leftOutSolver(depth, points, longest, compute)
    const { inverses } = solver // 1 / (d + Λ)
    const shrunk = compute.float64(points * depth)
    const across = compute.float64(depth * longest)
    const residuals = compute.float64(points * longest)
    const scales = compute.float64(most)
    const shift = compute.float64(count)
    const blocks = hiddenBlocks(space, lists, most, runtime)
    let penaltyFor = Number.NaN
    for (let list = 0; list + 1 < offsets.length; ) {
      obeyStop(runtime)
      const start = offsets[list]
      const until = blockEnd(offsets, list)
      if (offsets[until] === start) {
        list = until
        continue
      }
      blocks.evaluate(start, offsets[until], block)
      for (let row = start; row < offsets[until]; row++) scales[row - start] = Math.sqrt(groups.rowWeight(row))
      for (let each = list; each < until; each++) centreList(offsets[each] - start, offsets[each + 1] - start)
      compute.gemm(offsets[until] - start, depth, count, block, turned, projected)
      for (; list < until; list++) leaveOut(list, start)
      yield { stage: 'leave-list-out', done: offsets[until], total: rows }

      /** Rows of the block ← (row − mean) · √w. */
      function centreList(first: number, last: number): void {
        if (first === last) return
        const part = block.subarray(first * count, last * count)
        if (global) shift.set(nodeMeans)
        else {
          compute.columnSums(last - first, count, part, undefined, shift)
          for (let i = 0; i < count; i++) shift[i] /= last - first
        }
        compute.shiftRows(last - first, count, shift, scales.subarray(first, last), part)
      }
    }
    return { lambdas, errors: Array.from(errors), scores }

    /** Scores of a list by the fits without it; the block starts at row `start`. */
    function leaveOut(list: number, start: number): void {
      const [first, last] = [offsets[list], offsets[list + 1]]
      const size = last - first
      if (size === 0) return
      penalise(weight - (listWeights?.[list] ?? 1) * (global ? size : 1))
      const items = projected.subarray((first - start) * depth, (last - start) * depth)
      for (let i = 0; i < size; i++) for (let k = 0; k < depth; k++) across[k * size + i] = items[i * depth + k]
      const roots = scales.subarray(first - start, last - start)
      let labelShift = labelMean
      if (!global) {
        labelShift = labels[first]
        for (let i = 0; i < size; i++) labelShift += (labels[first + i] - labels[first]) / size
      }
      compute.gemm(points, size, depth, shrunk, across, residuals)
      for (let point = 0, at = 0; point < points; point++) {
        for (let i = 0; i < size; i++, at++) residuals[at] = (labels[first + i] - labelShift) * roots[i] - residuals[at]
      }
      const intercept = global && { intercept: { units: roots, share: 1 / (2 * rowWeight) } }
      const known = solver.solve({ size, items, across, ...intercept }, residuals)
      for (let point = 0, at = 0; point < points; point++) {
        let squares = 0
        for (let i = 0; i < size; i++, at++) {
          squares += residuals[at] * residuals[at]
          // A list that weighs nothing has no residuals here; it is scored as the fit on all lists scores it.
          scores[point][first + i] = labels[first + i] - (roots[i] > 0 ? residuals[at] / roots[i] : 0)
        }
        errors[point] += known[point] === 1 && Number.isFinite(squares) ? squares / weight : Number.POSITIVE_INFINITY
      }
    }

    function penalise(left: number): void {
      if (left === penaltyFor) return
      penaltyFor = left
      for (let point = 0, at = 0; point < points; point++) {
        for (let k = 0; k < depth; k++, at++) {
          inverses[at] = 1 / (path.values[k] + lambdas[point] * left)
          shrunk[at] = path.projected[k] * inverses[at]
        }
      }
      solver.changed()
    }
  } finally {
    compute.release(mark)
  }
}

/**
 * Of a single list, every item by the fit on all others, its mean included: what is left of a residual r is r / (1 − h), with h what the item's own
 * label has in its score. Returns the mean square over the items, times 2, for each penalty.
 */
export function* leaveItemOut(path: RidgePath, lists: RankingLists, lambdas: readonly number[], runtime: Runtime): Training<number[]> {
  const { compute } = runtime
  const { space, weight, nodeMeans, labelMean } = path.statistics
  const { count } = space.nodes
  const depth = path.values.length
  const { labels } = lists
  const rows = labels.length
  const points = lambdas.length
  const groups = groupsOf(space, lists)
  // Weights of rows and of all of them change with the number of items: what the penalty then counts in today's weights.
  const left = weight * (space.centre === 'list' && space.pairs === 'sum' ? rows / (rows - 1) : (rows - 1) / rows)
  const errors = new Float64Array(points)
  const mark = compute.mark()
  try {
    const most = Math.min(blockRows, rows)
    const turned = compute.float64(count * depth)
    const inverses = compute.float64(depth * points)
    const shrunk = compute.float64(depth * points)
    for (let k = 0, at = 0; k < depth; k++) {
      for (let i = 0; i < count; i++) turned[i * depth + k] = path.vectors[k * count + i]
      for (let point = 0; point < points; point++, at++) {
        inverses[at] = 1 / (path.values[k] + lambdas[point] * left)
        shrunk[at] = path.projected[k] * inverses[at]
      }
    }
    const block = compute.float64(most * count)
    const projected = compute.float64(most * depth)
    const fitted = compute.float64(most * points)
    const leverages = compute.float64(most * points)
    const shift = compute.float64(count)
    shift.set(nodeMeans)
    const scales = compute.float64(most)
    const blocks = hiddenBlocks(space, lists, most, runtime)
    for (let first = 0; first < rows; first += blockRows) {
      obeyStop(runtime)
      const last = Math.min(rows, first + blockRows)
      const size = last - first
      for (let i = 0; i < size; i++) scales[i] = Math.sqrt(groups.rowWeight(first + i))
      blocks.evaluate(first, last, block)
      compute.shiftRows(size, count, shift, scales, block)
      compute.gemm(size, depth, count, block, turned, projected)
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
    return Array.from(errors)
  } finally {
    compute.release(mark)
  }
}

/** Lists from `first` on, up to so many rows together; one that is longer alone. */
function blockEnd(offsets: Uint32Array, first: number): number {
  let until = first + 1
  while (until + 1 < offsets.length && offsets[until + 1] - offsets[first] <= blockRows) until++
  return until
}

function blockSizes(offsets: Uint32Array): { longest: number; most: number } {
  let longest = 1
  for (let list = 0; list + 1 < offsets.length; list++) longest = Math.max(longest, offsets[list + 1] - offsets[list])
  return { longest, most: Math.max(longest, Math.min(blockRows, offsets[offsets.length - 1])) }
}

/** The lists in folds, each by the fit on the others; for lists so long that a system of their size costs more than an eigendecomposition. */
export function* leaveFoldsOut(
  all: LeastSquaresStatistics,
  lists: RankingLists,
  { folds, seed }: { readonly folds: number; readonly seed: number },
  lambdas: readonly number[],
  runtime: Runtime,
): Training<UnseenPath> {
  const { space } = all
  const parts = foldsOf(lists, folds, { seed })
  const scores = lambdas.map(() => new Float64Array(lists.labels.length))
  const errors = new Float64Array(lambdas.length)
  for (const [index, part] of parts.entries()) {
    const tested = selectLists(lists, part)
    const own = yield* hiddenStatistics(space, tested, runtime)
    const path = ridgePath(removeStatistics(all, own), runtime.compute)
    const outputs = lambdas.map((lambda) => pathWeights(path, lambda))
    const { nodeMeans, labelMean } = path.statistics
    const functions = outputs.map((weights) => ({
      weights: weights ?? new Float64Array(space.nodes.count),
      intercept: weights === undefined ? 0 : labelMean - dotOf(weights, nodeMeans),
    }))
    const found = elmScores(space, functions, tested, runtime.compute)
    for (const [point, values] of found.entries()) {
      errors[point] += outputs[point] === undefined ? Number.POSITIVE_INFINITY : lossOf(values, tested, all) / all.weight
      for (const [place, list] of part.entries()) {
        const from = tested.offsets[place]
        scores[point].set(values.subarray(from, tested.offsets[place + 1]), lists.offsets[list])
      }
    }
    yield { stage: 'folds', done: index + 1, total: folds }
  }
  return { lambdas, errors: Array.from(errors), scores }
}

/** Σ w (y − s)², centred as the statistics are: per list, or with the intercept of the fit. */
function lossOf(scores: Float64Array, lists: RankingLists, { space }: LeastSquaresStatistics): number {
  const groups = groupsOf(space, lists)
  const { labels, offsets } = lists
  let loss = 0
  for (let list = 0; list + 1 < offsets.length; list++) {
    const [first, last] = [offsets[list], offsets[list + 1]]
    let mean = 0
    if (space.centre === 'list') for (let row = first; row < last; row++) mean += (labels[row] - scores[row]) / (last - first)
    for (let row = first; row < last; row++) {
      const residual = labels[row] - scores[row] - mean
      loss += groups.rowWeight(row) * residual * residual
    }
  }
  return loss
}

function dotOf(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
  return sum
}

/**
 * Whether each list can be left out by itself at a cost near that of a few fits: lists are short, or each is so small a part of the rows that
 * conjugate gradients soon settle. Random rows leave P Pᵀ of a list with eigenvalues up to about (√m + √n)²/M, n nodes, M rows in all.
 */
export function listsAreShort({ offsets }: RankingLists, nodes: number): boolean {
  const rows = offsets[offsets.length - 1]
  let [pairs, longest] = [0, 0]
  for (let list = 0; list + 1 < offsets.length; list++) {
    const size = offsets[list + 1] - offsets[list]
    pairs += size * size
    longest = Math.max(longest, size)
  }
  const reach = longest + nodes + 2 * Math.sqrt(longest * nodes)
  return longest <= longestAlone && (pairs <= 200 * rows || reach <= rows / 4)
}
const longestAlone = 2048
