/**
 * What a fit says about lists it has not seen, for many penalties, without fitting again. With X̃ the centred nodes of a list,
 * multiplied by √w, ỹ its labels likewise and G = (gram + Λ I)⁻¹, the fit without that list leaves the residuals
 *
 *   (I − X̃ G X̃ᵀ)⁻¹ (ỹ − X̃ β),
 *
 * an m × m system for a list of m items (Sherman, Morrison & Woodbury). Leaving out a list of weight ω makes the objective a
 * mean over the others, so its penalty counts Λ = λ (W − ω): the result is that of training without the list, not near it.
 */
import { foldsOf } from '../data/folds.ts'
import { type RankingLists, selectLists } from '../data/rankingLists.ts'
import { elmScores } from '../models/elm.ts'
import { type LeastSquaresStatistics, removeStatistics } from '../models/leastSquaresStatistics.ts'
import type { Runtime } from '../runtime.ts'
import { groupsOf, hiddenBlocks, hiddenStatistics } from './hiddenStatistics.ts'
import { pathWeights, type RidgePath, ridgePath } from './ridgePath.ts'
import { obeyStop, type Training } from './training.ts'

/** Scores of every row by fits that did not see its list, for each penalty, and their loss. */
export interface UnseenPath {
  readonly lambdas: readonly number[]
  /** The first term of the objective, on lists that were left out: the mean over them. Infinity where a penalty leaves a fit undetermined. */
  readonly errors: readonly number[]
  /** One array per penalty; within a list, differences of scores are what counts. */
  readonly scores: readonly Float64Array[]
}

/** Pairs of items whose products are in memory at a time. */
const pairsAtOnce = 1024

