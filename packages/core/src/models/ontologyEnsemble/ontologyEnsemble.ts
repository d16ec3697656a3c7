import type { PartRule } from '../../ontology/graph/parts.ts'
import type { TermNames } from '../../ontology/structure/findTerms.ts'

export interface EnsembleMember {
  /** How far below the root its branches begin. */
  readonly level: number
  readonly branches: number
  readonly seed: number
  readonly gap: number
}

/** Many learned lines instead of one: a term is the vector of its scores. See trainers/ontology/trainEnsemble.ts. */
export interface OntologyEnsemble extends TermNames {
  readonly kind: 'ontology-ensemble'
  readonly relations: readonly string[]
  readonly root?: string
  readonly rule: PartRule
  /** The kernel is (L + ε I)⁻¹. */
  readonly epsilon: number
  readonly lambda: number
  readonly sample: number
  readonly tolerance: number
  readonly iterations: number
  readonly members: readonly EnsembleMember[]
  /** One number per member of each term, term after term, from 0 to 1 over all terms. */
  readonly vectors: Float32Array
}
