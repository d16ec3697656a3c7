/**
 * What is similar to a term by the vectors of an ensemble: the nearest in the mean distance of the entries, which is never less than the
 * distance of the vectors' means. So only terms whose mean is close have to be looked at, from the closest on, until the next mean is farther
 * than what was found.
 */
import { firstAtLeast } from '../../numeric/order/sortedSearch.ts'
import type { SimilarTerm, SimilarTerms } from '../ontologyTerms/similarTerm.ts'
import type { OntologyEnsemble } from './ontologyEnsemble.ts'
import { vectorSimilarity } from './vectorSimilarity.ts'

export function similarVectors({ members, vectors }: Pick<OntologyEnsemble, 'members' | 'vectors'>): SimilarTerms {
  const width = members.length
  const size = vectors.length / width
  const similarity = vectorSimilarity(vectors, width)
  const means = Float64Array.from({ length: size }, (_, term) => {
    let sum = 0
    for (let at = term * width; at < (term + 1) * width; at++) sum += vectors[at]
    return sum / width
  })
  const order = Uint32Array.from(means, (_, term) => term).sort((a, b) => means[a] - means[b] || a - b)
  const sorted = Float64Array.from(order, (term) => means[term])
  const first = (a: SimilarTerm, b: SimilarTerm) => b.similarity - a.similarity || a.term - b.term

  /** The others with at least the similarity that `least` asks for, as it rises; sums round a little otherwise than means. */
  function* close(term: number, least: () => number): Generator<SimilarTerm> {
    const mean = means[term]
    let below = firstAtLeast(sorted, mean) - 1
    let above = below + 1
    while (below >= 0 || above < size) {
      const down = below >= 0 ? mean - sorted[below] : Number.POSITIVE_INFINITY
      const up = above < size ? sorted[above] - mean : Number.POSITIVE_INFINITY
      if (1 - Math.min(down, up) < least() - 1e-9) return
      const other = order[down < up ? below-- : above++]
      if (other === term) continue
      const found = similarity(term, other)
      if (found >= least()) yield { term: other, similarity: found }
    }
  }

  return {
    similarity,
    top(term, count) {
      const found: SimilarTerm[] = []
      if (count < 1) return found
      let least = Number.NEGATIVE_INFINITY
      for (const each of close(term, () => least)) {
        let place = found.length
        while (place > 0 && first(each, found[place - 1]) < 0) place--
        found.splice(place, 0, each)
        if (found.length > count) found.pop()
        if (found.length === count) least = found[count - 1].similarity
      }
      return found
    },
    above: (term, least) => [...close(term, () => least)].sort(first),
  }
}
