import { either, options as optionsShape, requireArguments, type Shapes, sourceShapes } from '@rankwright/core/arguments'
import { type ByteInput, type ByteSource, openStored, type SourceOptions, storedInput } from '@rankwright/core/data'
import { gunzip } from './gunzip.ts'

const noPath = either(
  'what fetch gives for it, a File or a Blob, a stream or bytes: a page cannot open a file by its path',
  (input) => typeof input !== 'string',
)

/** Opens what a page has: a `File` or `Blob`, the `Response` of a fetch, a stream, bytes. `known` are the options of the reader. */
export async function openSource(input: ByteInput, options: SourceOptions = {}, known: Shapes = sourceShapes): Promise<ByteSource> {
  requireArguments({ input, options }, { input: noPath, options: optionsShape(known) })
  return openStored(await storedInput(input, options.name), options, gunzip)
}
