/**
 * Whether the mean of what the risks of lists are drawn from is shown to be at most alpha. If it is not, this is true with probability at most
 * `level`.
 *
 * Lists that repeat another may be copies by mistake, which are no further evidence, or what is drawn often, which is. So the risk has to be
 * shown twice, with and without them, and the answer holds in either case. Held-out bounds take the smaller of two for the same reason. Without
 * them, a list counts once with the mean of its risks, which may differ: items came in another order, or other pairs are judged by.
 */
import { groupMeans } from '../numeric/groupMeans.ts'
import { refutesMean } from '../theory/heldOutBetting.ts'

/** `groups` has the same number for lists that are equal; left out, no list repeats another. */
export function riskIsAtMost(risk: Float64Array, groups: Uint32Array | undefined, alpha: number, level: number): boolean {
  const shown = (of: Float64Array) =>
    refutesMean(
      of.map((each) => 1 - each),
      1 - alpha,
      level,
    )
  if (risk.length === 0 || !shown(risk)) return false
  return groups === undefined || shown(groupMeans(risk, groups))
}

/** One value for each different list. */
export function onceEach(values: Float64Array, groups: Uint32Array | undefined): Float64Array {
  return groups === undefined ? values : groupMeans(values, groups)
}

/** The groups of some lists. `first` has, for every list, the place of the first that is equal to it. Undefined if no list repeats another. */
export function groupsAmong(lists: Uint32Array, first: Uint32Array | undefined): Uint32Array | undefined {
  const groups = first && lists.map((list) => first[list])
  return groups === undefined || new Set(groups).size === groups.length ? undefined : groups
}

/** How many of so many lists do not repeat another. */
export function countDistinct(lists: number, first: Uint32Array | undefined): number {
  return first === undefined ? lists : first.filter((place, list) => place === list).length
}
