/** Shapes of arguments: what the public functions of all packages check at their start. */

export {
  arrayOf,
  bytes,
  callback,
  count,
  either,
  fields,
  flag,
  instanceOf,
  madeBy,
  number,
  numbers,
  numbersOf,
  object,
  oneOf,
  optional,
  optionalParts,
  options,
  requireArguments,
  required,
  type Shape,
  type Shapes,
  type ShapesOf,
  text,
  texts,
  typed,
} from '../arguments/shapes.ts'
export { readListsShapes } from '../data/files/readListsShapes.ts'
export { requireLists } from '../data/lists/requireLists.ts'
export { byteSource, sourceShapes } from '../data/sources/sourceShapes.ts'
export { requireScoreTable } from '../data/tables/scoreTable.ts'
export { requireTrainOptions } from '../library/train.ts'
export { requireCompute } from '../numeric/compute/requireCompute.ts'
export { requireRuntime, runtimeShape } from '../runtime/runtime.ts'
export { readSeriesShapes } from '../streaming/seriesFrom.ts'
