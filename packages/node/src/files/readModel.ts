import { type Model, modelFromJson, RankwrightError } from '@rankwright/core'
import { readBytes, type SourceOptions } from './byteSource.ts'

/** The model in a file, checked through and through; `-` is standard input, `.gz` is unpacked. */
export async function readModel(path: string, options: SourceOptions = {}): Promise<Model> {
  const bytes = await readBytes(path, options)
  return modelFromJson(textOf(bytes, path), path)
}

function textOf(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new RankwrightError({ area: 'model', code: 'not-a-model', at: { file }, reason: 'it is not UTF-8 text' })
  }
}
