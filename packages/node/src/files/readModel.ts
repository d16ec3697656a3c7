import { type Model, modelFromJson } from '@rankwright/core'
import { options as optionsShape, sourceShapes } from '@rankwright/core/arguments'
import { documentText, type SourceOptions } from '@rankwright/core/data'
import { type FileInput, openSource } from './openSource.ts'

/**
 * The model in a file, of any kind, fully checked. The input is read once: it may be a pipe, or `-` for standard input;
 * `.gz` is unpacked.
 */
export async function readModel(input: FileInput, options: SourceOptions = {}): Promise<Model> {
  optionsShape(sourceShapes)('options', options)
  const { name, text } = await documentText(await openSource(input, options), 'rankwright-model')
  return modelFromJson(text, name)
}
