import { options as optionsShape, sourceShapes } from '@rankwright/core/arguments'
import type { SourceOptions } from '@rankwright/core/data'
import { type FileInput, readNamed } from './openSource.ts'

/** The bytes of another program's model file, and the name that errors call it by; `-` is standard input, `.gz` is unpacked. */
export async function readForeignFile(
  input: FileInput,
  options: SourceOptions = {},
): Promise<{ readonly name: string; readonly bytes: Uint8Array }> {
  optionsShape(sourceShapes)('options', options)
  return readNamed(input, options)
}
