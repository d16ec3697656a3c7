/** Where two terms stand: the way between them, their depths and contents, and the parents and children they share. */
import { logOf } from '../../numeric/special/log.ts'
import { descendantsInformation } from '../information/descendants.ts'
import { shortestPath } from '../measures/shortestPath.ts'
import type { Hierarchy } from '../structure/hierarchy.ts'
import type { FeatureGroup } from './featureGroup.ts'
import { setOverlap } from './setOverlap.ts'

export function positionFeatures(hierarchy: Hierarchy): FeatureGroup {
  const { size, shortestDepth, parentOffsets, parents, childOffsets, children } = hierarchy
  const between = shortestPath({ hierarchy, profile: 'rankwright' })
  const depth = Math.max(
    1,
    shortestDepth.reduce((most, each) => Math.max(most, each), 0),
  )
  const { values } = descendantsInformation(hierarchy)
  const greatest = values.reduce((most, value) => Math.max(most, value), 0) || 1
  const ones = new Float64Array(size).fill(1)
  const sharedParents = setOverlap({ offsets: parentOffsets, members: parents }, ones)
  const sharedChildren = setOverlap({ offsets: childOffsets, members: children }, ones)
  const longest = logOf(1 + 2 * depth)
  return {
    names: [
      ...['path', 'leacock-chodorow', 'depth difference', 'mean depth', 'content difference', 'mean content'],
      ...['shared parents', 'shared children'],
    ],
    from(source) {
      const to = between(source)
      const [parentsWith, childrenWith] = [sharedParents(source), sharedChildren(source)]
      return (target, into, at) => {
        const steps = to(target)
        into[at] = 1 / (1 + steps)
        // On a scale from 0 to 1; terms without a way between them count as the two ends of the longest.
        into[at + 1] = 1 - logOf(1 + Math.min(steps, 2 * depth)) / longest
        into[at + 2] = 1 - Math.abs(shortestDepth[source] - shortestDepth[target]) / depth
        into[at + 3] = (shortestDepth[source] + shortestDepth[target]) / (2 * depth)
        into[at + 4] = 1 - Math.abs(values[source] - values[target]) / greatest
        into[at + 5] = (values[source] + values[target]) / (2 * greatest)
        into[at + 6] = source === target ? 1 : parentsWith(target)
        into[at + 7] = source === target ? 1 : childrenWith(target)
      }
    },
  }
}
