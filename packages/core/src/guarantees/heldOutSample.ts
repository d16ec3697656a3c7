/**
 * The held-out lists that count: those that had no part in training or tuning, each once. Which lists are left out depends on the data of the
 * model and on the list alone, so the others are a sample of the lists that are new to the model, and statements are about these.
 */
import { fingerprint, hashesOfLists } from '../data/lists/fingerprint.ts'
import { listCount, type RankingLists, selectLists } from '../data/lists/rankingLists.ts'
import { seenListsOf, sketchesOf } from '../data/lists/seenLists.ts'
import type { TrainingRecord } from '../models/common/modelCommon.ts'
import { matchLists } from '../models/matchLists.ts'
import type { ListModel } from '../models/model.ts'
import type { Compute } from '../numeric/compute/compute.ts'
import { RankwrightError } from '../problems/problem.ts'
import type { Assumption } from './certificate.ts'
import { isNew, type Known, type KnownByUse, knownFrom, uses } from './knownByUse.ts'
import { repeatedLists } from './sharedLists.ts'
import { unseenAssumption } from './unseenAssumption.ts'
import type { UsedLists } from './usedLists.ts'

export interface HeldOutSample {
  /** The lists that count. */
  readonly lists: RankingLists
  /** How often each of them was given. */
  readonly times: Uint32Array
  /** How many lists were given. */
  readonly given: number
  /** How many of them the model has seen, or most of their rows. */
  readonly seen: number
  /** How many repeat another, without those that were seen. */
  readonly repeated: number
  /** The numbers of the lists that the model has not seen, and for each the place among them of the first that is equal to it. */
  readonly fresh: Uint32Array
  readonly first: Uint32Array
  readonly unseen: Assumption
  readonly independent: Assumption
}

/** Throws if the held-out data is what the model has seen, or most of it is. Lists that were `used` for something do not count either. */
export function heldOutSample(
  model: ListModel,
  heldOut: RankingLists,
  train: RankingLists | undefined,
  compute: Compute,
  used: readonly UsedLists[] = [],
): HeldOutSample {
  const training = 'training' in model ? model.training : undefined
  const forms = formsOf(model, heldOut)
  const trainForms = train === undefined ? [] : formsOf(model, train)
  const recorded = requireOtherData(forms, trainForms, training, used)

  const sketches = forms.map((form) => sketchesOf([hashesOfLists(form, 0, listCount(form), compute)]))
  const given = trainForms.map((form) => seenListsOf([hashesOfLists(form, 0, listCount(form), compute)], Number.POSITIVE_INFINITY))
  const { seen: kept } = training ?? {}
  const usedAs = (as: UsedLists['as']) =>
    knownFrom(
      sketches,
      used.flatMap((each) => (each.as === as && each.seen ? [each.seen] : [])),
    )
  const known: KnownByUse = {
    training: knownFrom(sketches, [...(kept ? [kept.train] : []), ...given]),
    validation: knownFrom(sketches, kept?.valid ? [kept.valid] : []),
    calibration: usedAs('calibration'),
    choice: usedAs('choice'),
  }
  requireMostlyNew(known, listCount(heldOut))

  const repeats = repeatedLists(sketches[0])
  const fresh = Array.from(known.training.sharing.keys()).filter((list) => isNew(known, list))
  const times = new Uint32Array(listCount(heldOut))
  for (const list of fresh) times[repeats.first[list]]++
  const once = fresh.filter((list) => times[list] > 0)
  const repeated = fresh.length - once.length
  const alike = once.filter((list) => repeats.similar[list]).length
  return {
    lists: selectLists(heldOut, once),
    times: Uint32Array.from(once, (list) => times[list]),
    given: listCount(heldOut),
    seen: listCount(heldOut) - fresh.length,
    repeated,
    fresh: Uint32Array.from(fresh),
    first: Uint32Array.from(placesOfFirst(fresh, repeats.first)),
    unseen: unseenAssumption({ training, recorded, trainGiven: train !== undefined, known, used: used.flatMap(({ seen }) => seen ?? []) }),
    independent: independence(repeated, alike, once.length, known.training),
  }
}

/** The data as it stands, and what the model sees of it, which was all it was given where features were chosen. */
function formsOf(model: ListModel, lists: RankingLists): RankingLists[] {
  const { lists: matched } = matchLists(model, lists)
  return matched === lists ? [lists] : [lists, matched]
}

/** Refuses the very data that the model has seen; returns whether the training lists given are those that the model was trained on. */
function requireOtherData(
  forms: readonly RankingLists[],
  trainForms: readonly RankingLists[],
  training: TrainingRecord | undefined,
  used: readonly UsedLists[],
): boolean {
  const prints = forms.map((form) => fingerprint(form))
  const trainPrints = trainForms.map((form) => fingerprint(form))
  for (const print of prints) {
    if (print === training?.data || trainPrints.includes(print))
      throw new RankwrightError({ area: 'guarantee', code: 'held-out-is-known', as: 'training' })
    if (print === training?.valid) throw new RankwrightError({ area: 'guarantee', code: 'held-out-is-known', as: 'validation' })
    const again = used.find(({ data }) => data === print)
    if (again !== undefined) throw new RankwrightError({ area: 'guarantee', code: 'held-out-is-known', as: again.as })
  }
  return training !== undefined && trainPrints.includes(training.data)
}

/** For each of these lists the place among them of the first that is equal to it. */
function placesOfFirst(lists: readonly number[], first: Uint32Array): number[] {
  const places = new Map<number, number>()
  return lists.map((list, place) => {
    const found = places.get(first[list]) ?? place
    places.set(first[list], found)
    return found
  })
}

/** What remains of data that the model has mostly seen is hardly what the statement is meant to be about. */
function requireMostlyNew(known: KnownByUse, lists: number): void {
  const seen = known.training.sharing.filter((_, list) => !isNew(known, list)).length
  if (2 * seen <= lists) return
  const as = uses.reduce((one, other) => (known[other].found > known[one].found ? other : one))
  const { same, similar, rows } = known[as]
  throw new RankwrightError({ area: 'guarantee', code: 'held-out-is-known', as, found: { same, similar, rows, lists } })
}

/**
 * Whether lists are drawn independently cannot be known; repeated ones are a sign that they are not. They may also be what the distribution is
 * like, so that bounds are the smaller of two, with and without them.
 */
/** Lists that share most of their rows with another, far more often than the training lists do, were not drawn as those were. */
function independence(repeated: number, alike: number, lists: number, { byRows, usual }: Known): Assumption {
  const copies = byRows && usual === undefined && 2 * alike > lists
  const parts = [
    ...(repeated > 0
      ? [`${repeated} that ${repeated === 1 ? 'repeats' : 'repeat'} another ${repeated === 1 ? 'is' : 'are'} no further evidence`]
      : []),
    ...(alike > 0
      ? [
          `${alike} ${alike === 1 ? 'shares most of its' : 'share most of their'} rows with another${copies ? ', which hardly any training list does' : ''}`,
        ]
      : []),
  ]
  const found = parts.length === 0 ? '' : ` (${parts.join('; ')})`
  return {
    text: `The held-out lists, and future ones, are drawn independently from one distribution${found}.`,
    holds: copies ? false : 'unknown',
  }
}
