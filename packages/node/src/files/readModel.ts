import { type Model, modelFromJson, RankwrightError, type SourceOptions } from '@rankwright/core'
import { type FileInput, readNamed } from './byteSource.ts'

/**
 * The model in a file, of whatever kind, checked through and through. The input is read once: it may be a pipe, or `-` for standard input;
 * `.gz` is unpacked.
 */
export async function readModel(input: FileInput, options: SourceOptions = {}): Promise<Model> {
  const { name, text } = await readDocument(input, 'rankwright-model', options)
  return modelFromJson(text, name)
}

/** The text of a file that should hold a JSON document of a format of ours, and the name that messages call the file by. */
export async function readDocument(
  input: FileInput,
  format: string,
  options: SourceOptions = {},
): Promise<{ readonly name: string; readonly text: string }> {
  const { name, bytes } = await readNamed(input, options)
  try {
    return { name, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    throw new RankwrightError({ area: 'model', code: 'not-a-model', at: { file: name }, format, reason: 'it is not UTF-8 text' })
  }
}
