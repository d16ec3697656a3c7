import { foldsOf } from '../../data/lists/folds.ts'
import { type RankingLists, selectLists } from '../../data/lists/rankingLists.ts'
import { elmScores } from '../../models/elm/elm.ts'
import { type LeastSquaresStatistics, removeStatistics } from '../../models/elm/leastSquaresStatistics.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import { centringGroups } from './centringGroups.ts'
import { hiddenStatistics } from './hiddenStatistics.ts'
import { pathWeights, ridgePath } from './ridgePath.ts'
import type { UnseenPath } from './unseenPath.ts'

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
      intercept: weights === undefined ? 0 : labelMean - scoreOf(weights, nodeMeans),
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
  const groups = centringGroups(space, lists)
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

/** The score of a row, given its nodes, without intercept. */
function scoreOf(weights: Float64Array, nodes: Float64Array): number {
  let sum = 0
  for (let i = 0; i < weights.length; i++) sum += weights[i] * nodes[i]
  return sum
}
