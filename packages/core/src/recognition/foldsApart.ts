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
import { repeatedLists } from './sharedLists.ts'
import { sketcher } from './sketchedForms.ts'

/** Where a greater share of the different lists hangs together, they share rows by chance: items of a catalogue, rows with few different values. */
const MOST_ALIKE = 0.5

/**
 * Cuts the lists into `count` parts as `foldsOf` does, with lists that are equal, or share most of their rows, in one part. Where no list repeats
 * another, or there are fewer different lists than parts, these are the parts of `foldsOf`.
 */
export function foldsApart(lists: RankingLists, count: number, options: SplitOptions = {}, compute: Compute = plainCompute): Uint32Array[] {
  requireLists('lists', lists)
  requireCompute('compute', compute)
  const { offsets } = lists
  const groups = groupsOfCopies(lists, compute)
  if (groups.length === offsets.length - 1 || groups.length < count) return foldsOf(lists, count, options)
  const rows = new Uint32Array(groups.length + 1)
  for (const [group, members] of groups.entries())
    rows[group + 1] = rows[group] + members.reduce((sum, list) => sum + offsets[list + 1] - offsets[list], 0)
  return foldsOf({ offsets: rows }, count, options).map((fold) => Uint32Array.from([...fold].flatMap((group) => groups[group])).sort())
}

/** Whether some list repeats another, or most of its rows. */
export function hasCopies(lists: RankingLists, compute: Compute): boolean {
  return groupsOfCopies(lists, compute).length < lists.listIds.length
}

/** The numbers of lists that repeat each other, together; a list without copies is alone. */
function groupsOfCopies(lists: RankingLists, compute: Compute): readonly (readonly number[])[] {
  const groups = new Map<number, number[]>()
  for (const [list, first] of firstOfCopies(lists, compute).entries()) {
    const members = groups.get(first)
    if (members === undefined) groups.set(first, [list])
    else members.push(list)
  }
  return [...groups.values()]
}

/** For each list the place of the first that it repeats, itself if there is none before. */
function firstOfCopies(lists: RankingLists, compute: Compute): Uint32Array {
  if (lists.width === 0) return Uint32Array.from(lists.listIds.keys())
  const { first, alike } = repeatedLists(sketcher(compute)(lists))
  const sizes = new Map<number, number>()
  const different = first.filter((place, list) => place === list)
  for (const list of different) sizes.set(alike[list], (sizes.get(alike[list]) ?? 0) + 1)
  const isByChance = [...sizes.values()].some((size) => size > Math.max(2, MOST_ALIKE * different.length))
  return isByChance ? first : alike
}
