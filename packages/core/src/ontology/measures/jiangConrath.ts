/**
 * The distance d(a, b) = IC(a) + IC(b) - 2 IC(MICA). Jiang & Conrath 1997, "Semantic similarity based on corpus statistics and
 * lexical taxonomy", Eq. (11). As a similarity 1 - d / (2 m), m the greatest finite content of a term: between 0 and 1 for any content, and it
 * correlates with ratings as the distance does. For Seco's content m is 1: it is then 1 - d / 2 (Seco, Veale & Hayes 2004, Eq. (6)), which HESML
 * takes for all contents. NLTK and WordNet::Similarity give 1 / d. A term that was never counted is infinitely far from all others: that is 0
 * where similarities have a least one, and no similarity (NaN) with HESML's, which have none.
 */
import type { SharedContent } from './informationMeasure.ts'
import type { MeasureProfile } from './measure.ts'

/** What NLTK gives for terms without a distance. */
const nltkInfinity = 1e300

export function jiangConrath(profile: MeasureProfile, contents: Float64Array): SharedContent {
  const distance: SharedContent = (shared, first, second, same) => (same ? 0 : first + second - 2 * shared)
  switch (profile) {
    case 'rankwright': {
      const most = greatestContent(contents) || 1 // where no term says anything, no distance is above 0
      return (...given) => {
        const between = distance(...given)
        if (between === 0) return 1
        return between === Number.POSITIVE_INFINITY ? 0 : 1 - between / (2 * most)
      }
    }
    case 'hesml':
      return (...given) => {
        const between = distance(...given)
        return between === Number.POSITIVE_INFINITY ? Number.NaN : 1 - between / 2
      }
    case 'nltk':
      return (shared, first, second, same) => {
        if (first === 0 || second === 0) return 0 // as NLTK has it for a term that says nothing
        const between = distance(shared, first, second, same)
        return between === 0 ? nltkInfinity : 1 / between
      }
  }
}

/** Of all terms that were counted. */
export function greatestContent(contents: Float64Array): number {
  return contents.reduce((most, content) => (Number.isFinite(content) ? Math.max(most, content) : most), 0)
}
