/** What functions that write are given. */
import { either, madeBy, oneOf, type Shape, type Shapes, sourceShapes } from '@rankwright/core/arguments'

/** A path that the system takes. */
export const filePath: Shape = either('the path of a file', (path) => typeof path === 'string' && path !== '' && !path.includes('\0'))

/** What `WriteOptions` take. */
export const writeShapes = {
  stop: sourceShapes['stop'],
  force: oneOf(true, false, 'never'),
  outputs: madeBy('openOutputs', 'write', 'commit'),
  files: madeBy('diskOperations', 'rename'),
} satisfies Shapes
