import { either } from '../arguments/shapes.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { requireLists } from '../data/lists/requireLists.ts'
import type { Explainer, ItemExplanation, PairExplanation } from '../models/common/explanation.ts'
import { kindOf } from '../models/kinds.ts'
import type { Model } from '../models/model.ts'
import { requireListModel } from '../models/requireModel.ts'

/** What each feature adds to a score, for every kind of model that scores lists; `how` says in which sense. */
export function explainer(model: Model, lists: RankingLists): Explainer {
  const known = requireListModel(model)
  requireLists('lists', lists)
  return kindOf(known).explain(known, lists)
}

/** Whether there is such a row is for the explainer to say. */
const aRow = either('the number of a row', (row) => typeof row === 'number')

/** Why an item has its score. */
export function explainItem(model: Model, lists: RankingLists, row: number): ItemExplanation {
  requireLists('lists', lists)
  aRow('row', row)
  return explainer(model, lists).item(row)
}

/** Why one of two items stands above the other; they need not be of the same list. */
export function explainPair(model: Model, lists: RankingLists, row: number, other: number): PairExplanation {
  requireLists('lists', lists)
  aRow('row', row)
  aRow('other', other)
  return explainer(model, lists).pair(row, other)
}
