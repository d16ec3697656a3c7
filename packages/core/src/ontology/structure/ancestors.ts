import type { Hierarchy } from './hierarchy.ts'

/** Walks up from a term and visits every ancestor once; the result is valid until the next walk. */
export interface AncestorWalk {
  /** The term itself comes first; the others in no order that means anything. */
  readonly found: Uint32Array
  /** How many it found. */
  from(term: number): number
  /** Whether the last walk came by. */
  saw(term: number): boolean
}

export function ancestorWalk({ size, parentOffsets, parents }: Hierarchy): AncestorWalk {
  const found = new Uint32Array(size)
  const seenIn = new Uint32Array(size)
  let walk = 0
  return {
    found,
    from(term) {
      if (++walk === 0xffffffff) {
        seenIn.fill(0)
        walk = 1
      }
      found[0] = term
      seenIn[term] = walk
      let count = 1
      for (let at = 0; at < count; at++) {
        const here = found[at]
        for (let edge = parentOffsets[here]; edge < parentOffsets[here + 1]; edge++) {
          const parent = parents[edge]
          if (seenIn[parent] === walk) continue
          seenIn[parent] = walk
          found[count++] = parent
        }
      }
      return count
    },
    saw: (term) => seenIn[term] === walk,
  }
}

export interface SubtreeCounts {
  /** Terms below each term, itself included. */
  readonly descendants: Uint32Array
  /** Leaves below each term; a leaf itself has none. */
  readonly leaves: Uint32Array
  /** Terms above each term, itself included. */
  readonly ancestors: Uint32Array
  readonly leafCount: number
}

/** Counts in a graph where ways join: each term counts once at each of its ancestors. */
export function subtreeCounts(hierarchy: Hierarchy): SubtreeCounts {
  const { size, childOffsets } = hierarchy
  const descendants = new Uint32Array(size)
  const leaves = new Uint32Array(size)
  const ancestors = new Uint32Array(size)
  const walk = ancestorWalk(hierarchy)
  let leafCount = 0
  for (let term = 0; term < size; term++) {
    const count = walk.from(term)
    const leaf = childOffsets[term] === childOffsets[term + 1]
    ancestors[term] = count
    for (let at = 0; at < count; at++) descendants[walk.found[at]]++
    if (!leaf) continue
    leafCount++
    for (let at = 1; at < count; at++) leaves[walk.found[at]]++
  }
  return { descendants, leaves, ancestors, leafCount }
}
