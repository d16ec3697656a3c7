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
    let falls = true // as the places of a single way up do
    for (let at = 0; at < terms.length; at++) {
      terms[at] = placeOf[terms[at]]
      if (at > 0 && terms[at] > terms[at - 1]) falls = false
    }
    if (falls) terms.reverse()
    else terms.sort()
    for (let at = 0; at < terms.length; at++) terms[at] = order[terms[at]]
    const values = valuesOf(terms)
    let total = 0
    for (let at = 0; at < values.length; at++) total += values[at]
    return { terms, values, total }
  }
}

/** Numbers of vectors that are kept at most, 12 bytes each. Ontologies have fewer; a long chain of terms has far more. */
export const mostKept = 2 ** 25

/** Keeps the vectors: a term is met often when many are compared. */
export function keptVectors(vectorOf: (term: number) => AncestorVector): (term: number) => AncestorVector {
  const known = new Map<number, AncestorVector>()
  let kept = 0
  return (term) => {
    const before = known.get(term)
    if (before !== undefined) return before
    const vector = vectorOf(term)
    kept += vector.terms.length
    if (kept <= mostKept) known.set(term, vector)
    return vector
  }
}
