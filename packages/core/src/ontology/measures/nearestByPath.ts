import type { Hierarchy } from '../structure/hierarchy.ts'
import type { MeasureProfile } from './measure.ts'
import type { Nearest } from './nearest.ts'

/**
 * The nearest terms by the number of edges between terms, as in shortestPath.ts: level by level from the source, until a level cannot give a
 * place any more. `similarityAt` falls with the number of edges.
 */
export function nearestByPath(hierarchy: Hierarchy, profile: MeasureProfile, similarityAt: (steps: number) => number): Nearest {
  const { size, parentOffsets, parents, childOffsets, children } = hierarchy
  const reached = new Uint32Array(size)
  const climbed = new Uint32Array(size)
  let search = 0
  return (source, best) => {
    if (++search === 0xffffffff) {
      reached.fill(0)
      climbed.fill(0)
      search = 1
    }
    reached[source] = search
    climbed[source] = search
    // By a common ancestor a way goes up first and then only down; else it may go up from any term.
    let climbing = [source]
    let level = [source]
    for (let steps = 1; level.length > 0 || climbing.length > 0; steps++) {
      const value = similarityAt(steps)
      if (value < best.least) return
      const next: number[] = []
      const higher: number[] = []
      const visit = (term: number): void => {
        if (reached[term] === search) return
        reached[term] = search
        next.push(term)
        best.offer(term, value)
      }
      for (const here of profile === 'nltk' ? climbing : level) {
        for (let edge = parentOffsets[here]; edge < parentOffsets[here + 1]; edge++) {
          const parent = parents[edge]
          visit(parent)
          if (climbed[parent] === search) continue
          climbed[parent] = search
          if (profile === 'nltk') higher.push(parent)
        }
      }
      for (const here of level) for (let edge = childOffsets[here]; edge < childOffsets[here + 1]; edge++) visit(children[edge])
      climbing = higher
      level = next
    }
  }
}
