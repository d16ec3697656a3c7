import { kindOfEncoder } from './encoderKinds.ts'
import { matchNames } from './matchEncoder.ts'
import { requireEncoders } from './requireEncoders.ts'
import { encodedNames, type TableEncoders } from './tableEncoders.ts'

/** A column of a table, or two columns that are compared, and the features that are made of it. */
export interface EncodedSource {
  /** The column, or `query~title`. */
  readonly source: string
  /** The kind of its encoder, or of the comparison. */
  readonly kind: TableEncoders['columns'][number]['kind'] | TableEncoders['matches'][number]['kind']
  /** The names of its features, in the order of the model. */
  readonly features: readonly string[]
}

/** What each feature is made of: the sources in the order of their features. A column that is only compared with others has none of its own. */
export function encodedSources(encoders: TableEncoders): readonly EncodedSource[] {
  requireEncoders('encoders', encoders)
  const names = encodedNames(encoders)
  let first = 0
  const taken = (count: number) => names.slice(first, (first += count))
  const columns = encoders.columns.map((encoder) => ({
    source: encoder.column,
    kind: encoder.kind,
    features: taken(kindOfEncoder(encoder).names(encoder).length),
  }))
  const matches = encoders.matches.map((match) => ({
    source: `${match.query}~${match.column}`,
    kind: match.kind,
    features: taken(matchNames(match).length),
  }))
  return [...columns, ...matches]
}
