import {
  type ByteInput,
  type ByteSource,
  type NamedBytes,
  openStored,
  type SourceOptions,
  storedInput,
  wholeOf,
} from '@rankwright/core/data'
import { isStandardInput } from '../outputs/openFile.ts'
import { gunzip } from './gunzip.ts'
import { storedFile, storedStandardInput } from './storedFile.ts'

/** What readers take: the path of a file, `-` for standard input, or bytes that come another way. */
export type FileInput = string | ByteInput

/** Opens an input and checks whether it is compressed. */
export async function openSource(input: FileInput, options: SourceOptions = {}): Promise<ByteSource> {
  return openStored(await stored(input, options.name), options, gunzip)
}

function stored(input: FileInput, name: string | undefined) {
  if (typeof input === 'string' && isStandardInput(input)) return storedStandardInput(name ?? input)
  return typeof input === 'string' ? storedFile(input, name) : storedInput(input, name)
}

/** The whole content with the name that messages call it by, for small files. */
export async function readNamed(input: FileInput, options: SourceOptions = {}): Promise<NamedBytes> {
  const source = await openSource(input, options)
  return { name: source.name, bytes: await wholeOf(source) }
}
