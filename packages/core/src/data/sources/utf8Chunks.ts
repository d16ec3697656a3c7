import { RankwrightError } from '../../problems/problem.ts'
import { joinedBytes } from './byteSource.ts'

type ByteOrder = 'lesser byte first' | 'greater byte first'

/** The byte order of text in UTF-16 that begins with a byte order mark, as Excel writes it; undefined for all else. */
export function utf16Order([first, second]: Uint8Array): ByteOrder | undefined {
  if (first === 0xff && second === 0xfe) return 'lesser byte first'
  return first === 0xfe && second === 0xff ? 'greater byte first' : undefined
}

/** UTF-16 becomes UTF-8; all else stays as it is. Columns in messages are counted in bytes of UTF-8. `name` is how messages call the input. */
export async function* utf8Chunks(name: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start: Uint8Array | undefined = new Uint8Array(0)
  let decoder: Utf16Decoder | undefined
  for await (const chunk of chunks) {
    const bytes: Uint8Array = start === undefined || start.length === 0 ? chunk : joinedBytes([start, chunk])
    if (start !== undefined && bytes.length < 2) {
      start = bytes.slice()
      continue
    }
    if (start !== undefined) {
      const order = utf16Order(bytes)
      decoder = order && new Utf16Decoder(name, order)
      start = undefined
    }
    const text = decoder?.decode(bytes) ?? bytes
    if (text.length > 0) yield text
  }
  if (start !== undefined && start.length > 0) yield start
  decoder?.finish()
}

/** Turns chunks of UTF-16 into UTF-8. A character may begin in one chunk and end in the next. */
class Utf16Decoder {
  private readonly name: string
  /** Whether the greater byte of a unit comes first. */
  private readonly greaterFirst: boolean
  private byte: number | undefined
  private highHalf = 0
  private started = false

  constructor(name: string, order: ByteOrder) {
    this.name = name
    this.greaterFirst = order === 'greater byte first'
  }

  decode(chunk: Uint8Array): Uint8Array {
    const into = new Uint8Array(2 * chunk.length + 4) // three bytes for two, at most
    let used = 0
    for (const byte of chunk) {
      if (this.byte === undefined) {
        this.byte = byte
        continue
      }
      const unit = this.greaterFirst ? this.byte * 256 + byte : byte * 256 + this.byte
      this.byte = undefined
      if (!this.started) {
        this.started = true // the byte order mark
        continue
      }
      const isLow = unit >= 0xdc00 && unit <= 0xdfff
      if (isLow !== this.highHalf > 0) this.fail()
      if (unit >= 0xd800 && unit <= 0xdbff) {
        this.highHalf = unit
        continue
      }
      const code = isLow ? 0x10000 + (this.highHalf - 0xd800) * 0x400 + (unit - 0xdc00) : unit
      this.highHalf = 0
      used = putUtf8(code, into, used)
    }
    return into.subarray(0, used)
  }

  finish(): void {
    if (this.byte !== undefined || this.highHalf > 0) this.fail()
  }

  private fail(): never {
    throw new RankwrightError({ area: 'data', code: 'in-utf-16', at: { file: this.name, line: 1, column: 1 } })
  }
}

function putUtf8(code: number, into: Uint8Array, at: number): number {
  let next = at
  if (code < 0x80) into[next++] = code
  else {
    if (code < 0x800) into[next++] = 0xc0 | (code >> 6)
    else {
      if (code < 0x10000) into[next++] = 0xe0 | (code >> 12)
      else {
        into[next++] = 0xf0 | (code >> 18)
        into[next++] = 0x80 | ((code >> 12) & 63)
      }
      into[next++] = 0x80 | ((code >> 6) & 63)
    }
    into[next++] = 0x80 | (code & 63)
  }
  return next
}
