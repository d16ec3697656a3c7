import type { TunePlan } from '@rankwright/core/trainers'

/** How many parts a tuning leaves out in turn: folds, or single lists. */
export function partsLeftOut({ leavesListsOut, folds }: TunePlan): number {
  return leavesListsOut ? folds[0].length : folds.length
}
