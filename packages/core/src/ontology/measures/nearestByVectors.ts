import type { Hierarchy } from '../structure/hierarchy.ts'
import type { AncestorVector } from './ancestorVectors.ts'
import type { Nearest } from './nearest.ts'

/** What both vectors say about an ancestor that two terms share, and the similarity from the sum of that and from the sums of the vectors. */
export interface VectorMeasure {
  readonly shared: (first: number, second: number) => number
  readonly combine: (common: number, firstTotal: number, secondTotal: number) => number
}

/**
 * The nearest terms by a measure of all ancestors that two terms share. For each ancestor the terms below it are listed with what it
 * counts for them. A question goes through the lists of the source's ancestors: terms that share nothing are never met.
 */
export function nearestByVectors(hierarchy: Hierarchy, vectorOf: (term: number) => AncestorVector, measure: VectorMeasure): Nearest {
  const { size } = hierarchy
  const { offsets, below, values, totals } = listsOfDescendants(hierarchy, vectorOf)
  const common = new Float64Array(size)
  const met = new Uint32Array(size)
  const seenIn = new Uint32Array(size)
  let search = 0
  return (source, best) => {
    if (++search === 0xffffffff) {
      seenIn.fill(0)
      search = 1
    }
    const own = vectorOf(source)
    let count = 0
    for (let at = 0; at < own.terms.length; at++) {
      const ancestor = own.terms[at]
      const value = own.values[at]
      for (let place = offsets[ancestor]; place < offsets[ancestor + 1]; place++) {
        const term = below[place]
        if (seenIn[term] !== search) {
          seenIn[term] = search
          common[term] = 0
          met[count++] = term
        }
        common[term] += measure.shared(value, values[place])
      }
    }
    for (let at = 0; at < count; at++) {
      const term = met[at]
      if (term !== source) best.offer(term, measure.combine(common[term], own.total, totals[term]))
    }
  }
}

interface DescendantLists {
  /** The terms below a term are `below[offsets[term]] .. below[offsets[term + 1] - 1]`. */
  readonly offsets: Float64Array
  readonly below: Uint32Array
  readonly values: Float64Array
  /** The sum of each term's vector. */
  readonly totals: Float64Array
}

function listsOfDescendants({ size }: Hierarchy, vectorOf: (term: number) => AncestorVector): DescendantLists {
  const vectors = Array.from({ length: size }, (_, term) => vectorOf(term))
  const offsets = new Float64Array(size + 1)
  for (const { terms } of vectors) for (let at = 0; at < terms.length; at++) offsets[terms[at] + 1]++
  for (let term = 0; term < size; term++) offsets[term + 1] += offsets[term]
  const below = new Uint32Array(offsets[size])
  const values = new Float64Array(offsets[size])
  const next = offsets.slice(0, size)
  const totals = new Float64Array(size)
  for (let term = 0; term < size; term++) {
    const vector = vectors[term]
    totals[term] = vector.total
    for (let at = 0; at < vector.terms.length; at++) {
      const place = next[vector.terms[at]]++
      below[place] = term
      values[place] = vector.values[at]
    }
  }
  return { offsets, below, values, totals }
}
