import { ancestorWalk } from '../structure/ancestors.ts'
import type { Hierarchy } from '../structure/hierarchy.ts'

export interface CommonAncestor {
  of(first: number, second: number): number | undefined
  /** Of all pairs of a term here and a term there, the best one. */
  best(first: readonly number[], second: readonly number[]): number | undefined
}

/**
 * The best ancestor that two terms share, themselves included: the one with the greatest finite value, of several the deepest (by the longest way
 * from a root), then the first in the file. Undefined where they share none.
 */
export function commonAncestor(hierarchy: Hierarchy, values: ArrayLike<number>): CommonAncestor {
  const [up, other] = [ancestorWalk(hierarchy), ancestorWalk(hierarchy)]
  const { longestDepth } = hierarchy
  return {
    of,
    best(first, second) {
      let best: number | undefined
      for (const one of first) {
        for (const two of second) {
          const here = of(one, two)
          if (here !== undefined && (best === undefined || isBetter(here, best))) best = here
        }
      }
      return best
    },
  }

  function of(first: number, second: number): number | undefined {
    up.from(first)
    const count = other.from(second)
    let best: number | undefined
    for (let at = 0; at < count; at++) {
      const here = other.found[at]
      if (up.saw(here) && (best === undefined || isBetter(here, best))) best = here
    }
    return best
  }

  function isBetter(term: number, than: number): boolean {
    const [value, known] = [values[term], values[than]].map((each) => (Number.isFinite(each) ? each : -1))
    if (value !== known) return value > known
    if (longestDepth[term] !== longestDepth[than]) return longestDepth[term] > longestDepth[than]
    return term < than
  }
}
