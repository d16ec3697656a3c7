import { type Model, modelFromJson } from '@rankwright/core'
import type { SourceOptions } from '@rankwright/core/data'
import type { FileInput } from './openSource.ts'
import { readDocument } from './readDocument.ts'

/**
 * The model in a file, of any kind, fully checked. The input is read once: it may be a pipe, or `-` for standard input;
 * `.gz` is unpacked.
 */
export async function readModel(input: FileInput, options: SourceOptions = {}): Promise<Model> {
  const { name, text } = await readDocument(input, options)
  return modelFromJson(text, name)
}
