import type { RankingLists } from '../data/lists/rankingLists.ts'
import { requireLists } from '../data/lists/requireLists.ts'
import { RankwrightError } from '../problems/problem.ts'
import { plainRuntime, type Runtime, requireRuntime } from '../runtime/runtime.ts'
import { kindOf } from './kinds.ts'
import type { Model } from './model.ts'
import { requireListModel } from './requireModel.ts'

/**
 * One score per row, in the order of `lists`; greater ranks higher. The features of the data are matched with those of
 * the model first, see `matchLists`. All scores are finite; a model that cannot give one is refused.
 */
export function score(model: Model, lists: RankingLists, runtime: Runtime = plainRuntime): Float64Array {
  requireRuntime(runtime)
  requireLists('lists', lists)
  const known = requireListModel(model)
  const kind = kindOf(known)
  const scores = kind.score(known, kind.match(known, lists).lists, runtime.compute)
  const row = scores.findIndex((found) => !Number.isFinite(found))
  if (row < 0) return scores
  throw new RankwrightError({ area: 'model', code: 'score-not-finite', row: lists.sourceRows?.[row] ?? row, found: scores[row] })
}
