/**
 * The fewest edges between two terms: by any way, up and down as often as need be, as in HESML; in NLTK by a common ancestor, first
 * up, then down. Infinite if there is no path.
 */
import type { MeasureSetting, Similarity } from './measure.ts'
import { stepsUp } from './stepsUp.ts'

export function shortestPath({ hierarchy, profile }: Pick<MeasureSetting, 'hierarchy' | 'profile'>): Similarity {
  switch (profile) {
    case 'rankwright':
    case 'hesml': {
      const { size, parentOffsets, parents, childOffsets, children } = hierarchy
      const distance = new Int32Array(size)
      const queue = new Uint32Array(size)
      return (source) => {
        distance.fill(-1)
        distance[source] = 0
        queue[0] = source
        let length = 1
        let at = 0
        return (target) => {
          // The search continues from the last target.
          while (distance[target] < 0 && at < length) {
            const here = queue[at++]
            for (let edge = parentOffsets[here]; edge < parentOffsets[here + 1]; edge++) visit(parents[edge], distance[here] + 1)
            for (let edge = childOffsets[here]; edge < childOffsets[here + 1]; edge++) visit(children[edge], distance[here] + 1)
          }
          return distance[target] < 0 ? Number.POSITIVE_INFINITY : distance[target]
        }
        function visit(term: number, steps: number): void {
          if (distance[term] >= 0) return
          distance[term] = steps
          queue[length++] = term
        }
      }
    }
    case 'nltk': {
      const [up, other] = [stepsUp(hierarchy), stepsUp(hierarchy)]
      return (source) => {
        up.from(source)
        return (target) => {
          const count = other.from(target)
          let fewest = Number.POSITIVE_INFINITY
          for (let at = 0; at < count; at++) {
            const here = other.found[at]
            if (up.saw(here)) fewest = Math.min(fewest, up.steps(here) + other.steps(here))
          }
          return fewest
        }
      }
    }
  }
}
