/** What functions that write are given. */
import {
  arrayOf,
  either,
  fields,
  flag,
  madeBy,
  oneOf,
  optional,
  options as optionsShape,
  type Shape,
  type Shapes,
  sourceShapes,
  texts,
} from '@rankwright/core/arguments'
import { outputKinds } from './outputKinds.ts'

/** A path that the system takes. */
export const filePath: Shape = either('the path of a file', (path) => typeof path === 'string' && path !== '' && !path.includes('\0'))

/** What `WriteOptions` take. */
export const writeShapes = {
  stop: sourceShapes['stop'],
  force: oneOf(true, false, 'never'),
  outputs: madeBy('openOutputs', 'write', 'commit'),
  files: madeBy('diskOperations', 'rename'),
} satisfies Shapes

/** What `OutputsOptions` take. */
export const outputsOptions = optionsShape({ reads: texts, force: writeShapes.force, shows: flag, files: writeShapes.files })

/** Things that come one after the other, at once or later. */
export function iterable(things: string): Shape {
  return either(
    `an array of ${things}, or another object that gives them one by one`,
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      !ArrayBuffer.isView(value) &&
      (Symbol.iterator in value || Symbol.asyncIterator in value),
  )
}

/** What a file holds: a kind by its name, or what tells a file of an earlier run. */
export const outputContent: Shape = either(
  `one of ${outputKinds.join(', ')}`,
  (holds) => (typeof holds === 'object' && holds !== null) || outputKinds.some((kind) => kind === holds),
)

const outputFile = fields({ path: filePath, holds: outputContent, inPlaceOf: optional(filePath) }, 'an output: a file or a folder')
const outputFolder = fields(
  { folder: filePath, files: arrayOf(fields({ name: filePath, holds: outputContent })), goes: optional(texts) },
  'an output: a file or a folder',
)

/** Files and folders to write. */
export const declaredOutputs: Shape = arrayOf((argument, output) => {
  const isFolder = typeof output === 'object' && output !== null && 'folder' in output
  return isFolder ? outputFolder(argument, output) : outputFile(argument, output)
}, 'an array of outputs')
