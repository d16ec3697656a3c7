/** What is similar to a term: Sim(v, v′) = 1 − |f(v) − f(v′)|/(max f − min f), asked of scores that are sorted once. */
import type { Numbers } from '../../data/lists/numbers.ts'
import { firstAtLeast } from '../../numeric/order/sortedSearch.ts'
import type { SimilarTerm, SimilarTerms } from '../ontologyTerms/similarTerm.ts'

/** O(log n + answers) for each question. */
export function similarOnLine(scores: Numbers): SimilarTerms {
  const order = Uint32Array.from({ length: scores.length }, (_, term) => term).sort((a, b) => scores[a] - scores[b] || a - b)
  const sorted = Float64Array.from(order, (term) => scores[term])
  const range = sorted.length === 0 ? 0 : sorted[sorted.length - 1] - sorted[0]
  const similarity = (a: number, b: number) => (range === 0 ? 1 : 1 - Math.abs(scores[a] - scores[b]) / range)

  /** The others from the nearest on; those of one distance together, ascending by number. */
  function* nearest(term: number): Generator<SimilarTerm> {
    const score = scores[term]
    let below = firstAtLeast(sorted, score) - 1
    let above = below + 1
    const level: number[] = []
    while (below >= 0 || above < sorted.length) {
      const down = below >= 0 ? score - sorted[below] : Number.POSITIVE_INFINITY
      const up = above < sorted.length ? sorted[above] - score : Number.POSITIVE_INFINITY
      const distance = Math.min(down, up)
      level.length = 0
      while (below >= 0 && score - sorted[below] === distance) level.push(order[below--])
      while (above < sorted.length && sorted[above] - score === distance) level.push(order[above++])
      for (const other of level.sort((a, b) => a - b)) if (other !== term) yield { term: other, similarity: similarity(term, other) }
    }
  }

  return {
    similarity,
    top(term, count) {
      const found: SimilarTerm[] = []
      if (count < 1) return found
      for (const each of nearest(term)) if (found.push(each) >= count) break
      return found
    },
    above(term, least) {
      const found: SimilarTerm[] = []
      for (const each of nearest(term)) {
        if (each.similarity < least) break
        found.push(each)
      }
      return found
    },
  }
}
