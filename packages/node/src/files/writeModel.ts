import { type Model, modelToJson } from '@rankwright/core'
import { writePieces } from './atomicFile.ts'

/** Writes the model under a temporary name and renames it when it is whole; `-` is standard output, `.gz` is packed. */
export async function writeModel(model: Model, path: string): Promise<void> {
  await writePieces(path, [modelToJson(model)])
}
