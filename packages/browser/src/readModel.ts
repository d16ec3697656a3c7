import { type Model, modelFromJson } from '@rankwright/core'
import { type ByteInput, documentText, type SourceOptions } from '@rankwright/core/data'
import { openSource } from './openSource.ts'

/** The model in a file of a page, of any kind, fully checked; gzip is unpacked. */
export async function readModel(input: ByteInput, options: SourceOptions = {}): Promise<Model> {
  const { name, text } = await documentText(await openSource(input, options), 'rankwright-model')
  return modelFromJson(text, name)
}
