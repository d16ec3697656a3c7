/** The lists that a guarantee may be tested on: those that the model was neither trained nor calibrated on. */
import { fingerprint } from '../../data/lists/fingerprint.ts'
import { listCount, type RankingLists, selectLists } from '../../data/lists/rankingLists.ts'
import { comparedLists, repeatedLists, sharedLists } from '../../guarantees/sharedLists.ts'
import { matchLists } from '../../models/matchLists.ts'
import type { ListModel } from '../../models/model.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import { RankwrightError } from '../../problems/problem.ts'

export interface UnseenLists {
  readonly lists: RankingLists
  /** How many lists were given. */
  readonly given: number
  /** How many of them the model has seen, or most of their rows: these do not count. */
  readonly seen: number
  /** How many repeat another. They count: in short lists that may be chance. As copies they would not be draws of their own. */
  readonly repeated: number
}

/** Throws if the data is what the model has seen, or half of it or more is. */
export function unseenLists(model: ListModel, lists: RankingLists, compute: Compute): UnseenLists {
  const { lists: matched } = matchLists(model, lists)
  const forms = matched === lists ? [lists] : [lists, matched]
  const training = 'training' in model ? model.training : undefined
  for (const print of forms.map((form) => fingerprint(form, compute))) {
    if (print === training?.data) throw new RankwrightError({ area: 'guarantee', code: 'held-out-is-known', as: 'training' })
    if (print === training?.valid) throw new RankwrightError({ area: 'guarantee', code: 'held-out-is-known', as: 'validation' })
    if (print === model.calibration?.data) throw new RankwrightError({ area: 'guarantee', code: 'held-out-is-known', as: 'calibration' })
  }
  const compared = forms.map((form) => comparedLists(form, compute))
  const { seen } = training ?? {}
  const sources = [...(seen ? [seen.train] : []), ...(seen?.valid ? [seen.valid] : [])]
  const sharings = sources.flatMap((source) => compared.map((form) => sharedLists(form, source)))
  const given = listCount(lists)
  const fresh = Array.from({ length: given }, (_, list) => list).filter((list) => sharings.every((sharing) => sharing[list] === 'new'))
  const known = given - fresh.length
  if (2 * known > given) {
    const same = Array.from({ length: given }, (_, list) => sharings.some((sharing) => sharing[list] === 'same')).filter(Boolean).length
    throw new RankwrightError({
      area: 'guarantee',
      code: 'held-out-is-known',
      as: 'training',
      found: { same, similar: known - same, lists: given },
    })
  }
  const { first } = repeatedLists(compared[0])
  return {
    lists: known === 0 ? lists : selectLists(lists, fresh),
    given,
    seen: known,
    repeated: fresh.filter((list) => first[list] !== list).length,
  }
}
