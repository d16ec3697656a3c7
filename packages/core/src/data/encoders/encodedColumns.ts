import type { ColumnEncoder } from './encoderKinds.ts'
import { kindOfEncoder } from './encoderKinds.ts'
import { matchNames } from './matchEncoder.ts'
import { encodedNames, type TableEncoders } from './tableEncoders.ts'

/** A column of a table as a model uses it, or two columns that it compares, as in `query~title`. */
export interface EncodedColumn {
  readonly column: string
  readonly role: 'number' | 'category' | 'text' | 'date' | 'vector' | 'match'
  /** What becomes of its cells, in words. */
  readonly becomes: string
  /** The names of its features. */
  readonly features: readonly string[]
}

const roles: Readonly<Record<ColumnEncoder['kind'], EncodedColumn['role']>> = {
  number: 'number',
  'one-hot': 'category',
  codes: 'category',
  target: 'category',
  hashed: 'category',
  text: 'text',
  date: 'date',
  vector: 'vector',
  source: 'text',
}

/** What a model makes of each column of a table, in the order of its features. */
export function encodedColumns(encoders: TableEncoders): readonly EncodedColumn[] {
  const names = encodedNames(encoders)
  let used = 0
  const next = (count: number) => names.slice(used, (used += count))
  return [
    ...encoders.columns.map((encoder): EncodedColumn => {
      const { names: namesOf, becomes } = kindOfEncoder(encoder)
      return {
        column: encoder.column,
        role: roles[encoder.kind],
        becomes: becomes(encoder),
        features: next(namesOf(encoder).length),
      }
    }),
    ...encoders.matches.map((match): EncodedColumn => {
      const becomes = match.kind === 'words' ? 'words found, BM25, trigrams, phrase, place of the first word' : 'the cosine'
      return { column: `${match.query}~${match.column}`, role: 'match', becomes, features: next(matchNames(match).length) }
    }),
  ]
}

/** What is known of single features added up for each column, in the order of the columns. Features without a value count as 0. */
export function summedByColumn(columns: readonly EncodedColumn[], values: ReadonlyMap<string, number>): readonly number[] {
  return columns.map(({ features }) => features.reduce((sum, feature) => sum + (values.get(feature) ?? 0), 0))
}
