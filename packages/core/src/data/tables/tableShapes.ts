import { callback, count, fields, flag, number, optional, type Shapes, type ShapesOf, text, texts } from '../../arguments/shapes.ts'
import type { TableColumnOptions, TableReaderOptions } from './tableColumns.ts'

/** What `TableColumnOptions` take. */
export const tableColumnShapes: ShapesOf<TableColumnOptions> = {
  list: text,
  label: text,
  item: text,
  key: text,
  orderBy: text,
  features: texts,
  ignore: texts,
  unlabelled: flag,
  openLabels: flag,
}

/** What `TableReaderOptions` take. */
export const tableReaderShapes: ShapesOf<TableReaderOptions> = {
  ...tableColumnShapes,
  size: number({ atLeast: 0 }),
  onProblem: callback,
  onList: callback,
  labelOf: callback,
  onNote: callback,
}

/** Where something stands in a table. */
export const tablePlace = fields(
  { file: text, line: optional(count()), column: optional(count()), row: optional(count()) },
  'a place: the name of a file',
)

const place = optional(count())

/** The places of the columns, as `tableColumns` gives them. */
export const tableColumnsShapes: Shapes = { names: texts, list: count(), label: place, item: place, key: place, orderBy: place }
