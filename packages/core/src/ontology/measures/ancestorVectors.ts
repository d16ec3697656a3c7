import { ancestorWalk } from '../structure/ancestors.ts'
import type { Hierarchy } from '../structure/hierarchy.ts'

/** What each ancestor of a term, itself included, counts for the term. */
export interface AncestorVector {
  readonly terms: Uint32Array
  readonly values: Float64Array
  readonly total: number
}

/** Vectors are kept: a term is met often when many are compared. */
export function ancestorVectors(
  hierarchy: Hierarchy,
  valuesOf: (ancestors: Uint32Array) => Float64Array,
): (term: number) => AncestorVector {
  const walk = ancestorWalk(hierarchy)
  const known = new Map<number, AncestorVector>()
  return (term) => {
    let vector = known.get(term)
    if (vector === undefined) {
      const terms = walk.found.slice(0, walk.from(term))
      const values = valuesOf(terms)
      known.set(term, (vector = { terms, values, total: values.reduce((sum, value) => sum + value, 0) }))
    }
    return vector
  }
}
