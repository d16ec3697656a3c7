import { ancestorWalk } from '../structure/ancestors.ts'
import type { Hierarchy } from '../structure/hierarchy.ts'
import type { BestTerms } from './bestTerms.ts'
import type { SharedContent } from './informationMeasure.ts'
import type { Nearest } from './nearest.ts'

/** What each term tells: as an ancestor that two terms share, and of itself. */
export interface AncestorContents {
  readonly shared: Float64Array
  readonly own: Float64Array
  /** The least of `own` at a term and below it. */
  readonly least: Float64Array
}

/**
 * The nearest terms by a measure of the best ancestor that two terms share. The ancestors of the source are visited from the best down, each with
 * the terms below it: the first visit to a term comes from the best ancestor that it shares with the source. What the least of
 * `own` below a term would give is a bound for all terms below it, so what cannot have a place is passed over, and the search ends once no ancestor
 * can give one.
 *
 * `combine` must not fall with the shared content, nor grow with the content of the second term.
 */
export function nearestByAncestor(hierarchy: Hierarchy, { shared, own, least }: AncestorContents, combine: SharedContent): Nearest {
  const { size, childOffsets, children } = hierarchy
  const up = ancestorWalk(hierarchy)
  const seenIn = new Uint32Array(size)
  const queue = new Uint32Array(size)
  const leastOfAll = own.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY)
  let search = 0
  return (source, best) => {
    if (++search === 0xffffffff) {
      seenIn.fill(0)
      search = 1
    }
    const first = own[source]
    const ancestors = up.found.slice(0, up.from(source)).sort((a, b) => shared[b] - shared[a])
    const bounds = new Float64Array(ancestors.length + 1)
    bounds[ancestors.length] = boundOf(0, first, leastOfAll)
    for (let at = ancestors.length - 1; at >= 0; at--) {
      const ancestor = ancestors[at]
      bounds[at] = Math.max(bounds[at + 1], boundOf(shared[ancestor], first, least[ancestor]))
    }
    for (let at = 0; at < ancestors.length; at++) {
      if (bounds[at] < best.least) return
      descend(ancestors[at], source, best)
    }
    if (!(bounds[ancestors.length] > 0) || bounds[ancestors.length] < best.least) return
    for (let term = 0; term < size; term++) {
      if (seenIn[term] === search || term === source) continue
      const value = combine(0, first, own[term], false)
      if (value > 0) best.offer(term, value)
    }
  }

  /**
   * Offers the ancestor and all terms below it that were not seen, level by level. Below a term that was seen, all were or none can have a place.
   */
  function descend(ancestor: number, source: number, best: BestTerms): void {
    if (seenIn[ancestor] === search) return
    const common = shared[ancestor]
    const first = own[source]
    seenIn[ancestor] = search
    queue[0] = ancestor
    let length = 1
    for (let at = 0; at < length; at++) {
      const here = queue[at]
      if (boundOf(common, first, least[here]) < best.least) continue
      if (here !== source) best.offer(here, combine(common, first, own[here], false))
      for (let edge = childOffsets[here]; edge < childOffsets[here + 1]; edge++) {
        const child = children[edge]
        if (seenIn[child] === search) continue
        seenIn[child] = search
        queue[length++] = child
      }
    }
  }

  /** A content of 0 is taken for a tiny one: some measures answer 0 there, and more beside it. */
  function boundOf(common: number, first: number, lowest: number): number {
    return combine(common, first, Math.max(lowest, Number.MIN_VALUE), false)
  }
}
