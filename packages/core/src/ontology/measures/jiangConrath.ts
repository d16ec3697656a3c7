/**
 * The distance d(a, b) = IC(a) + IC(b) - 2 IC(MICA). Jiang & Conrath 1997, "Semantic similarity based on corpus statistics and
 * lexical taxonomy", Eq. (11). As a similarity 1 - d / 2 (Seco, Veale & Hayes 2004, Eq. (6)), which lies between 0 and 1 for Seco's content
 * and correlates with ratings as the distance does; NLTK and WordNet::Similarity give 1 / d.
 */
import type { SharedContent } from './informationMeasure.ts'
import type { MeasureProfile } from './measure.ts'

/** What NLTK gives for terms without a distance. */
const nltkInfinity = 1e300

export function jiangConrath(profile: MeasureProfile): SharedContent {
  const distance: SharedContent = (shared, first, second, same) => (same ? 0 : first + second - 2 * shared)
  switch (profile) {
    case 'rankwright':
      return (...contents) => 1 - distance(...contents) / 2
    case 'nltk':
      return (shared, first, second, same) => {
        if (first === 0 || second === 0) return 0 // as NLTK has it for a term that says nothing
        const between = distance(shared, first, second, same)
        return between === 0 ? nltkInfinity : 1 / between
      }
  }
}
