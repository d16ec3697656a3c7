import { refuseArgument } from '../arguments/refuseArgument.ts'
import { either, options as optionsOf, type Shape, type ShapesOf } from '../arguments/shapes.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { requireLists } from '../data/lists/requireLists.ts'
import type { Explainer, ExplainOptions, ItemExplanation, PairExplanation } from '../models/common/explanation.ts'
import { kindOf } from '../models/kinds.ts'
import type { Model } from '../models/model.ts'
import { requireListModel } from '../models/requireModel.ts'
import { RankwrightError } from '../problems/problem.ts'

/** What each feature adds to a score, for every kind of model that scores lists; `how` says in which sense. */
export function explainer(model: Model, lists: RankingLists, options: ExplainOptions = {}): Explainer {
  const known = requireListModel(model)
  requireLists('lists', lists)
  theOptions('options', options)
  const { explain, references, title } = kindOf(known)
  if (options.against !== undefined && references === undefined) throw new RankwrightError({ area: 'model', code: 'no-reference', title })
  return explain(known, lists, options)
}

const words = ['training', 'missing', 'list']

const aReference: Shape = (argument, value) => {
  if (typeof value === 'string') {
    if (!words.includes(value)) refuseArgument(argument, value, `one of ${words.join(', ')}, or lists`)
    return
  }
  requireLists(argument, value)
  if (value.labels.length === 0) refuseArgument(argument, value, 'lists with at least one row')
}

const theOptions = optionsOf({ against: aReference } satisfies ShapesOf<ExplainOptions>)

/** Whether there is such a row is for the explainer to say. */
const aRow = either('the number of a row', (row) => typeof row === 'number')

/** Why an item has its score. */
export function explainItem(model: Model, lists: RankingLists, row: number, options: ExplainOptions = {}): ItemExplanation {
  requireLists('lists', lists)
  aRow('row', row)
  return explainer(model, lists, options).item(row)
}

/** Why one of two items stands above the other; they need not be of the same list. */
export function explainPair(model: Model, lists: RankingLists, row: number, other: number, options: ExplainOptions = {}): PairExplanation {
  requireLists('lists', lists)
  aRow('row', row)
  aRow('other', other)
  return explainer(model, lists, options).pair(row, other)
}
