import { type AncestorWalk, ancestorWalk } from '../structure/ancestors.ts'
import type { Hierarchy } from '../structure/hierarchy.ts'

/** An upward walk, level by level, that also gives the fewest edges to each ancestor. */
export interface StepsUp extends AncestorWalk {
  /** Of a term that the last walk saw. */
  steps(term: number): number
}

export function stepsUp(hierarchy: Hierarchy): StepsUp {
  const walk = ancestorWalk(hierarchy)
  const { parentOffsets, parents } = hierarchy
  const distance = new Uint32Array(hierarchy.size)
  return {
    found: walk.found,
    from(term) {
      const count = walk.from(term)
      for (let at = 0; at < count; at++) distance[walk.found[at]] = 0xffffffff
      distance[term] = 0
      // Found in the order of their level: the first edge that reaches a term is of a shortest way.
      for (let at = 0; at < count; at++) {
        const here = walk.found[at]
        for (let edge = parentOffsets[here]; edge < parentOffsets[here + 1]; edge++) {
          if (distance[here] + 1 < distance[parents[edge]]) distance[parents[edge]] = distance[here] + 1
        }
      }
      return count
    },
    saw: walk.saw,
    steps: (term) => distance[term],
  }
}
