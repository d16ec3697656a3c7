import type { Grades, TableColumns } from '@rankwright/core/data'
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
  /** All columns are known to be plain numbers. */
  readonly plain?: true
  /** The path of Parquet files, where they are read as they lie there. */
  readonly files?: string
  /** Features have numbers for names, as in LETOR text. */
  readonly numbered?: true
  /** How the labels became grades, where the data had others. */
  readonly grades?: Grades
}
