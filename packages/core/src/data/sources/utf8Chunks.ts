import { RankwrightError } from '../../problems/problem.ts'
import { longestMark, markedEncoding, type TextEncoding } from '../text/textEncoding.ts'
import { joinedBytes } from './byteSource.ts'
import { type ChunkDecoder, chunkDecoder } from './textDecoders.ts'

/** Whether bytes that begin so reach readers as they are; `given` is the encoding that somebody knows. */
export function areUtf8(head: Uint8Array, given: TextEncoding | undefined): boolean {
  return (markedEncoding(head) ?? given ?? 'utf-8') === 'utf-8'
}

/**
 * Text of other encodings becomes UTF-8: that of a byte order mark in UTF-16, as Excel writes it, and that which is given; all else stays as it is.
 * Columns in messages are counted in bytes of UTF-8. `name` is how messages call the input.
 */
export async function* utf8Chunks(name: string, chunks: AsyncIterable<Uint8Array>, given?: TextEncoding): AsyncGenerator<Uint8Array> {
  let start: Uint8Array | undefined = new Uint8Array(0)
  let decoder: ChunkDecoder | undefined
  for await (const chunk of chunks) {
    let bytes: Uint8Array = start === undefined || start.length === 0 ? chunk : joinedBytes([start, chunk])
    if (start !== undefined && bytes.length < longestMark) {
      start = bytes.slice()
      continue
    }
    if (start !== undefined) {
      start = undefined
      ;({ decoder, bytes } = begun(name, bytes, given))
    }
    const text = decoder?.decode(bytes) ?? bytes
    if (text.length > 0) yield text
  }
  if (start !== undefined) {
    const { decoder: own, bytes } = begun(name, start, given)
    decoder = own
    const text = decoder?.decode(bytes) ?? bytes
    if (text.length > 0) yield text
  }
  const rest = decoder?.finish()
  if (rest !== undefined && rest.length > 0) yield rest
}

/** What decodes a text that begins so, if anything does, and its first bytes: without the mark, where it is not that of UTF-8, which readers know. */
function begun(
  name: string,
  bytes: Uint8Array,
  given: TextEncoding | undefined,
): { readonly decoder: ChunkDecoder | undefined; readonly bytes: Uint8Array } {
  const marked = markedEncoding(bytes)
  if (marked !== undefined && given !== undefined && given !== marked)
    throw new RankwrightError({ area: 'data', code: 'marked-otherwise', at: { file: name, line: 1, column: 1 }, marked, given })
  const encoding = marked ?? given ?? 'utf-8'
  if (encoding === 'utf-8') return { decoder: undefined, bytes }
  return { decoder: chunkDecoder(name, encoding), bytes: marked === undefined ? bytes : bytes.subarray(2) }
}
