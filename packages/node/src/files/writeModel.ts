import { type Model, modelToJson } from '@rankwright/core'
import { options as optionsShape } from '@rankwright/core/arguments'
import { writeShapes } from '../outputs/outputShapes.ts'
import { type WriteOptions, writePieces } from '../outputs/writePieces.ts'

/**
 * Writes the model; the file appears when it is whole and on the disk. `-` is standard output, `.gz` is packed. A file that holds
 * something else than a model is replaced only with `force`.
 */
export async function writeModel(model: Model, path: string, options: WriteOptions = {}): Promise<void> {
  optionsShape(writeShapes)('options', options)
  await writePieces(path, [modelToJson(model)], 'model', options)
}
