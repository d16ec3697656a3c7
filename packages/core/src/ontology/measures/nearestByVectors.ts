import { subtreeCounts } from '../structure/ancestors.ts'
import type { Hierarchy } from '../structure/hierarchy.ts'
import { type AncestorVector, mostKept } from './ancestorVectors.ts'
import { BestTerms } from './bestTerms.ts'
import type { Similarity } from './measure.ts'
import { type Nearest, nearestByScan, relatedTerms } from './nearest.ts'

/** The similarity from what both vectors say about the ancestors that two terms share, added up, and from the sums of the vectors. */
type VectorMeasure = (common: number, firstTotal: number, secondTotal: number) => number

/**
 * The nearest terms by a measure of all ancestors that two terms share. For each ancestor the terms below it are listed with what it
 * counts for them. A question goes through the lists of the source's ancestors.
 */
export function nearestByVectors(
  hierarchy: Hierarchy,
  vectorOf: (term: number) => AncestorVector,
  measure: VectorMeasure,
  plain: () => Similarity,
): Nearest {
  const { size } = hierarchy
  const { descendants } = subtreeCounts(hierarchy)
  // Lists that are too long to keep, as those of a long chain are: all terms are compared.
  if (descendants.reduce((sum, count) => sum + count, 0) > mostKept) return nearestByScan(hierarchy, plain())
  const { offsets, below, values, totals } = listsOfDescendants(hierarchy, descendants, vectorOf)
  const common = new Float64Array(size)
  const related = relatedTerms(hierarchy)
  const nearest: Nearest = (source, best) => {
    const own = vectorOf(source)
    common.fill(0)
    for (let at = 0; at < own.terms.length; at++) {
      const value = own.values[at]
      const end = offsets[own.terms[at] + 1]
      for (let place = offsets[own.terms[at]]; place < end; place++) common[below[place]] += value + values[place]
    }
    common[source] = 0
    for (let term = 0; term < size; term++) if (common[term] > 0) best.offer(term, measure(common[term], own.total, totals[term]))
    if (best.least > 0) return
    const isRelated = related(source)
    for (let term = 0; term < size; term++) if (common[term] === 0 && term !== source && isRelated(term)) best.offer(term, 0)
  }
  // The loops over whole lists are not compiled at first, which makes the first questions several times as slow. Some are asked here.
  for (let question = 0; question < rehearsed; question++) nearest(Math.floor(((question + 0.5) * size) / rehearsed), new BestTerms(10))
  return nearest
}

/** Questions that the index asks itself: on the Gene Ontology they take a tenth of the time that it takes to make it. */
const rehearsed = 8

interface DescendantLists {
  /** The terms below a term are `below[offsets[term]] .. below[offsets[term + 1] - 1]`. */
  readonly offsets: Float64Array
  readonly below: Uint32Array
  readonly values: Float64Array
  /** The sum of each term's vector. */
  readonly totals: Float64Array
}

function listsOfDescendants({ size }: Hierarchy, descendants: Uint32Array, vectorOf: (term: number) => AncestorVector): DescendantLists {
  const offsets = new Float64Array(size + 1)
  for (let term = 0; term < size; term++) offsets[term + 1] = offsets[term] + descendants[term]
  const below = new Uint32Array(offsets[size])
  const values = new Float64Array(offsets[size])
  const next = offsets.slice(0, size)
  const totals = new Float64Array(size)
  for (let term = 0; term < size; term++) {
    const vector = vectorOf(term)
    totals[term] = vector.total
    for (let at = 0; at < vector.terms.length; at++) {
      const place = next[vector.terms[at]]++
      below[place] = term
      values[place] = vector.values[at]
    }
  }
  return { offsets, below, values, totals }
}
