import { type Model, modelFromJson, RankwrightError } from '@rankwright/core'
import { readBytes, type SourceOptions } from './byteSource.ts'

/** The model in a file, of whatever kind, checked through and through. The file is read once: it may be a pipe, or `-` for standard input; `.gz` is unpacked. */
export async function readModel(path: string, options: SourceOptions = {}): Promise<Model> {
  return modelFromJson(await readDocument(path, 'rankwright-model', options), path)
}

/** The text of a file that should hold a JSON document of a format of ours. */
export async function readDocument(path: string, format: string, options: SourceOptions = {}): Promise<string> {
  const bytes = await readBytes(path, options)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new RankwrightError({ area: 'model', code: 'not-a-model', at: { file: path }, format, reason: 'it is not UTF-8 text' })
  }
}
