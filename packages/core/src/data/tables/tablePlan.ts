import type { ColumnRole } from '../../problems/tableProblem.ts'

/** Which columns are read as text, and why the others are numbers. */
export interface TablePlan {
  readonly raw: ReadonlySet<string>
  readonly reasons: ReadonlyMap<string, string>
  /** Keys of JSON lines that have a role by a usual name, as none has a default name. */
  readonly usual?: Partial<Readonly<Record<ColumnRole, string>>>
  /** Columns that are not plain numbers are left out. */
  readonly skipsRaw?: true
}
