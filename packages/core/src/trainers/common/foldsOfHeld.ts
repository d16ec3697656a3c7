import type { SplitOptions } from '../../data/lists/folds.ts'
import { sketchesOf } from '../../data/lists/seenLists.ts'
import { foldsOfGroups } from '../../recognition/foldsApart.ts'
import { type GroupsOfLists, groupsOfCopies } from '../../recognition/groupsOfCopies.ts'
import type { Training } from '../../runtime/training.ts'
import { offsetsOfSizes } from '../../work/gradedHeld.ts'
import type { HeldLists } from '../../work/heldLists.ts'

/** Folds of lists that somebody holds, copies of a list together: the list numbers of each, ascending. `groups` are the copies, where they are known. */
export function* foldsOfHeld(lists: HeldLists, count: number, options: SplitOptions, groups?: GroupsOfLists): Training<Uint32Array[]> {
  const offsets = offsetsOfSizes(yield* lists.ask('listSizes', {}))
  return foldsOfGroups({ offsets }, groups ?? (yield* groupsOfHeld(lists)), count, options)
}

/** Those of them that repeat each other. */
export function* groupsOfHeld(lists: HeldLists): Training<GroupsOfLists> {
  const { lists: count } = yield* lists.ask('summary', {})
  return groupsOfCopies(lists.width === 0 ? undefined : sketchesOf([yield* lists.ask('listWords', {})]), count)
}
