import { noneSeen } from '../../data/lists/seenLists.ts'
import { type LeastSquaresStatistics, removeStatistics } from '../../models/elm/leastSquaresStatistics.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import type { HeldLists } from '../../work/heldLists.ts'
import { SECTION_BLOCKS } from '../../work/operations/operation.ts'
import { pathWeights, ridgePath } from './ridgePath.ts'

/**
 * The first term of the objective for each penalty, the lists in folds, each by the fit on the others; for lists so long that a system of
 * their size costs more than an eigendecomposition, and for lists that repeat others.
 */
export function* leaveFoldsOut(
  all: LeastSquaresStatistics,
  lists: HeldLists,
  folds: readonly Uint32Array[],
  lambdas: readonly number[],
  runtime: Runtime,
): Training<number[]> {
  const { space } = all
  const errors = new Float64Array(lambdas.length)
  for (const [index, chosen] of folds.entries()) {
    const fold = { space, lists: chosen, section: SECTION_BLOCKS }
    const own = {
      space,
      ...(yield* lists.ask('hiddenSums', { ...fold, precision: 'double' })),
      history: [],
      seen: noneSeen,
      used: noneSeen,
    }
    const path = ridgePath(removeStatistics(all, own), runtime.compute)
    const outputs = lambdas.map((lambda) => pathWeights(path, lambda))
    const { nodeMeans, labelMean } = path.statistics
    const functions = outputs.map((weights) => ({
      weights: weights ?? new Float64Array(space.nodes.count),
      intercept: weights === undefined ? 0 : labelMean - scoreOf(weights, nodeMeans),
    }))
    const found = yield* lists.ask('hiddenErrors', { ...fold, functions })
    for (const [point, error] of found.entries()) {
      errors[point] += outputs[point] === undefined ? Number.POSITIVE_INFINITY : error / all.weight
    }
    yield { stage: 'folds', done: index + 1, total: folds.length }
  }
  return Array.from(errors)
}

/** The score of a row, given its nodes, without intercept. */
function scoreOf(weights: Float64Array, nodes: Float64Array): number {
  let sum = 0
  for (let i = 0; i < weights.length; i++) sum += weights[i] * nodes[i]
  return sum
}
