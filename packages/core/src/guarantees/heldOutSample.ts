/**
 * The held-out lists that count: those that had no part in training or tuning. Which lists are left out depends on the data of the
 * model and on the list alone, so the others are a sample of the lists that are new to the model, and statements are about these.
 */
import { fingerprint } from '../data/lists/fingerprint.ts'
import { type RankingLists, selectLists } from '../data/lists/rankingLists.ts'
import type { JudgedLists } from '../metrics/measureLists.ts'
import type { ListModel } from '../models/model.ts'
import type { Compute } from '../numeric/compute/compute.ts'
import { RankwrightError } from '../problems/problem.ts'
import { isNew, uses } from '../recognition/knownByUse.ts'
import { areCopies, newOnce, type Recognised, recognise } from '../recognition/recognise.ts'
import { formsOf, sketcher } from '../recognition/sketchedForms.ts'
import type { UsedLists } from '../recognition/usedLists.ts'
import type { Assumption } from './certificate.ts'
import { unseenAssumption } from './unseenAssumption.ts'

export interface HeldOutSample<Lists extends JudgedLists = RankingLists> extends NewLists {
  /** The lists that the model has not seen, also those that repeat another. */
  readonly lists: Lists
}

/** Which held-out lists are new to the model. */
export interface NewLists {
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
  const printsOf = (lists: RankingLists) => formsOf(model, lists).map((form) => fingerprint(form))
  const recorded = requireOtherData(model, printsOf(heldOut), train === undefined ? [] : printsOf(train), used)
  const given = train && { lists: train, recorded }
  const sample = newLists(model, recognise(model, heldOut, sketcher(compute), { given, used }), train !== undefined)
  const { fresh } = sample
  return { ...sample, lists: fresh.length === sample.given ? heldOut : selectLists(heldOut, fresh) }
}

/** Throws if the model has seen most of the lists. `trainGiven`: whether training lists were given. */
export function newLists(model: ListModel, found: Recognised, trainGiven: boolean): NewLists {
  requireMostlyNew(found)
  const { known, first } = found
  const fresh = Array.from(first.keys()).filter((list) => isNew(known, list))
  const places = placesOfFirst(fresh, first)
  const once = newOnce(found)
  return {
    given: found.lists,
    seen: found.seen,
    repeated: fresh.length - once.length,
    fresh: Uint32Array.from(fresh),
    first: Uint32Array.from(places),
    unseen: unseenAssumption(found, model, trainGiven),
    independent: independence(found, fresh.length - once.length, once),
  }
}

/**
 * Refuses the very data that the model has seen, by the fingerprints of every form of the held-out lists and of the training lists given; returns
 * whether the latter are those that the model was trained on.
 */
export function requireOtherData(
  model: ListModel,
  prints: readonly string[],
  trainPrints: readonly string[],
  used: readonly UsedLists[],
): boolean {
  const training = 'training' in model ? model.training : undefined
  for (const print of prints) {
    if (print === training?.data) throw new RankwrightError({ area: 'guarantee', code: 'held-out-is-known', as: 'training' })
    if (trainPrints.includes(print)) throw new RankwrightError({ area: 'guarantee', code: 'held-out-is-given' })
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
function requireMostlyNew({ known, seen, lists }: Recognised): void {
  if (2 * seen <= lists) return
  const as = uses.reduce((one, other) => (known[other].found > known[one].found ? other : one))
  const { same, similar, rows } = known[as]
  throw new RankwrightError({ area: 'guarantee', code: 'held-out-is-known', as, found: { same, similar, rows, lists } })
}

/**
 * Whether lists are drawn independently cannot be known; repeated ones are a sign that they are not. They may also be what the distribution is
 * like, so that bounds are the smaller of two, with and without them. Copies of a few lists were not drawn as the training lists were.
 */
function independence(found: Recognised, repeated: number, once: readonly number[]): Assumption {
  const copies = areCopies(found, once)
  const alike = once.filter((list) => found.similar[list]).length
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
  const text = parts.length === 0 ? '' : ` (${parts.join('; ')})`
  return {
    text: `The held-out lists, and future ones, are drawn independently from one distribution${text}.`,
    holds: copies ? false : 'unknown',
    ...(copies && { remedy: 'Give each list once.' }),
  }
}
