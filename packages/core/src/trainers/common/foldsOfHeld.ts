import type { SplitOptions } from '../../data/lists/folds.ts'
import { sketchesOf } from '../../data/lists/seenLists.ts'
import { foldsOfGroups } from '../../recognition/foldsApart.ts'
import { type GroupsOfLists, groupsOfCopies } from '../../recognition/groupsOfCopies.ts'
import type { Training } from '../../runtime/training.ts'
import type { HeldLists } from '../../work/heldLists.ts'

/** Folds of lists that somebody holds, copies of a list together: the list numbers of each, ascending. `groups` are the copies, where they are known. */
export function* foldsOfHeld(lists: HeldLists, count: number, options: SplitOptions, groups?: GroupsOfLists): Training<Uint32Array[]> {
  const sizes = yield* lists.ask('listSizes', {})
  const offsets = new Uint32Array(sizes.length + 1)
  for (const [list, size] of sizes.entries()) offsets[list + 1] = offsets[list] + size
  return foldsOfGroups({ offsets }, groups ?? (yield* groupsOfHeld(lists)), count, options)
}

/** Those of them that repeat each other. */
export function* groupsOfHeld(lists: HeldLists): Training<GroupsOfLists> {
  const { lists: count } = yield* lists.ask('summary', {})
  return groupsOfCopies(lists.width === 0 ? undefined : sketchesOf([yield* lists.ask('listWords', {})]), count)
}
