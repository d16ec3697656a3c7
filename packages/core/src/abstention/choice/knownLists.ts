import { hashesOfLists } from '../../data/lists/fingerprint.ts'
import { listCount, type RankingLists } from '../../data/lists/rankingLists.ts'
import { type SeenLists, sketchesOf } from '../../data/lists/seenLists.ts'
import { knownFrom } from '../../guarantees/knownByUse.ts'
import { matchLists } from '../../models/matchLists.ts'
import type { ListModel } from '../../models/model.ts'
import type { Compute } from '../../numeric/compute/compute.ts'

/** How many lists had a part in making a model, or share rows with one that had. */
export interface KnownLists {
  readonly given: number
  /** Lists that the model was trained on. */
  readonly training: number
  /** Lists that its P(A above B) was calibrated on. */
  readonly calibration: number
}

/** Undefined if the model knows none of the lists, or keeps no record. */
export function knownLists(model: ListModel, lists: RankingLists, compute: Compute): KnownLists | undefined {
  const record = 'training' in model ? model.training : undefined
  const { calibration } = model
  const calibrating =
    calibration?.seen ?? (calibration !== undefined && calibration.data === record?.valid ? record.seen?.valid : undefined)
  if (record?.seen === undefined && calibrating === undefined) return undefined
  const { lists: matched } = matchLists(model, lists)
  const forms = (matched === lists ? [lists] : [lists, matched]).map((form) =>
    sketchesOf([hashesOfLists(form, 0, listCount(form), compute)]),
  )
  const countOf = (seen: SeenLists | undefined) => (seen === undefined ? 0 : knownFrom(forms, [seen]).found)
  const counts = { training: countOf(record?.seen?.train), calibration: countOf(calibrating) }
  return counts.training + counts.calibration === 0 ? undefined : { given: listCount(lists), ...counts }
}
