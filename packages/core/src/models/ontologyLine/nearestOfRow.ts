/** The nearest terms of a row that says how close each can be at most. */
import { closestFirst, type SimilarTerm } from '../ontologyTerms/similarTerm.ts'

export interface RowBound {
  /** No term of this value is more similar. */
  atMost(value: number): number
  similarity(value: number, term: number): number
}

/** Begins with the greatest values, so that few of the others need a look. */
export function nearestOfRow(row: Float64Array, count: number, counts: (term: number) => boolean, bound: RowBound): SimilarTerm[] {
  const found: SimilarTerm[] = []
  let least = Number.NEGATIVE_INFINITY
  const offer = (term: number) => {
    const each = { term, similarity: bound.similarity(row[term], term) }
    if (found.length === count && closestFirst(each, found[count - 1]) > 0) return
    let place = found.length
    while (place > 0 && closestFirst(each, found[place - 1]) < 0) place--
    found.splice(place, 0, each)
    if (found.length > count) found.pop()
    if (found.length === count) least = found[count - 1].similarity
  }
  const begin = greatest(row, count, counts)
  const seen = new Set(begin)
  for (const term of begin) offer(term)
  for (let term = 0; term < row.length; term++) {
    if (bound.atMost(row[term]) < least || seen.has(term) || !counts(term)) continue
    offer(term)
  }
  return found
}

/** The terms with the greatest values of a row, in one pass. */
function greatest(row: Float64Array, count: number, counts: (term: number) => boolean): number[] {
  const found: number[] = []
  for (let term = 0; term < row.length; term++) {
    if ((found.length === count && row[term] <= row[found[count - 1]]) || !counts(term)) continue
    let place = found.length
    while (place > 0 && row[found[place - 1]] < row[term]) place--
    found.splice(place, 0, term)
    if (found.length > count) found.pop()
  }
  return found
}
