import { kindOf } from './kinds.ts'
import type { Model } from './model.ts'
import type { SimilarTerms } from './ontologyTerms/similarTerm.ts'
import { requireTermModel } from './requireModel.ts'

/** The terms nearest to a term, by what was learned. */
export function similarTerms(model: Model): SimilarTerms {
  const learned = requireTermModel(model)
  return kindOf(learned).similar(learned)
}
