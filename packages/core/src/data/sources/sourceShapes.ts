import { callback, madeBy, number, oneOf, type Shapes, text } from '../../arguments/shapes.ts'
import { textEncodings } from '../text/textEncoding.ts'

/** What `SourceOptions` take. */
export const sourceShapes: Shapes = {
  name: text,
  limit: number({ above: 0, infinite: true }),
  encoding: oneOf(...textEncodings),
  onProgress: callback,
  stop: madeBy('sharedStopFlag, or another object with `stopped`,', 'stopped'),
}

/** A source of bytes, as `openStored` makes it. */
export const byteSource = madeBy('openStored', 'name', 'head', 'bytes', 'close')
