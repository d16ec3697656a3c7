/**
 * sim(a, b) = 2 depth(c) / (depth(a) + depth(b)) at the deepest common ancestor c. Wu & Palmer 1994, "Verb semantics and lexical
 * selection", §4. Depths count the edges of the shortest way from a root, as in HESML. NLTK counts nodes: the longest way
 * to c, and from there on the shortest way down to a and b.
 */
import { ancestorWalk } from '../structure/ancestors.ts'
import type { SharedContent } from './informationMeasure.ts'
import type { MeasureSetting, Similarity } from './measure.ts'
import { stepsUp } from './stepsUp.ts'

export function wuPalmer({ hierarchy, profile }: MeasureSetting): Similarity {
  const { shortestDepth, longestDepth } = hierarchy
  switch (profile) {
    case 'rankwright':
    case 'hesml': {
      const [up, other] = [ancestorWalk(hierarchy), ancestorWalk(hierarchy)]
      return (source) => {
        up.from(source)
        return (target) => {
          let deepest = 0
          const count = other.from(target)
          for (let at = 0; at < count; at++) {
            const here = other.found[at]
            if (up.saw(here) && shortestDepth[here] > deepest) deepest = shortestDepth[here]
          }
          return sharedDepth(deepest, shortestDepth[source], shortestDepth[target], source === target)
        }
      }
    }
    case 'nltk': {
      const [up, other] = [stepsUp(hierarchy), stepsUp(hierarchy)]
      return (source) => {
        up.from(source)
        return (target) => {
          const count = other.from(target)
          let deepest = -1
          let best = 0
          for (let at = 0; at < count; at++) {
            const here = other.found[at]
            if (!up.saw(here) || shortestDepth[here] < deepest) continue
            const value = shareOfNodes(longestDepth[here] + 1, up.steps(here) + other.steps(here))
            best = shortestDepth[here] > deepest ? value : Math.max(best, value)
            deepest = shortestDepth[here]
          }
          return best
        }
      }
    }
  }
}

/** From the depths of the deepest common ancestor and of both terms. */
export const sharedDepth: SharedContent = (deepest, first, second, same) => {
  if (same) return 1
  const total = first + second
  return total === 0 ? 0 : (2 * deepest) / total
}

/** From the nodes down to a common ancestor, and the edges from there to both terms. */
export function shareOfNodes(nodes: number, steps: number): number {
  return (2 * nodes) / (2 * nodes + steps)
}
