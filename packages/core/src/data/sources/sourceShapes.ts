import { callback, madeBy, number, type Shapes, text } from '../../arguments/shapes.ts'

/** What `SourceOptions` take. */
export const sourceShapes: Shapes = {
  name: text,
  limit: number({ above: 0, infinite: true }),
  onProgress: callback,
  stop: madeBy('sharedStopFlag, or another object with `stopped`,', 'stopped'),
}

/** A source of bytes, as `openStored` makes it. */
export const byteSource = madeBy('openStored', 'name', 'head', 'bytes', 'close')
