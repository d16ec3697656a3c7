import { hashesOfLists } from '../data/lists/fingerprint.ts'
import { listCount, type RankingLists } from '../data/lists/rankingLists.ts'
import { sketchesOf } from '../data/lists/seenLists.ts'
import { kindOf } from '../models/kinds.ts'
import { matchLists } from '../models/matchLists.ts'
import type { ListModel } from '../models/model.ts'
import type { Compute } from '../numeric/compute/compute.ts'

/** The data as it stands, and what the model sees of it, which was all it was given where features were chosen. */
export function formsOf(model: ListModel, lists: RankingLists): RankingLists[] {
  const { lists: matched } = matchLists(model, lists)
  return matched === lists ? [lists] : [lists, matched]
}

/** The words of lists in every form that the record of the model may have them in. */
export function sketchedForms(model: ListModel, lists: RankingLists, sketch: Sketcher): Int32Array[] {
  const own = kindOf(model).sketches?.(model, lists)
  return own === undefined ? formsOf(model, lists).map(sketch) : [own]
}

/** The words of lists as they stand. */
export type Sketcher = (lists: RankingLists) => Int32Array

/** Each lists are sketched once, however many models are asked about them. */
export function sketcher(compute: Compute): Sketcher {
  const known = new Map<RankingLists, Int32Array>()
  return (lists) => {
    const sketches = known.get(lists) ?? sketchesOf([hashesOfLists(lists, 0, listCount(lists), compute)])
    known.set(lists, sketches)
    return sketches
  }
}
