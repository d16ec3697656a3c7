import { callback, flag, oneOf, type Shapes, text, texts } from '../../arguments/shapes.ts'
import { sameListsChoices } from '../lists/joinedRows.ts'
import { sourceShapes } from '../sources/sourceShapes.ts'
import { rawTableShapes } from '../tables/rawTable.ts'
import { gradesShape } from '../tables/tableColumns.ts'
import { fileFormats } from './fileFormat.ts'

/** What `ReadListsOptions` take. */
export const readListsShapes: Shapes = {
  ...sourceShapes,
  format: oneOf(...fileFormats),
  list: text,
  label: text,
  item: text,
  features: texts,
  ignore: texts,
  unlabelled: flag,
  openLabels: flag,
  ranks: flag,
  onProblem: callback,
  onNote: callback,
  encode: flag,
  keep: texts,
  onKept: callback,
  grades: gradesShape,
  sameLists: oneOf(...sameListsChoices),
  ...rawTableShapes,
}
