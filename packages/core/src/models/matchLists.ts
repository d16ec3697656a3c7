import type { RankingLists } from '../data/lists/rankingLists.ts'
import type { MatchedLists } from './common/matchFeatures.ts'
import { kindOf } from './kinds.ts'
import type { Model } from './model.ts'
import { requireListModel } from './requireModel.ts'

/** Brings lists into the form that the model was trained on; for most kinds, see `matchFeatures`. */
export function matchLists(model: Model, lists: RankingLists): MatchedLists {
  const known = requireListModel(model)
  return kindOf(known).match(known, lists)
}
