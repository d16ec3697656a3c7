import type { SeenLists } from '../data/lists/seenLists.ts'
import type { ListModel } from '../models/model.ts'

/** Lists that had another part in making a model than training and validation. */
export interface UsedLists {
  readonly as: 'calibration' | 'choice'
  readonly data: string
  /** Absent where the training record has them. */
  readonly seen?: SeenLists
}

/** What a model was calibrated on, and what its rule was chosen on. */
export function usedBy({ calibration, abstention }: ListModel): UsedLists[] {
  return [
    ...(calibration ? [{ as: 'calibration' as const, data: calibration.data, ...(calibration.seen && { seen: calibration.seen }) }] : []),
    ...(abstention && 'seen' in abstention.origin
      ? [{ as: 'choice' as const, data: abstention.origin.data, seen: abstention.origin.seen }]
      : []),
  ]
}
