import type { TermNames } from '../../ontology/structure/findTerms.ts'
import type { LinearModel } from '../linear/linear.ts'
import type { LinePlaces } from './lineFeatures.ts'

/** What a ranker of terms was learned from. */
export const exampleKinds = ['pairs', 'neighbours', 'clicks'] as const
export type ExampleKind = (typeof exampleKinds)[number]

/** A similarity that was learned from examples: a linear ranker over the features of a pair of terms. See library/ontology/learnSimilarity.ts. */
export interface OntologyRanker extends TermNames {
  readonly kind: 'ontology-ranker'
  readonly relations: readonly string[]
  /** The edges of these relations; weights are 0 where the file gave none. */
  readonly edges: RankerEdges
  /** Information content from counts, where it was given. */
  readonly counted?: { readonly model: 'corpus' | 'annotation'; readonly values: Float64Array; readonly scale: number }
  /** Lines that were learned on the ontology, whose answers are features. */
  readonly places?: LinePlaces
  readonly ranker: LinearModel
  /** The similarity is σ(slope · score + offset). */
  readonly slope: number
  readonly offset: number
  readonly examples: LearnedExamples
  readonly validation: RankerValidation
  readonly heldOut?: RankerBound
}

export interface RankerEdges {
  readonly children: Int32Array
  readonly parents: Int32Array
  /** Numbers of `relations`. */
  readonly relations: Int32Array
  readonly weights: Float64Array
}

export interface LearnedExamples {
  readonly kind: ExampleKind
  /** Query terms, or for rated pairs the terms in them. */
  readonly terms: number
  /** Rows that the ranker was trained on, and how many lists they make. */
  readonly rows: number
  readonly lists: number
  /** Examples left out, with terms that the ontology does not know. */
  readonly skipped: number
}

/** A figure with its interval of 95 %. */
export interface MeasuredFigure {
  readonly value: number
  readonly low: number
  readonly high: number
}

/** Measured on terms that the ranker did not see, fold by fold. */
export interface RankerValidation {
  readonly metric: string
  readonly folds: number
  /** What a value is about: pairs or query terms. */
  readonly units: number
  readonly learned: MeasuredFigure
  /** Each feature alone, the best first. */
  readonly features: readonly (MeasuredFigure & { readonly feature: string })[]
  /** The ranker less the best feature, on the same resamples. */
  readonly gain: MeasuredFigure
  /** The same file by file, where examples come from several. */
  readonly parts: readonly ValidatedPart[]
}

export interface ValidatedPart {
  readonly name: string
  readonly learned: MeasuredFigure
  /** The feature that is best on this part. */
  readonly feature: string
  readonly best: MeasuredFigure
  readonly gain: MeasuredFigure
}

/** With probability at least 1 - delta the expected metric is at least `lower`. */
export interface RankerBound {
  readonly metric: string
  readonly value: number
  readonly lower: number
  readonly delta: number
  /** Independent units: query terms, or couples of pairs. */
  readonly units: number
  readonly statement: string
}
