import type { RankwrightError } from '../../problems/problem.ts'
import type { ColumnRole } from '../../problems/tableProblem.ts'
import type { LabelWriting } from './labelWriting.ts'

/** Which columns are read as text, and why the others are numbers. */
export interface TablePlan {
  readonly raw: ReadonlySet<string>
  readonly reasons: ReadonlyMap<string, string>
  /** Columns have types, and no cell was looked at. */
  readonly typed?: boolean
  /** How labels are written in columns where all are numbers, and not all plain ones. */
  readonly labels?: ReadonlyMap<string, LabelWriting>
  /** Keys of JSON lines that have a role by a usual name, as none has a default name. */
  readonly usual?: Partial<Readonly<Record<ColumnRole, string>>>
  /** Keys of JSON lines that hold objects: `price.amount` is a column. */
  readonly nested?: ReadonlySet<string>
  /** The key `features` of JSON lines holds a value in each row, and not all features. */
  readonly featuresIsColumn?: boolean
  /** The rows that were looked at are not all. */
  readonly ofPart?: true | undefined
  /** Columns that looked like numbers until a cell was none: the error that it is if most of the cells are numbers. */
  readonly doubted?: ReadonlyMap<string, RankwrightError>
  /** Columns that are read as text and are no features: weights and places. */
  readonly side?: ReadonlySet<string>
  /** Columns that are not plain numbers are left out, except those of `side`. */
  readonly skipsRaw?: true
}
