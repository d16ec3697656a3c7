import { foldsOf, type SplitOptions } from '../../data/lists/folds.ts'
import type { Training } from '../../runtime/training.ts'
import type { HeldLists } from '../../work/heldLists.ts'

/** Folds of lists that somebody holds: the list numbers of each, ascending. */
export function* foldsOfHeld(lists: HeldLists, count: number, options: SplitOptions): Training<Uint32Array[]> {
  const sizes = yield* lists.ask('listSizes', {})
  const offsets = new Uint32Array(sizes.length + 1)
  for (const [list, size] of sizes.entries()) offsets[list + 1] = offsets[list] + size
  return foldsOf({ offsets }, count, options)
}
