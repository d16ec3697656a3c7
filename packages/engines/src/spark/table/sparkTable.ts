import type { TableColumns } from '@rankwright/core/data'
import type { TypedColumn } from '../../tables/typedColumns.ts'

/** What Spark reads: something for `FROM`. */
export interface SparkTable {
  /** For messages. */
  readonly name: string
  readonly relation: string
  readonly typed: readonly TypedColumn[]
  readonly columns: TableColumns
  /** Columns that tell the place of a row among all, where Spark knows it. */
  readonly order: readonly string[] | undefined
  /** Features have numbers for names, as in LETOR text. */
  readonly numbered?: true
}
