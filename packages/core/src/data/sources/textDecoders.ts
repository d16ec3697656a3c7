/** Turns chunks of text in other encodings into UTF-8. A character may begin in one chunk and end in the next. */
import { RankwrightError } from '../../problems/problem.ts'
import { singleByteTable, type TextEncoding } from '../text/textEncoding.ts'
import { encodeUtf8 } from '../text/utf8.ts'
import { joinedBytes } from './byteSource.ts'

export interface ChunkDecoder {
  /** May keep the last bytes for the next chunk. */
  decode(chunk: Uint8Array): Uint8Array
  /** What was kept. Throws where a character is cut off. */
  finish(): Uint8Array
}

/** Of text without a byte order mark, or behind it. `name` is how messages call the input. */
export function chunkDecoder(name: string, encoding: Exclude<TextEncoding, 'utf-8'>): ChunkDecoder {
  const place = new PlaceInText(name, encoding)
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return new Utf16Decoder(place, encoding)
  const table = singleByteTable(encoding)
  return table === undefined ? new PlatformDecoder(place) : new SingleByteDecoder(place, table)
}

/** How far a text has been decoded; columns are counted in bytes of UTF-8, as readers do. */
class PlaceInText {
  readonly name: string
  readonly encoding: TextEncoding
  line = 1
  column = 1

  constructor(name: string, encoding: TextEncoding) {
    this.name = name
    this.encoding = encoding
  }

  /** Goes on behind decoded text, which it gives back. */
  past(decoded: Uint8Array): Uint8Array {
    for (const byte of decoded) {
      if (byte === lineFeed) {
        this.line++
        this.column = 1
      } else this.column++
    }
    return decoded
  }

  refuse(): never {
    const { name: file, line, column, encoding } = this
    throw new RankwrightError({ area: 'data', code: 'not-in-encoding', at: { file, line, column }, encoding })
  }
}

const lineFeed = 10

class Utf16Decoder implements ChunkDecoder {
  private readonly place: PlaceInText
  /** Whether the greater byte of a unit comes first. */
  private readonly greaterFirst: boolean
  private byte: number | undefined
  private highHalf = 0

  constructor(place: PlaceInText, encoding: 'utf-16le' | 'utf-16be') {
    this.place = place
    this.greaterFirst = encoding === 'utf-16be'
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
      const isLow = unit >= 0xdc00 && unit <= 0xdfff
      if (isLow !== this.highHalf > 0) this.refuseAfter(into.subarray(0, used))
      if (unit >= 0xd800 && unit <= 0xdbff) {
        this.highHalf = unit
        continue
      }
      const code = isLow ? 0x10000 + (this.highHalf - 0xd800) * 0x400 + (unit - 0xdc00) : unit
      this.highHalf = 0
      used = putUtf8(code, into, used)
    }
    return this.place.past(into.subarray(0, used))
  }

  finish(): Uint8Array {
    return this.byte !== undefined || this.highHalf > 0 ? this.place.refuse() : nothing
  }

  private refuseAfter(decoded: Uint8Array): never {
    this.place.past(decoded)
    return this.place.refuse()
  }
}

const nothing = new Uint8Array(0)

class SingleByteDecoder implements ChunkDecoder {
  private readonly place: PlaceInText
  /** 0 for bytes that are no character. */
  private readonly codes: Uint16Array

  constructor(place: PlaceInText, table: string) {
    this.place = place
    this.codes = Uint16Array.from(table, (character) => (character === '_' ? 0 : character.charCodeAt(0)))
  }

  decode(chunk: Uint8Array): Uint8Array {
    const into = new Uint8Array(3 * chunk.length)
    let used = 0
    for (const byte of chunk) {
      const code = byte < 128 ? byte : this.codes[byte - 128]
      if (code === 0 && byte !== 0) {
        this.place.past(into.subarray(0, used))
        this.place.refuse()
      }
      used = putUtf8(code, into, used)
    }
    return this.place.past(into.subarray(0, used))
  }

  finish(): Uint8Array {
    return nothing
  }
}

/** The part of the platform's decoder that is used here; both browsers and Node have it. */
declare const TextDecoder: new (
  label: string,
  options: { fatal: boolean; ignoreBOM: boolean },
) => { decode(bytes: Uint8Array, options?: { stream: boolean }): string }

/** What platforms make of bytes that they do not know, where others refuse them: control characters, and those of private use. */
const unknownCharacter = /[\u0080-\u009f\ue000-\uf8ff]/

/** Bytes below 0x30, such as spaces, separators and line ends, are never a part of a longer character: text is cut behind the last of them. */
const leastPart = 0x30

class PlatformDecoder implements ChunkDecoder {
  private readonly place: PlaceInText
  private kept: Uint8Array[] = []

  constructor(place: PlaceInText) {
    this.place = place
  }

  decode(chunk: Uint8Array): Uint8Array {
    let end = chunk.length
    while (end > 0 && chunk[end - 1] >= leastPart) end--
    const whole = end === 0 ? nothing : joinedBytes([...this.kept, chunk.subarray(0, end)])
    if (end > 0) this.kept = []
    if (end < chunk.length) this.kept.push(chunk.slice(end))
    return this.decoded(whole)
  }

  finish(): Uint8Array {
    return this.decoded(joinedBytes(this.kept))
  }

  private decoded(bytes: Uint8Array): Uint8Array {
    const text = this.textOf(bytes, false)
    if (text !== undefined) return this.place.past(encodeUtf8(text))
    let [good, bad] = [0, bytes.length]
    while (bad - good > 1) {
      const middle = (good + bad) >> 1
      if (this.textOf(bytes.subarray(0, middle), true) === undefined) bad = middle
      else good = middle
    }
    this.place.past(encodeUtf8(this.textOf(bytes.subarray(0, good), true)!))
    return this.place.refuse()
  }

  /** Undefined where the bytes are no text. Of the beginning of one (`stream`), the last character may be cut off. */
  private textOf(bytes: Uint8Array, stream: boolean): string | undefined {
    const { encoding } = this.place
    // GBK is a part of GB 18030, and decoders of both are the same in browsers.
    const decoder = new TextDecoder(encoding === 'gbk' ? 'gb18030' : encoding, { fatal: true, ignoreBOM: true })
    try {
      const text = decoder.decode(bytes, { stream })
      return unknownCharacter.test(text) ? undefined : text
    } catch {
      return undefined
    }
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
