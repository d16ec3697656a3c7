/** Which of some lists a model has seen, and which repeat another: what evaluate, compare, certify and abstain all ask. */
import { SKETCH_WORDS } from '../data/lists/listSketch.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { type SeenRecord, seenInSketches } from '../data/lists/seenLists.ts'
import { kindOf } from '../models/kinds.ts'
import type { ListModel } from '../models/model.ts'
import { isNew, type KnownByUse, knownFrom, uses } from './knownByUse.ts'
import { type RepeatedLists, repeatedLists } from './sharedLists.ts'
import { type Sketcher, sketchedForms } from './sketchedForms.ts'
import type { UsedLists } from './usedLists.ts'

export interface Recognised extends RepeatedLists {
  readonly lists: number
  readonly known: KnownByUse
  /** How many lists the model has seen, or most of their rows, for whatever use. */
  readonly seen: number
  /** The share of the lists seen by the model that these were compared with; 0 if some kind of them was not. */
  readonly share: number
}

export interface ComparedLists {
  /** What is said to be the training lists of the model, and whether it is, by its fingerprint. */
  readonly given?: { readonly lists: RankingLists; readonly recorded: boolean } | undefined
  /** Lists that had another part in what is measured than training and validation. */
  readonly used?: readonly UsedLists[]
}

export function recognise(model: ListModel, lists: RankingLists, sketch: Sketcher, { given, used = [] }: ComparedLists = {}): Recognised {
  const trained = given && { forms: () => sketchedForms(model, given.lists, sketch), recorded: given.recorded }
  return recogniseForms(model, sketchedForms(model, lists, sketch), kindOf(model).seen(model, lists), { given: trained, used })
}

/** As `ComparedLists`, of lists that are known by their words alone. */
interface ComparedForms {
  readonly given?: { forms(): readonly Int32Array[]; readonly recorded: boolean } | undefined
  readonly used: readonly UsedLists[]
}

/** The same of lists by their words, in every form that the record of the model may have them in. */
export function recogniseForms(
  model: ListModel,
  forms: readonly Int32Array[],
  record: SeenRecord | undefined,
  { given, used }: ComparedForms,
): Recognised {
  const complete = record?.train.share === 1
  // Lists given by mistake are none that the model has seen, and its record would hold them if they were.
  const added =
    given === undefined || (complete && !given.recorded) ? [] : given.forms().map((form) => seenInSketches(form, Number.POSITIVE_INFINITY))
  const usedAs = (as: UsedLists['as']) =>
    knownFrom(
      forms,
      used.flatMap((each) => (each.as === as && each.seen ? [each.seen] : [])),
    )
  const known: KnownByUse = {
    training: knownFrom(forms, [...(record ? [record.train] : []), ...added]),
    validation: knownFrom(forms, record?.valid ? [record.valid] : []),
    calibration: usedAs('calibration'),
    choice: usedAs('choice'),
  }
  return {
    lists: forms[0].length / SKETCH_WORDS,
    known,
    seen: known.training.sharing.filter((_, list) => !isNew(known, list)).length,
    ...repeatedLists(forms[0]),
    share: shareCompared(model, given?.recorded ?? false, used),
  }
}

function shareCompared(model: ListModel, recorded: boolean, used: readonly UsedLists[]): number {
  const record = kindOf(model).seen(model)
  const training = 'training' in model ? model.training : undefined
  if (record === undefined || (training?.valid !== undefined && record.valid === undefined)) return 0
  return Math.min(
    recorded && training?.start === undefined ? 1 : record.train.share,
    record.valid?.share ?? 1,
    ...used.map(({ seen }) => seen?.share ?? 1),
  )
}

/** Whether more lists are likely seen than were found. */
export function likelyMore({ known, seen, share }: Recognised): boolean {
  return uses.some((as) => known[as].excess !== undefined) || (seen > 0 && share > 0 && share < 1)
}

/** Whether it does not help to leave out the lists that were found: there are likely more, or most lists are seen. */
export function isRefuted(found: Recognised): boolean {
  return likelyMore(found) || 2 * found.seen > found.lists
}

/** The lists that the model has not seen, each once. */
export function newOnce({ known, first }: Recognised): number[] {
  const places = new Set<number>()
  return Array.from(first.keys()).filter((list) => {
    if (!isNew(known, list) || places.has(first[list])) return false
    places.add(first[list])
    return true
  })
}

/** Whether most of these lists share most of their rows with another, far more often than the training lists do: copies of a few. */
export function areCopies(found: Recognised, lists: readonly number[]): boolean {
  return copiesAreUnusual(found) && 2 * lists.filter((list) => found.similar[list]).length > lists.length
}

/** Whether lists that share most of their rows are known to be unusual: there are enough training lists, and hardly any of them do. */
export function copiesAreUnusual({ known: { training } }: Pick<Recognised, 'known'>): boolean {
  return training.byRows && training.usual === undefined
}
