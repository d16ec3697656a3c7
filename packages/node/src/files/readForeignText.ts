import { RankwrightError } from '@rankwright/core'
import { options as optionsShape, sourceShapes } from '@rankwright/core/arguments'
import type { SourceOptions } from '@rankwright/core/data'
import { type FileInput, readNamed } from './openSource.ts'

/** The text of another program's model file, and the name that errors call it by; `-` is standard input, `.gz` is unpacked. */
export async function readForeignText(
  input: FileInput,
  options: SourceOptions = {},
): Promise<{ readonly name: string; readonly text: string }> {
  optionsShape(sourceShapes)('options', options)
  const { name, bytes } = await readNamed(input, options)
  try {
    return { name, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    throw new RankwrightError({ area: 'export', code: 'not-an-importable-model', at: { file: name }, reason: 'it is not UTF-8 text' })
  }
}
