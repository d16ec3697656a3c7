import { count, number, requireArguments } from '../arguments/shapes.ts'
import { kindOf } from './kinds.ts'
import type { Model } from './model.ts'
import type { SimilarTerms } from './ontologyTerms/similarTerm.ts'
import { requireTermModel } from './requireModel.ts'

/** The terms nearest to a term, by what was learned. */
export function similarTerms(model: Model): SimilarTerms {
  const learned = requireTermModel(model)
  const { similarity, top, above } = kindOf(learned).similar(learned)
  const last = learned.ids.length - 1
  const term = number({ whole: true, atLeast: 0, atMost: last })
  return {
    similarity(a, b) {
      requireArguments({ a, b }, { a: term, b: term })
      return similarity(a, b)
    },
    top(from, most) {
      requireArguments({ term: from, count: most }, { term, count: count() })
      return top(from, most)
    },
    above(from, least) {
      requireArguments({ term: from, least }, { term, least: number() })
      return above(from, least)
    },
  }
}
