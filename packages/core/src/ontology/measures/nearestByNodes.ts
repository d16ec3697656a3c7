import type { Hierarchy } from '../structure/hierarchy.ts'
import type { BestTerms } from './bestTerms.ts'
import type { Similarity } from './measure.ts'
import type { Nearest } from './nearest.ts'
import { stepsUp } from './stepsUp.ts'
import { shareOfNodes } from './wuPalmer.ts'

/**
 * The nearest terms by Wu & Palmer as NLTK computes it. The similarity of two terms comes from one of the ancestors that they share, and falls with the
 * steps down from it. So the search goes down from each ancestor of the source, level by level, as long as a level can give a place; every term that
 * it meets is compared with the source.
 */
export function nearestByNodes(hierarchy: Hierarchy, similarity: Similarity): Nearest {
  const { size, longestDepth, childOffsets, children } = hierarchy
  const up = stepsUp(hierarchy)
  const reachedIn = new Float64Array(size)
  const comparedIn = new Float64Array(size)
  let descents = 0
  let searches = 0
  return (source, best) => {
    const to = similarity(source)
    comparedIn[source] = ++searches
    const ancestors = up.found.slice(0, up.from(source))
    const most = (term: number) => shareOfNodes(longestDepth[term] + 1, up.steps(term))
    for (const ancestor of ancestors.sort((a, b) => most(b) - most(a))) {
      if (most(ancestor) < best.least) return
      descend(ancestor, up.steps(ancestor), to, best)
    }
  }

  function descend(ancestor: number, stepsToIt: number, to: (target: number) => number, best: BestTerms): void {
    const nodes = longestDepth[ancestor] + 1
    reachedIn[ancestor] = ++descents
    let level = [ancestor]
    for (let steps = stepsToIt; level.length > 0 && shareOfNodes(nodes, steps) >= best.least; steps++) {
      const next: number[] = []
      for (const here of level) {
        if (comparedIn[here] !== searches) {
          comparedIn[here] = searches
          best.offer(here, to(here))
        }
        for (let edge = childOffsets[here]; edge < childOffsets[here + 1]; edge++) {
          const child = children[edge]
          if (reachedIn[child] === descents) continue
          reachedIn[child] = descents
          next.push(child)
        }
      }
      level = next
    }
  }
}
