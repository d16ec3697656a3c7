import type { ListCommon } from './modelCommon.ts'

/** What `show` tells of a model: plain values. Whoever prints them finds the words and the layout. */
export interface ModelFacts {
  readonly method: string
  readonly options: Readonly<Record<string, unknown>>
  /** The strongest first where they have weights. */
  readonly features: readonly FeatureFact[]
  /** What else there is to tell of this kind, by name; JSON shows all of it. */
  readonly parts: Readonly<Record<string, unknown>>
  /** What the model is made of: 256 sigmoid nodes. */
  readonly sizes: readonly Size[]
  /** Single numbers and words worth a line: lambda 0.1. */
  readonly figures?: Readonly<Record<string, number | string>>
  readonly table?: FactTable
}

export interface FeatureFact {
  readonly feature: string
  readonly weight?: number
}

export interface Size {
  readonly count: number
  /** What is counted, in the singular: `term`. */
  readonly of: string
  /** Where an s does not make it: `branches`. */
  readonly plural?: string
}

export interface FactTable {
  readonly headings: readonly string[]
  readonly rows: readonly (readonly (number | string)[])[]
  /** What a row is, for those that are not printed: `branch`. */
  readonly of: Omit<Size, 'count'>
}

/** The names of the features; their numbers, from 1, where they have none. */
export function featureNamesOf({ features }: Pick<ListCommon, 'features'>): readonly string[] {
  return typeof features === 'number' ? Array.from({ length: features }, (_, column) => String(column + 1)) : features
}

/** The features of a model without a weight for each. */
export function featureFacts(model: Pick<ListCommon, 'features'>): FeatureFact[] {
  return featureNamesOf(model).map((feature) => ({ feature }))
}
