import { either } from '../arguments/shapes.ts'
import type { SideColumns } from '../data/lists/sideColumns.ts'
import { matchColumns } from '../models/common/matchFeatures.ts'
import { type HeldLists, requireHeldLists } from './heldLists.ts'

const featuresShape = either(
  'names of features, or their number',
  (given) =>
    (Number.isInteger(given) && (given as number) >= 0) || (Array.isArray(given) && given.every((name) => typeof name === 'string')),
)

/** The lists with exactly these features, in this order, whoever holds them; see `matchColumns`. */
export function matchHeld(
  lists: HeldLists,
  features: readonly string[] | number,
  sideColumns?: SideColumns,
): { readonly lists: HeldLists; readonly notes: readonly string[] } {
  requireHeldLists('lists', lists)
  featuresShape('features', features)
  const { from, featureNames, notes } = matchColumns({ features, ...(sideColumns && { sideColumns }) }, lists)
  return { lists: from === undefined ? lists : lists.withColumns(from, featureNames), notes }
}
