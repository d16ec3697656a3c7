import { ancestorWalk } from '../structure/ancestors.ts'
import type { Hierarchy } from '../structure/hierarchy.ts'
import { type Annotations, termsOfObject } from './annotations.ts'

/** Everything that is true of each object: its terms and all terms above them, each once, parents first. */
export interface AnnotationClosures {
  readonly offsets: Uint32Array
  readonly terms: Uint32Array
}

/** The true path rule: who has a term has all terms above it. */
export function annotationClosures(hierarchy: Hierarchy, annotations: Annotations): AnnotationClosures {
  const count = annotations.ids.length
  const offsets = new Uint32Array(count + 1)
  const parts: Uint32Array[] = []
  const closureOf = closureOfTerms(hierarchy)
  for (let object = 0; object < count; object++) {
    const closure = closureOf(termsOfObject(annotations, object))
    offsets[object + 1] = offsets[object] + closure.length
    parts.push(closure)
  }
  const terms = new Uint32Array(offsets[count])
  for (const [object, part] of parts.entries()) terms.set(part, offsets[object])
  return { offsets, terms }
}

/** Terms with all that are above them, each once, parents first. */
export function closureOfTerms(hierarchy: Hierarchy): (terms: Iterable<number>) => Uint32Array {
  const { size, order } = hierarchy
  const walk = ancestorWalk(hierarchy)
  const placeOf = new Uint32Array(size)
  for (let place = 0; place < size; place++) placeOf[order[place]] = place
  const seenIn = new Uint32Array(size)
  const places = new Uint32Array(size)
  let search = 0
  return (terms) => {
    search++
    let count = 0
    for (const term of terms) {
      const found = walk.from(term)
      for (let at = 0; at < found; at++) {
        const above = walk.found[at]
        if (seenIn[above] === search) continue
        seenIn[above] = search
        places[count++] = placeOf[above]
      }
    }
    const closed = places.slice(0, count).sort()
    for (let at = 0; at < count; at++) closed[at] = order[closed[at]]
    return closed
  }
}
