import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { ListModel } from '../../models/model.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import { recognise } from '../../recognition/recognise.ts'
import { sketcher } from '../../recognition/sketchedForms.ts'
import { usedBy } from '../../recognition/usedLists.ts'

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
  const { known } = recognise(model, lists, sketcher(compute), { used: usedBy(model) })
  const byValidation = 'training' in model && model.calibration !== undefined && model.calibration.data === model.training.valid
  const counts = { training: known.training.found, calibration: known[byValidation ? 'validation' : 'calibration'].found }
  return counts.training + counts.calibration === 0 ? undefined : { given: known.training.sharing.length, ...counts }
}
