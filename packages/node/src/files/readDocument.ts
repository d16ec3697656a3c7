import { options as optionsShape, sourceShapes } from '@rankwright/core/arguments'
import { documentText, type SourceOptions } from '@rankwright/core/data'
import { type FileInput, openSource } from './openSource.ts'

/** The text of a model, or of another JSON document, and the name that messages call it by. The input is read once; `.gz` is unpacked. */
export async function readDocument(
  input: FileInput,
  options: SourceOptions = {},
): Promise<{ readonly name: string; readonly text: string }> {
  optionsShape(sourceShapes)('options', options)
  return documentText(await openSource(input, options), 'rankwright-model')
}
