import type { TermSimilarity } from '../../ontology/similarity.ts'
import type { Hierarchy } from '../../ontology/structure/hierarchy.ts'
import type { PairExplanation } from '../common/explanation.ts'
import type { ModelKind } from '../common/modelKind.ts'
import type { LearnedLine } from './learnedLine.ts'
import type { SimilarTerms } from './similarTerm.ts'

/** A kind that compares the terms of an ontology. */
export interface TermKind<Kind> extends ModelKind<Kind> {
  /** The terms nearest to a term. */
  similar(model: Kind): SimilarTerms
  /** A measure of similarity like the classical ones: of terms, words, sets and all pairs. */
  similarity(model: Kind): TermSimilarity
  /** The hierarchy that it was learned on. `file` is where the model came from. */
  hierarchy(model: Kind, file: string): Hierarchy
  /** How it was learned, in the few words that a report starts with. */
  setting(model: Kind): Readonly<Record<string, unknown>>
  /** Why one term is closer to a term than another, where similarities are sums over features. */
  closer?(model: Kind): (term: number, first: number, second: number) => PairExplanation
  /** Whether what terms are called makes a difference to how similar they are. */
  readonly comparesNames?: true
  /** One score per term, learned from one sample: what the theorems on ontologies are about, and what can be audited. */
  line?(model: Kind): LearnedLine
}
