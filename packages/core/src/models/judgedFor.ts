import type { RankingLists } from '../data/lists/rankingLists.ts'
import { kindOf } from './kinds.ts'
import type { ListModel, Model } from './model.ts'

/**
 * The lists with labels of which the greater is the better, whatever labels mean to the model: a stream may have learned from places, where 1 is
 * the best. Whoever measures a model by labels calls this once, on the lists as they were given; lists of most kinds stay as they are.
 */
export function judgedFor(model: ListModel, lists: RankingLists): RankingLists {
  return kindOf(model).judged?.(model, lists) ?? lists
}

/** Whether labels are places to the model, where 1 is the best. They may be read as rankings print them, and do not say which items are relevant. */
export function learnedFromPlaces(model: Model): boolean {
  kindOf(model) // refuses what is no model
  return 'target' in model && model.target === 'rank'
}
