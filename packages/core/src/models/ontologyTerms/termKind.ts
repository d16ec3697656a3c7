import type { TermSimilarity } from '../../ontology/similarity.ts'
import type { ModelKind } from '../common/modelKind.ts'
import type { LearnedLine } from './learnedLine.ts'
import type { SimilarTerms } from './similarTerm.ts'

/** A kind that compares the terms of an ontology. */
export interface TermKind<Kind> extends ModelKind<Kind> {
  /** The terms nearest to a term. */
  similar(model: Kind): SimilarTerms
  /** A measure of similarity like the classical ones: of terms, words, sets and all pairs. */
  similarity(model: Kind): TermSimilarity
  /** How it was learned, in the few words that a report starts with. */
  setting(model: Kind): Readonly<Record<string, unknown>>
  /** One score per term, learned from one sample: what the theorems on ontologies are about, and what can be audited. */
  line?(model: Kind): LearnedLine
}
