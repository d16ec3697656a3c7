import { matchColumns } from '../models/common/matchFeatures.ts'
import type { HeldLists } from './heldLists.ts'

/** The lists with exactly these features, in this order, whoever holds them; see `matchColumns`. */
export function matchHeld(
  lists: HeldLists,
  features: readonly string[] | number,
): { readonly lists: HeldLists; readonly notes: readonly string[] } {
  const { from, featureNames, notes } = matchColumns({ features }, lists)
  return { lists: from === undefined ? lists : lists.withColumns(from, featureNames), notes }
}
