/**
 * Folds for measuring what is trained on the other ones. Lists that are equal, or share most of their rows, stay in one fold: a list whose copy was
 * trained on tells nothing.
 */
import { foldsOf, type SplitOptions } from '../data/lists/folds.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { requireLists } from '../data/lists/requireLists.ts'
import type { Compute } from '../numeric/compute/compute.ts'
import { plainCompute } from '../numeric/compute/plainCompute.ts'
import { requireCompute } from '../numeric/compute/requireCompute.ts'
import { type GroupsOfLists, groupsOfCopies } from './groupsOfCopies.ts'
import { sketcher } from './sketchedForms.ts'

/**
 * Cuts the lists into `count` parts as `foldsOf` does, with lists that are equal, or share most of their rows, in one part. Where no list repeats
 * another, or there are fewer different lists than parts, these are the parts of `foldsOf`.
 */
export function foldsApart(lists: RankingLists, count: number, options: SplitOptions = {}, compute: Compute = plainCompute): Uint32Array[] {
  requireLists('lists', lists)
  requireCompute('compute', compute)
  return foldsOfGroups(lists, groupsApart(lists, compute), count, options)
}

/** The same of lists whose copies are known. */
export function foldsOfGroups(
  { offsets }: Pick<RankingLists, 'offsets'>,
  groups: GroupsOfLists,
  count: number,
  options: SplitOptions,
): Uint32Array[] {
  if (groups.length === offsets.length - 1 || groups.length < count) return foldsOf({ offsets }, count, options)
  const rows = new Uint32Array(groups.length + 1)
  for (const [group, members] of groups.entries())
    rows[group + 1] = rows[group] + members.reduce((sum, list) => sum + offsets[list + 1] - offsets[list], 0)
  return foldsOf({ offsets: rows }, count, options).map((fold) => Uint32Array.from([...fold].flatMap((group) => groups[group])).sort())
}

/** Whether some list repeats another, or most of its rows. */
export function hasCopies(lists: RankingLists, compute: Compute): boolean {
  return groupsApart(lists, compute).length < lists.listIds.length
}

/** Lists that are equal, or share most of their rows, together. */
export function groupsApart(lists: RankingLists, compute: Compute): GroupsOfLists {
  return groupsOfCopies(lists.width === 0 ? undefined : sketcher(compute)(lists), lists.listIds.length)
}
