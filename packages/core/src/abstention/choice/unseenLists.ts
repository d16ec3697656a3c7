/** The lists that a guarantee may be tested on: those that neither trained, tuned nor calibrated the model, nor chose its rule. */
import { type RankingLists, selectLists } from '../../data/lists/rankingLists.ts'
import { type HeldOutSample, heldOutSample } from '../../guarantees/heldOutSample.ts'
import type { ListModel } from '../../models/model.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { usedBy } from '../../recognition/usedLists.ts'

export interface UnseenLists extends Pick<HeldOutSample, 'given' | 'seen' | 'repeated' | 'first' | 'unseen' | 'independent'> {
  /** All lists that the model has not seen, also those that repeat another. `first` has the place of the first that is equal to each. */
  readonly lists: RankingLists
}

/** Throws if the data is what the model has seen, if most of it is, if more of it is likely seen than was found, or if most lists are near copies of others. */
export function unseenLists(model: ListModel, lists: RankingLists, compute: Compute): UnseenLists {
  const { fresh, given, seen, repeated, first, unseen, independent } = heldOutSample(model, lists, undefined, compute, usedBy(model))
  if (unseen.holds === false) {
    const found = { same: 0, similar: 0, rows: seen, lists: given }
    throw new RankwrightError({ area: 'guarantee', code: 'held-out-is-known', as: 'training', found })
  }
  if (independent.holds === false) throw new RankwrightError({ area: 'guarantee', code: 'held-out-copies', lists: given })
  return { lists: seen === 0 ? lists : selectLists(lists, fresh), given, seen, repeated, first, unseen, independent }
}
