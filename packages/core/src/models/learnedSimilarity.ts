import type { TermSimilarity } from '../ontology/similarity.ts'
import { kindOf } from './kinds.ts'
import type { Model } from './model.ts'
import { requireTermModel } from './requireModel.ts'

/** What was learned as a measure of similarity like the classical ones: of terms, words, sets and all pairs. */
export function learnedSimilarity(model: Model): TermSimilarity {
  const learned = requireTermModel(model)
  return kindOf(learned).similarity(learned)
}
