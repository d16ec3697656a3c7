import { count, flag, madeBy, number, object, options as optionsShape, requireArguments } from '../arguments/shapes.ts'
import type { ComparedPairs } from '../evaluation/ontology/comparePairs.ts'
import type { TermModel } from '../models/model.ts'
import { similarTerms } from '../models/similarTerms.ts'
import { explainSimilarity } from '../ontology/explainSimilarity.ts'
import { nearestTerms } from '../ontology/nearestTerms.ts'
import type { SimilarityOptions } from '../ontology/similarity.ts'
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
  /** Terms of the columns, where they are others than those of the rows. */
  readonly columns?: number
  /** The file. */
  readonly matrix: string
}

/** The terms most similar to a term. */
export interface SimilarTermsReport {
  /** Its id. */
  readonly term: string
  readonly similar: readonly { readonly id: string; readonly name: string; readonly similarity: number }[]
}

/** The terms most similar to a term by a classical measure. */
export type NearTermsReport = ClassicalMeasure & {
  readonly term: string
  readonly name: string
  readonly similar: readonly NearTermEntry[]
  /** How many more terms are as similar as the last one listed. */
  readonly tied: number
}

export interface NearTermEntry {
  readonly id: string
  readonly name: string
  readonly similarity: number
  /** The id of the common ancestor that says most, for `wu-palmer` of the deepest; null where there is none. */
  readonly ancestor: string | null
  readonly ancestorName: string | null
  /** Its information content; null where there is no ancestor, or it was never counted. */
  readonly ic: number | null
  /** How the measure comes to it, in words, where that was asked for. */
  readonly explanation?: string
}

const listOptions = { top: count(1), above: number() }
const takesOptions = optionsShape(listOptions)

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

const nearShapes = {
  hierarchy: madeBy('hierarchyOf', 'ontology', 'size'),
  measure: object('the options of a measure'),
  options: optionsShape({ ...listOptions, explain: flag }),
}

/** The same by a classical measure; with `explain` each has a sentence on how the measure comes to it. */
export function nearTermsReport(
  hierarchy: Hierarchy,
  measure: SimilarityOptions,
  term: number,
  options: { readonly top?: number; readonly above?: number; readonly explain?: boolean } = {},
): NearTermsReport {
  requireArguments({ hierarchy, measure, options }, nearShapes)
  const { top = 10, above, explain = false } = options
  const { ids, names } = hierarchy.ontology
  const nearest = nearestTerms(hierarchy, measure)
  const found = above === undefined ? nearest.top(term, top) : nearest.above(term, above)
  const explanation = explain ? explainSimilarity(hierarchy, measure) : undefined
  return {
    ...classicalMeasure(hierarchy, measure),
    term: ids[term],
    name: names[term],
    similar: found.terms.map(({ term: other, similarity, ancestor, ic }) => ({
      id: ids[other],
      name: names[other],
      similarity,
      ancestor: ancestor === undefined ? null : ids[ancestor],
      ancestorName: ancestor === undefined ? null : names[ancestor],
      ic: ic ?? null,
      ...(explanation && { explanation: explanation(term, other) }),
    })),
    tied: found.tied,
  }
}

/** What a report says about the measure. */
export function classicalMeasure(
  hierarchy: Hierarchy,
  { measure, profile = 'rankwright', information }: SimilarityOptions,
): ClassicalMeasure {
  const { relations } = hierarchy
  return { measure, profile, ...(information && { ic: information.model }), relations }
}
