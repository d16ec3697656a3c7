import type { Training } from '../runtime/training.ts'
import type { HeldLists } from './heldLists.ts'
import type { GradedLists } from './passes/rankingPass.ts'

/** What somebody who holds lists knows of them beside their features. */
export function* gradedHeld(held: HeldLists): Training<GradedLists> {
  const { lists } = yield* held.ask('summary', {})
  const { labels, sizes, weights } = yield* held.ask('labelsOfLists', { lists: Uint32Array.from({ length: lists }, (_, list) => list) })
  return { labels, offsets: offsetsOfSizes(sizes), listWeights: weights }
}

/** Where lists begin, from how many rows each has. */
export function offsetsOfSizes(sizes: Uint32Array): Uint32Array {
  const offsets = new Uint32Array(sizes.length + 1)
  for (const [list, size] of sizes.entries()) offsets[list + 1] = offsets[list] + size
  return offsets
}
