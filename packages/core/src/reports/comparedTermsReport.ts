import { count, number, options as optionsShape } from '../arguments/shapes.ts'
import type { ComparedPairs } from '../evaluation/ontology/comparePairs.ts'
import type { TermModel } from '../models/model.ts'
import { similarTerms } from '../models/similarTerms.ts'
import type { Hierarchy } from '../ontology/structure/hierarchy.ts'

/** What compared the terms: a classical measure, or the file of a model with how it was learned. */
export type TermMeasure = ClassicalMeasure | LearnedMeasure

export interface ClassicalMeasure {
  readonly measure: string
  readonly profile: string
  /** The information content that the measure takes, where it takes one. */
  readonly ic?: string
  readonly relations: Hierarchy['relations']
}

export interface LearnedMeasure {
  readonly model: string
  readonly [setting: string]: unknown
}

/** Pairs of terms with their similarity: `ontology baseline` and `ontology similar` with pairs. */
export type ComparedTermsReport = TermMeasure & ComparedPairs

/** All terms with all, in a file of their own. */
export type TermMatrixReport = TermMeasure & {
  readonly terms: number
  /** The file. */
  readonly matrix: string
}

/** The terms most similar to a term. */
export interface SimilarTermsReport {
  /** Its id. */
  readonly term: string
  readonly similar: readonly { readonly id: string; readonly name: string; readonly similarity: number }[]
}

const takesOptions = optionsShape({ top: count(1), above: number() })

/** Ten terms unless `top` says how many, or `above` the least similarity. */
export function similarTermsReport(
  model: TermModel,
  term: number,
  options: { readonly top?: number; readonly above?: number } = {},
): SimilarTermsReport {
  const near = similarTerms(model)
  takesOptions('options', options)
  const { top = 10, above } = options
  const { ids, names } = model
  const found = above === undefined ? near.top(term, top) : near.above(term, above)
  return {
    term: ids[term],
    similar: found.map(({ term: other, similarity }) => ({ id: ids[other], name: names[other], similarity })),
  }
}
