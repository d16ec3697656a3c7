import { arrayOf, count, fields, optionalParts, text } from '../../arguments/shapes.ts'
import { type TableColumns, tableColumnsShapes, tableReaderShapes } from './tableColumns.ts'
import { tableError } from './tableError.ts'

/** Some rows of a table that is stored by columns, one entry per row in each. */
export interface ColumnChunk {
  readonly rows: number
  readonly lists: ArrayLike<string | null>
  /** NaN where there is none; left out where the table has no labels. */
  readonly labels?: ArrayLike<number>
  readonly items?: ArrayLike<string | null>
  /** In the order of `TableColumns.features`; NaN where a value is missing. */
  readonly features: readonly ArrayLike<number>[]
  /** In the order of `TableColumns.raw`: the columns that are read as text. */
  readonly texts?: readonly ArrayLike<string | null>[]
  /** In the order of `TableReaderOptions.keep`: the columns whose cells are kept. */
  readonly kept?: readonly ArrayLike<string | null>[]
}

/** Of what takes such chunks. The options may stand among others. */
export const columnTableShapes = {
  file: text,
  columns: fields({ ...tableColumnsShapes, features: arrayOf(count()) }),
  options: fields(optionalParts(tableReaderShapes), 'an object with options'),
}

/** The list and the label of a row, which is at a place of a file; 0 where the table has no labels. */
export function listAndLabel(
  { lists, labels }: Pick<ColumnChunk, 'lists' | 'labels'>,
  row: number,
  { names, list: listColumn, label: labelColumn }: TableColumns,
  at: { readonly file: string; readonly row: number },
): { readonly list: string; readonly label: number } {
  const list = lists[row]
  if (list === null) throw tableError({ code: 'cell-without-id', at, column: names[listColumn], role: 'list' })
  const label = labels?.[row] ?? 0
  if (!Number.isFinite(label))
    throw tableError({ code: 'cell-not-a-label', at, column: names[labelColumn!], found: Number.isNaN(label) ? '' : String(label) })
  return { list, label }
}
