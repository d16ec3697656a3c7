/** One line of JSON, read strictly from its bytes, value by value; messages name the line and the column. */
import type { RankwrightError } from '../../problems/problem.ts'
import type { TablePlace } from '../../problems/tableProblem.ts'
import { powerOfTen } from '../text/powerOfTen.ts'
import { decodeUtf8 } from '../text/utf8.ts'
import { tableError } from './tableError.ts'

const [QUOTE, PLUS, COMMA, MINUS, POINT, ZERO, NINE, COLON] = [34, 43, 44, 45, 46, 48, 57, 58]
const [LARGE_E, SMALL_E, OPEN_ARRAY, BACKSLASH, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [69, 101, 91, 92, 93, 123, 125]

/** Values nested deeper than this are errors even if they are skipped. */
const DEPTH_LIMIT = 200

export type JsonKind = 'text' | 'number' | 'object' | 'array' | 'other'

export class JsonLine {
  readonly file: string
  bytes: Uint8Array = new Uint8Array(0)
  line = 0
  position = 0
  private start = 0
  private end = 0

  constructor(file: string) {
    this.file = file
  }

  /** The line to read: bytes[start .. end]. The byte at `end` must not be one that a number can contain. */
  open(bytes: Uint8Array, start: number, end: number, line: number): void {
    this.bytes = bytes
    this.start = this.position = start
    this.end = end
    this.line = line
  }

  /** Whether nothing but space is left. */
  get ended(): boolean {
    this.skipSpace()
    return this.position >= this.end
  }

  /** What kind of value starts here. */
  get kind(): JsonKind {
    if (this.position >= this.end) return 'other'
    const byte = this.bytes[this.position]
    if (byte === MINUS || (byte >= ZERO && byte <= NINE)) return 'number'
    return byte === QUOTE ? 'text' : byte === OPEN_OBJECT ? 'object' : byte === OPEN_ARRAY ? 'array' : 'other'
  }

  number(): number {
    const { bytes } = this
    const start = this.position
    const negative = bytes[start] === MINUS
    const first = negative ? start + 1 : start
    let position = first
    let mantissa = 0
    let byte = bytes[position]
    while (byte >= ZERO && byte <= NINE) {
      mantissa = mantissa * 10 + (byte - ZERO)
      byte = bytes[++position]
    }
    let digits = position - first
    if (digits === 0) throw this.malformed('a digit', position)
    if (digits > 1 && bytes[first] === ZERO) throw this.malformed('a number without a leading 0', first)
    let decimals = 0
    if (byte === POINT) {
      const point = position
      byte = bytes[++position]
      while (byte >= ZERO && byte <= NINE) {
        mantissa = mantissa * 10 + (byte - ZERO)
        byte = bytes[++position]
      }
      decimals = position - point - 1
      if (decimals === 0) throw this.malformed('a digit', position)
      digits += decimals
    }
    const exponential = byte === SMALL_E || byte === LARGE_E
    if (exponential) {
      byte = bytes[++position]
      if (byte === MINUS || byte === PLUS) byte = bytes[++position]
      if (!(byte >= ZERO && byte <= NINE)) throw this.malformed('a digit', position)
      while (byte >= ZERO && byte <= NINE) byte = bytes[++position]
    }
    this.position = position
    if (exponential || digits > 15) return Number(this.textFrom(start))
    const value = decimals === 0 ? mantissa : mantissa / powerOfTen(decimals)
    return negative ? -value : value
  }

  text(): string {
    const { bytes, end, position: start } = this
    let position = start + 1
    let escaped = false
    for (;;) {
      if (position >= end) throw this.malformed('a closing quote', end)
      const byte = bytes[position]
      if (byte === QUOTE) break
      if (byte < 32) throw this.malformed('no control character in a text', position)
      if (byte === BACKSLASH) {
        escaped = true
        position++
      }
      position++
    }
    this.position = position + 1
    const text = escaped ? decodeUtf8(bytes, start, position + 1) : decodeUtf8(bytes, start + 1, position)
    if (text === undefined) throw tableError({ code: 'not-utf-8', at: this.placeOf(start) })
    return escaped ? this.unescaped(text, start) : text
  }

  /** Skips `word` if it is next. */
  word(word: string): boolean {
    if (this.position + word.length > this.end) return false
    for (let i = 0; i < word.length; i++) if (this.bytes[this.position + i] !== word.charCodeAt(i)) return false
    this.position += word.length
    return true
  }

  /** Skips `bytes` if exactly they are next. */
  same(bytes: Uint8Array): boolean {
    if (this.position + bytes.length > this.end) return false
    for (let i = 0; i < bytes.length; i++) if (this.bytes[this.position + i] !== bytes[i]) return false
    this.position += bytes.length
    return true
  }

  /** Runs `readKey` at each key of the object that starts here, which skips it, and then `readValue` at its value. */
  object(readKey: () => void, readValue: () => void): void {
    this.expect(OPEN_OBJECT, 'an object, "{"')
    if (this.closes(CLOSE_OBJECT)) return
    for (;;) {
      if (this.kind !== 'text') throw this.malformed('a key in quotes')
      readKey()
      this.skipSpace()
      this.expect(COLON, '":"')
      this.skipSpace()
      readValue()
      if (this.closes(CLOSE_OBJECT)) return
      this.expect(COMMA, '"," or "}"')
      this.skipSpace()
    }
  }

  array(readValue: () => void): void {
    this.expect(OPEN_ARRAY, 'an array, "["')
    if (this.closes(CLOSE_ARRAY)) return
    for (;;) {
      readValue()
      if (this.closes(CLOSE_ARRAY)) return
      this.expect(COMMA, '"," or "]"')
      this.skipSpace()
    }
  }

  /** Skips any value, checking that it is one. */
  skip(depth = 1): void {
    if (depth > DEPTH_LIMIT) throw this.malformed(`values nested less than ${DEPTH_LIMIT} deep`)
    switch (this.kind) {
      case 'text':
        this.text()
        break
      case 'number':
        this.number()
        break
      case 'object':
        this.object(
          () => this.text(),
          () => this.skip(depth + 1),
        )
        break
      case 'array':
        this.array(() => this.skip(depth + 1))
        break
      case 'other':
        if (!this.word('null') && !this.word('true') && !this.word('false')) throw this.malformed('a value')
    }
  }

  /** As it is written, from `start` to here. */
  textFrom(start: number): string {
    return decodeUtf8(this.bytes, start, this.position) ?? '?'
  }

  placeOf(position: number): TablePlace {
    return { file: this.file, line: this.line, column: position - this.start + 1 }
  }

  /** The place of the byte that is read next. */
  get here(): TablePlace {
    return this.placeOf(this.position)
  }

  malformed(expected: string, position: number = this.position): RankwrightError {
    const at = this.placeOf(position)
    if (position < this.end && this.bytes[position] === 0) return tableError({ code: 'nul-byte', at })
    let next = position + 1
    while (next < this.end && (this.bytes[next] & 0xc0) === 0x80) next++
    const found = position >= this.end ? 'the end of the line' : `"${decodeUtf8(this.bytes, position, next) ?? '?'}"`
    return tableError({ code: 'json-malformed', at, expected, found })
  }

  private unescaped(text: string, start: number): string {
    try {
      const read = JSON.parse(text) as string
      if (!/\p{Surrogate}/u.test(read)) return read // half a character, which no file could hold
    } catch {}
    throw this.malformed('a text with sound escapes', start)
  }

  private closes(byte: number): boolean {
    this.skipSpace()
    if (this.position >= this.end || this.bytes[this.position] !== byte) return false
    this.position++
    return true
  }

  private expect(byte: number, expected: string): void {
    if (this.position >= this.end || this.bytes[this.position] !== byte) throw this.malformed(expected)
    this.position++
    this.skipSpace()
  }

  private skipSpace(): void {
    const { bytes, end } = this
    while (this.position < end) {
      const byte = bytes[this.position]
      if (byte !== 32 && byte !== 9 && byte !== 13) return
      this.position++
    }
  }
}
