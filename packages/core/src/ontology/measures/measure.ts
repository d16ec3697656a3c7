import type { InformationContent } from '../information/informationContent.ts'
import type { Hierarchy } from '../structure/hierarchy.ts'

export const measureNames = [
  'resnik',
  'lin',
  'jiang-conrath',
  'relevance',
  'wu-palmer',
  'leacock-chodorow',
  'path',
  'wang',
  'simgic',
  'second-eigenvector',
] as const
export type MeasureName = (typeof measureNames)[number]

/** Whose conventions, where tools disagree; the table is in docs/similarity-measures.md. */
export const measureProfiles = ['rankwright', 'hesml', 'nltk'] as const
export type MeasureProfile = (typeof measureProfiles)[number]

/** What a measure works on. */
export interface MeasureSetting {
  readonly hierarchy: Hierarchy
  readonly information: InformationContent
  readonly profile: MeasureProfile
  /** Weights of edges by relation, for Wang's measure. */
  readonly weights: Readonly<Record<string, number>>
}

/**
 * A measure of similarity, ready to be used: first for a source, then for any number of targets. What is returned for a source
 * is valid until the next source.
 */
export type Similarity = (source: number) => (target: number) => number
