import { either, fields, optional, requireArguments, text } from '@rankwright/core/arguments'
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

const fileInput = either('the path of a file, or bytes that come another way', (input) =>
  typeof input === 'string' ? input !== '' && !input.includes('\0') : typeof input === 'object' && input !== null,
)

/** Opens an input and checks whether it is compressed. */
export async function openSource(input: FileInput, options: SourceOptions = {}): Promise<ByteSource> {
  requireArguments({ input, options }, { input: fileInput, options: fields({ name: optional(text) }, 'an object with options') })
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
