/**
 * The held-out lists that count: those that had no part in training or tuning, each once. Which lists are left out depends on the data of the
 * model and on the list alone, so the others are a sample of the lists that are new to the model, and statements are about these.
 */
import { fingerprint, hashesOfLists } from '../data/lists/fingerprint.ts'
import { listCount, type RankingLists, selectLists } from '../data/lists/rankingLists.ts'
import { type SeenLists, seenListsOf } from '../data/lists/seenLists.ts'
import type { TrainingRecord } from '../models/common/modelCommon.ts'
import { matchLists } from '../models/matchLists.ts'
import type { ListModel } from '../models/model.ts'
import type { Compute } from '../numeric/compute/compute.ts'
import { RankwrightError } from '../problems/problem.ts'
import type { Assumption } from './certificate.ts'
import { comparedLists, repeatedLists, type Sharing, sharedLists } from './sharedLists.ts'

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
  readonly unseen: Assumption
  readonly independent: Assumption
}

/** Throws if the held-out data is what the model has seen, or most of it is. */
export function heldOutSample(model: ListModel, heldOut: RankingLists, train: RankingLists | undefined, compute: Compute): HeldOutSample {
  const training = 'training' in model ? model.training : undefined
  const forms = formsOf(model, heldOut)
  const trainForms = train === undefined ? [] : formsOf(model, train)
  const recorded = requireOtherData(forms, trainForms, training)

  const compared = forms.map((form) => comparedLists(form, compute))
  const knownFrom = (sources: readonly SeenLists[]) =>
    strongest(
      sources.flatMap((source) => compared.map((form) => sharedLists(form, source))),
      listCount(heldOut),
    )
  const given = trainForms.map((form) => seenListsOf([hashesOfLists(form, 0, listCount(form), compute)], Number.POSITIVE_INFINITY))
  const { seen: kept } = training ?? {}
  const trained = knownFrom([...(kept ? [kept.train] : []), ...given])
  const validated = knownFrom(kept?.valid ? [kept.valid] : [])
  const counts = { training: counted(trained), validation: counted(validated), lists: listCount(heldOut) }
  requireMostlyNew(trained, validated, counts)

  const repeats = repeatedLists(compared[0])
  const isNew = (list: number) => trained[list] === 'new' && validated[list] === 'new'
  const fresh = Array.from(trained.keys()).filter(isNew)
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
    unseen: unseenAssumption(training, recorded, train !== undefined, counts),
    independent: independence(repeated, alike),
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
): boolean {
  const prints = forms.map((form) => fingerprint(form))
  const trainPrints = trainForms.map((form) => fingerprint(form))
  for (const print of prints) {
    if (print === training?.data || trainPrints.includes(print))
      throw new RankwrightError({ area: 'guarantee', code: 'held-out-is-known', as: 'training' })
    if (print === training?.valid) throw new RankwrightError({ area: 'guarantee', code: 'held-out-is-known', as: 'validation' })
  }
  return training !== undefined && trainPrints.includes(training.data)
}

interface Counts {
  readonly same: number
  readonly similar: number
}

function counted(sharing: readonly Sharing[]): Counts {
  return {
    same: sharing.filter((each) => each === 'same').length,
    similar: sharing.filter((each) => each === 'similar').length,
  }
}

/** The same list is known more surely than one that shares most rows. */
function strongest(all: readonly (readonly Sharing[])[], lists: number): Sharing[] {
  return Array.from({ length: lists }, (_, list) => {
    const found = all.map((sharing) => sharing[list])
    if (found.includes('same')) return 'same'
    return found.includes('similar') ? 'similar' : 'new'
  })
}

/** What remains of data that the model has mostly seen is hardly what the statement is meant to be about. */
function requireMostlyNew(
  trained: readonly Sharing[],
  validated: readonly Sharing[],
  { training, validation, lists }: { readonly training: Counts; readonly validation: Counts; readonly lists: number },
): void {
  const known = trained.filter((each, list) => each !== 'new' || validated[list] !== 'new').length
  if (2 * known <= lists) return
  const mostly = (of: Counts) => of.same + of.similar
  const as = mostly(training) >= mostly(validation) ? 'training' : 'validation'
  throw new RankwrightError({
    area: 'guarantee',
    code: 'held-out-is-known',
    as,
    found: { ...(as === 'training' ? training : validation), lists },
  })
}

function unseenAssumption(
  training: TrainingRecord | undefined,
  recorded: boolean,
  trainGiven: boolean,
  { training: trained, validation }: { readonly training: Counts; readonly validation: Counts },
): Assumption {
  const text = 'The lists that count had no part in training or tuning'
  const leftOut = [...leftOutOf(trained, 'training'), ...leftOutOf(validation, 'validation')]
  const without = leftOut.length === 0 ? '' : `${leftOut.join('; ')}; these do not count`
  const seen = training?.seen
  const share = Math.min(recorded && training?.start === undefined ? 1 : (seen?.train.share ?? 0), seen?.valid?.share ?? 1)
  if (seen === undefined || (training?.valid !== undefined && seen.valid === undefined)) {
    const known = trainGiven ? 'only the training lists given were compared' : 'the model keeps no record of the lists that it learned from'
    return { text: `${text} (${[without, known].filter((part) => part !== '').join('; ')}).`, holds: 'unknown' }
  }
  if (share === 1) {
    const data = seen.valid === undefined ? 'the training data' : 'the training or validation data'
    // Where some share most rows with lists that were seen, others may share fewer: those are not found.
    if (trained.similar + validation.similar > 0)
      return { text: `${text} (${without}, but others may share fewer rows, which is not found).`, holds: 'unknown' }
    return { text: `${text} (${without === '' ? `none is in ${data}` : without}).`, holds: true }
  }
  const kept = `the model keeps 1 in ${1 / share} of the lists that it has seen, so a list that it has seen is found with probability ${100 * share} %`
  if (without === '') return { text: `${text} (none was found among those it has seen; ${kept}).`, holds: 'unknown' }
  return { text: `${text} (${without}, but there are likely more: ${kept}).`, holds: false }
}

function leftOutOf({ same, similar }: Counts, as: 'training' | 'validation'): string[] {
  return [
    ...(same > 0 ? [`${same} held-out ${same === 1 ? 'list is' : 'lists are'} in the ${as} data`] : []),
    ...(similar > 0 ? [`${similar} ${similar === 1 ? 'shares' : 'share'} most rows with a list of the ${as} data`] : []),
  ]
}

/**
 * Whether lists are drawn independently cannot be known; repeated ones are a sign that they are not. They may also be what the distribution is
 * like, so that bounds are the smaller of two, with and without them.
 */
function independence(repeated: number, alike: number): Assumption {
  const parts = [
    ...(repeated > 0
      ? [`${repeated} that ${repeated === 1 ? 'repeats' : 'repeat'} another ${repeated === 1 ? 'is' : 'are'} no further evidence`]
      : []),
    ...(alike > 0 ? [`${alike} ${alike === 1 ? 'shares most of its' : 'share most of their'} rows with another`] : []),
  ]
  const found = parts.length === 0 ? '' : ` (${parts.join('; ')})`
  return { text: `The held-out lists, and future ones, are drawn independently from one distribution${found}.`, holds: 'unknown' }
}
