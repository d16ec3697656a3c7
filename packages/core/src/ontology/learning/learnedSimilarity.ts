import { type TermSimilarity, wordsAndSets } from '../similarity.ts'
import { similarTerms } from './similarTerms.ts'

/** Learned scores as a measure of similarity like the classical ones: of terms, words, sets and all pairs. */
export function learnedSimilarity({ scores }: { readonly scores: Float64Array }): TermSimilarity {
  const { similarity } = similarTerms(scores)
  return wordsAndSets((source) => (target) => similarity(source, target))
}
