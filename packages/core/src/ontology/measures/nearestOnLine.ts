import type { Hierarchy } from '../structure/hierarchy.ts'
import { type Nearest, relatedTerms } from './nearest.ts'

/** The nearest terms by a measure that falls with the distance of the terms on a line, outwards from the source on both sides. */
export function nearestOnLine(hierarchy: Hierarchy, line: Float64Array, similarity: (source: number, target: number) => number): Nearest {
  const order = Uint32Array.from(line, (_, term) => term).sort((a, b) => line[a] - line[b] || a - b)
  const placeOf = new Uint32Array(order.length)
  for (let place = 0; place < order.length; place++) placeOf[order[place]] = place
  const related = relatedTerms(hierarchy)
  return (source, best) => {
    let below = placeOf[source] - 1
    let above = placeOf[source] + 1
    let isRelated: ((term: number) => boolean) | undefined
    while (below >= 0 || above < order.length) {
      const lower = below >= 0 ? similarity(source, order[below]) : Number.NEGATIVE_INFINITY
      const higher = above < order.length ? similarity(source, order[above]) : Number.NEGATIVE_INFINITY
      const value = Math.max(lower, higher)
      if (value < best.least) return
      const term = lower >= higher ? order[below--] : order[above++]
      if (!(value > 0)) isRelated ??= related(source)
      if (isRelated === undefined || isRelated(term)) best.offer(term, value)
    }
  }
}
