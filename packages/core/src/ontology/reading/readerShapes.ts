import { bytes, callback, fields, flag, madeBy, optionalParts, text } from '../../arguments/shapes.ts'

/** What readers of a whole file take. */
export const fileShapes = { file: text, bytes } as const

/** The options of a reader of ontologies; they may stand among others. */
export const readerOptions = fields(
  optionalParts({
    onProblem: callback,
    onNote: callback,
    definitions: flag,
    into: madeBy('ontologyBuilder', 'startFile', 'finish'),
  }),
  'an object with options',
)
