import { ancestorWalk } from '../structure/ancestors.ts'
import type { Hierarchy } from '../structure/hierarchy.ts'

/** What each ancestor of a term, itself included, counts for the term. Sums go over ancestors in one order, that of the hierarchy. */
export interface AncestorVector {
  readonly terms: Uint32Array
  readonly values: Float64Array
  readonly total: number
}

/** Gives vectors of terms; `valuesOf` gets the ancestors of a term, all after their parents. */
export function ancestorVectors(
  hierarchy: Hierarchy,
  valuesOf: (ancestors: Uint32Array) => Float64Array,
): (term: number) => AncestorVector {
  const { size, order } = hierarchy
  const walk = ancestorWalk(hierarchy)
  const placeOf = new Uint32Array(size)
  for (let place = 0; place < size; place++) placeOf[order[place]] = place
  return (term) => {
    const terms = walk.found.slice(0, walk.from(term))
    for (let at = 0; at < terms.length; at++) terms[at] = placeOf[terms[at]]
    terms.sort()
    for (let at = 0; at < terms.length; at++) terms[at] = order[terms[at]]
    const values = valuesOf(terms)
    let total = 0
    for (let at = 0; at < values.length; at++) total += values[at]
    return { terms, values, total }
  }
}

/** Keeps the vectors: a term is met often when many are compared. */
export function keptVectors(vectorOf: (term: number) => AncestorVector): (term: number) => AncestorVector {
  const known = new Map<number, AncestorVector>()
  return (term) => {
    let vector = known.get(term)
    if (vector === undefined) known.set(term, (vector = vectorOf(term)))
    return vector
  }
}