/** Every list by the fit on all others. `path` belongs to the sums over exactly these lists. */
export function* leaveListOut(path: RidgePath, lists: RankingLists, lambdas: readonly number[], runtime: Runtime): Training<UnseenPath> {
  const { kernels } = runtime
  const { space, weight, nodeMeans, labelMean, rowWeight } = path.statistics
  const { count } = space.nodes
  const pairCount = path.values.length // of eigenvalues and eigenvectors
  const { labels, offsets, listWeights } = lists
  const rows = labels.length
  const groups = groupsOf(space, lists)
  const global = space.centre === 'global'
  const points = lambdas.length
  let longest = 1
  for (let list = 0; list + 1 < offsets.length; list++) longest = Math.max(longest, offsets[list + 1] - offsets[list])
  const scores = lambdas.map(() => new Float64Array(rows))
  const errors = new Float64Array(points)
  const mark = kernels.mark()
  try {
    const turned = kernels.float64(count * pairCount) // V, column by column
    for (let k = 0; k < pairCount; k++) for (let i = 0; i < count; i++) turned[i * pairCount + k] = path.vectors[k * count + i]
    const block = kernels.float64(longest * count)
    const projected = kernels.float64(longest * pairCount)
    const products = kernels.float64(Math.min(pairsAtOnce, (longest * (longest + 1)) / 2) * pairCount)
    const inverses = kernels.float64(pairCount * points) // 1 / (d + Λ), penalty by penalty along a row
    const shrunk = kernels.float64(pairCount * points)
    const entries = kernels.float64(((longest * (longest + 1)) / 2) * points)
    const fitted = kernels.float64(longest * points)
    const system = kernels.float64(longest * longest)
    const residuals = kernels.float64(longest)
    const scales = kernels.float64(longest)
    const shift = kernels.float64(count)
    const blocks = hiddenBlocks(space, lists, longest, runtime)
    let penaltyFor = Number.NaN
    for (let list = 0; list + 1 < offsets.length; list++) {
      obeyStop(runtime)
      const [first, last] = [offsets[list], offsets[list + 1]]
      const size = last - first
      if (size === 0) continue
      const own = (listWeights?.[list] ?? 1) * (global ? size : 1)
      if (weight - own !== penaltyFor) {
        penaltyFor = weight - own
        for (let k = 0; k < pairCount; k++) {
          for (let point = 0; point < points; point++) {
            const inverse = 1 / (path.values[k] + lambdas[point] * penaltyFor)
            inverses[k * points + point] = inverse
            shrunk[k * points + point] = path.projected[k] * inverse
          }
        }
      }
      blocks.evaluate(first, last, block)
      for (let i = 0; i < size; i++) scales[i] = Math.sqrt(groups.rowWeight(first + i))
      let labelShift = labelMean
      if (global) shift.set(nodeMeans)
      else {
        kernels.columnSums(size, count, block, undefined, shift)
        for (let i = 0; i < count; i++) shift[i] /= size
        labelShift = labels[first]
        for (let i = 0; i < size; i++) labelShift += (labels[first + i] - labels[first]) / size
      }
      kernels.shiftRows(size, count, shift, scales, block)
      kernels.gemm(size, pairCount, count, block, turned, projected)
      kernels.gemm(size, points, pairCount, projected, shrunk, fitted)
      hatEntries(size)
      for (let point = 0; point < points; point++) {
        for (let i = 0, entry = point; i < size; i++) {
          for (let j = 0; j <= i; j++, entry += points) {
            const intercept = global ? (scales[i] * scales[j]) / (2 * rowWeight) : 0
            system[i * size + j] = (i === j ? 1 : 0) - entries[entry] - intercept
          }
        }
        for (let i = 0; i < size; i++) residuals[i] = (labels[first + i] - labelShift) * scales[i] - fitted[i * points + point]
        const regular = kernels.cholesky(size, system)
        if (regular) kernels.choleskySolve(size, system, residuals)
        let squares = 0
        for (let i = 0; i < size; i++) {
          squares += residuals[i] * residuals[i]
          // A list that weighs nothing has no residuals here; it is scored as the fit on all lists scores it.
          scores[point][first + i] = labels[first + i] - (scales[i] > 0 ? residuals[i] / scales[i] : 0)
        }
        errors[point] += regular && Number.isFinite(squares) ? squares / weight : Number.POSITIVE_INFINITY
      }
      yield { stage: 'leave-list-out', done: last, total: rows }
    }
    return { lambdas, errors: Array.from(errors), scores }

    /** X̃ G X̃ᵀ of a list for every penalty, lower triangle row by row: one product of pairs with 1 / (d + Λ). */
    function hatEntries(size: number): void {
      const pairs = (size * (size + 1)) / 2
      let [i, j] = [0, 0]
      for (let start = 0; start < pairs; start += pairsAtOnce) {
        const some = Math.min(pairsAtOnce, pairs - start)
        for (let pair = 0, to = 0; pair < some; pair++) {
          const [a, b] = [i * pairCount, j * pairCount]
          for (let k = 0; k < pairCount; k++) products[to++] = projected[a + k] * projected[b + k]
          if (++j > i) {
            i++
            j = 0
          }
        }
        kernels.gemm(some, points, pairCount, products, inverses, entries.subarray(start * points, (start + some) * points))
      }
    }
  } finally {
    kernels.release(mark)
  }
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
    const path = ridgePath(removeStatistics(all, own))
    const outputs = lambdas.map((lambda) => pathWeights(path, lambda))
    const { nodeMeans, labelMean } = path.statistics
    const functions = outputs.map((weights) => ({
      weights: weights ?? new Float64Array(space.nodes.count),
      intercept: weights === undefined ? 0 : labelMean - dotOf(weights, nodeMeans),
    }))
    const found = elmScores(space, functions, tested, runtime.kernels)
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

/** Whether each list can be left out by itself at a cost near that of a few fits. */
export function listsAreShort({ offsets }: RankingLists, nodes: number): boolean {
  let [pairs, longest] = [0, 0]
  for (let list = 0; list + 1 < offsets.length; list++) {
    const size = offsets[list + 1] - offsets[list]
    pairs += size * size
    longest = Math.max(longest, size)
  }
  return longest <= 1024 && pairs <= 200 * offsets[offsets.length - 1] && nodes > 0
}
