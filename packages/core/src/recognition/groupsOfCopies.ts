/** Which lists stay together wherever lists are left out of a training: a list whose copy was trained on tells nothing. */
import { repeatedLists } from './sharedLists.ts'

/** Numbers of lists; each list is in one group. */
export type GroupsOfLists = readonly (readonly number[])[]

/** Where a greater share of the different lists hangs together, they share rows by chance: items of a catalogue, rows with few different values. */
const MOST_ALIKE = 0.5

/** Lists that are equal, or share most of their rows, together. Without sketches, as of lists without features, each is alone. */
export function groupsOfCopies(sketches: Int32Array | undefined, lists: number): GroupsOfLists {
  if (sketches === undefined) return Array.from({ length: lists }, (_, list) => [list])
  const groups = new Map<number, number[]>()
  for (const [list, first] of firstOfCopies(sketches).entries()) {
    const members = groups.get(first)
    if (members === undefined) groups.set(first, [list])
    else members.push(list)
  }
  return [...groups.values()]
}

/** For each list the place of the first that it repeats, itself if there is none before. */
function firstOfCopies(sketches: Int32Array): Uint32Array {
  const { first, alike } = repeatedLists(sketches)
  const sizes = new Map<number, number>()
  const different = first.filter((place, list) => place === list)
  for (const list of different) sizes.set(alike[list], (sizes.get(alike[list]) ?? 0) + 1)
  const isByChance = [...sizes.values()].some((size) => size > Math.max(2, MOST_ALIKE * different.length))
  return isByChance ? first : alike
}
