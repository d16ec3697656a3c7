import { type ByteInput, documentText, type Model, modelFromJson, type SourceOptions } from '@rankwright/core'
import { openSource } from './openSource.ts'

/** The model in a file of a page, of any kind, fully checked; gzip is unpacked. */
export async function readModel(input: ByteInput, options: SourceOptions = {}): Promise<Model> {
  const { name, text } = await documentText(await openSource(input, options), 'rankwright-model')
  return modelFromJson(text, name)
}
