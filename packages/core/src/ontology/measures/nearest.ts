import { ancestorWalk } from '../structure/ancestors.ts'
import type { Hierarchy } from '../structure/hierarchy.ts'
import type { BestTerms } from './bestTerms.ts'
import type { Similarity } from './measure.ts'

/**
 * Offers the terms near a source to `best`; terms that cannot reach `best.least` may be left out. A term that shares no ancestor with the
 * source is offered only if its similarity is above 0, or if the measure is one of paths and there is one.
 */
export type Nearest = (source: number, best: BestTerms) => void

/** Compares the source with all terms: for measures without a quicker way. */
export function nearestByScan(hierarchy: Hierarchy, similarity: Similarity): Nearest {
  const related = relatedTerms(hierarchy)
  return (source, best) => {
    const isRelated = related(source)
    const to = similarity(source)
    for (let term = 0; term < hierarchy.size; term++) {
      if (term === source) continue
      const value = to(term)
      if (value > 0 || isRelated(term)) best.offer(term, value)
    }
  }
}

/** The terms that share an ancestor with a source: all that are below its roots. */
export function relatedTerms(hierarchy: Hierarchy): (source: number) => (term: number) => boolean {
  const { size, order, parentOffsets, parents } = hierarchy
  const up = ancestorWalk(hierarchy)
  const below = new Uint8Array(size)
  return (source) => {
    up.from(source)
    for (const term of order) {
      const [start, end] = [parentOffsets[term], parentOffsets[term + 1]]
      let is = start === end && up.saw(term) ? 1 : 0
      for (let edge = start; edge < end; edge++) is |= below[parents[edge]]
      below[term] = is
    }
    return (term) => below[term] === 1
  }
}
