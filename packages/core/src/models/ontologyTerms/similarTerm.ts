export interface SimilarTerm {
  readonly term: number
  readonly similarity: number
}

export interface SimilarTerms {
  similarity(a: number, b: number): number
  /** The most similar other terms, the nearest first, at equal similarity the one that comes first in the file. */
  top(term: number, count: number): SimilarTerm[]
  /** All other terms with at least this similarity. */
  above(term: number, least: number): SimilarTerm[]
}

/** For sorting: at equal similarity the one that comes first in the file. */
export function closestFirst(a: SimilarTerm, b: SimilarTerm): number {
  return b.similarity - a.similarity || a.term - b.term
}
