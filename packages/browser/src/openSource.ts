import { type ByteInput, type ByteSource, openStored, type SourceOptions, storedInput } from '@rankwright/core/data'
import { gunzip } from './gunzip.ts'

/** Opens what a page has: a `File` or `Blob`, the `Response` of a fetch, a stream, bytes. */
export async function openSource(input: ByteInput, options: SourceOptions = {}): Promise<ByteSource> {
  if (typeof input === 'string')
    throw new TypeError(`"${input}" is a path, and a page cannot open files by their path. Fetch it: readLists(await fetch("${input}")).`)
  return openStored(await storedInput(input, options.name), options, gunzip)
}
