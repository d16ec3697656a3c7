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

/**
 * Counts in a graph where ways join: each term counts once at each of its ancestors. What is above a term with one parent is that parent and what is
 * above it, so the term is counted there together with the parent; only from a term with several parents is there a walk to all of its ancestors.
 */
export function subtreeCounts(hierarchy: Hierarchy): SubtreeCounts {
  const { size, order, parentOffsets, parents, childOffsets } = hierarchy
  const descendants = new Uint32Array(size).fill(1)
  const leaves = new Uint32Array(size)
  const ancestors = new Uint32Array(size).fill(1)
  // What a term hands on to all that is above it: itself, and what those below it with this one way up have handed to it.
  const passed = new Uint32Array(size).fill(1)
  const passedLeaves = new Uint32Array(size)
  const walk = ancestorWalk(hierarchy)
  let leafCount = 0
  for (let at = size - 1; at >= 0; at--) {
    const term = order[at]
    if (childOffsets[term] === childOffsets[term + 1]) {
      passedLeaves[term] = 1
      leafCount++
    }
    const [start, end] = [parentOffsets[term], parentOffsets[term + 1]]
    if (start === end) continue
    const [count, leavesHere] = [passed[term], passedLeaves[term]]
    const parent = parents[start]
    if (hasOneParent(term)) {
      descendants[parent] += count
      leaves[parent] += leavesHere
      passed[parent] += count
      passedLeaves[parent] += leavesHere
      continue
    }
    ancestors[term] = walk.from(term)
    for (let above = 1; above < ancestors[term]; above++) {
      descendants[walk.found[above]] += count
      leaves[walk.found[above]] += leavesHere
    }
  }
  for (const term of order) if (hasOneParent(term)) ancestors[term] = ancestors[parents[parentOffsets[term]]] + 1
  return { descendants, leaves, ancestors, leafCount }

  /** Several relations may lead to it. */
  function hasOneParent(term: number): boolean {
    const start = parentOffsets[term]
    for (let edge = start + 1; edge < parentOffsets[term + 1]; edge++) if (parents[edge] !== parents[start]) return false
    return parentOffsets[term + 1] > start
  }
}
