import { snippet } from '../../data/text/textNumber.ts'
import { decodeUtf8 } from '../../data/text/utf8.ts'

const [tab, space, bang, quote, backslash, openBrace] = [9, 32, 33, 34, 92, 123]

/** Texts in the bytes of a line. Positions count in these bytes; `end` is that of the line without its white space. */
export class OboText {
  readonly #onNotUtf8: (start: number, what: string) => void

  constructor(onNotUtf8: (start: number, what: string) => void) {
    this.#onNotUtf8 = onNotUtf8
  }

  /** Exactly these bytes. */
  plain(bytes: Uint8Array, start: number, end: number, what: string): string {
    const text = decodeUtf8(bytes, start, end)
    if (text !== undefined) return text
    this.#onNotUtf8(start, what)
    return snippet(bytes, start, end)
  }

  /** The id or name that starts here. */
  token(bytes: Uint8Array, start: number, end: number): string {
    const text = this.plain(bytes, start, tokenEnd(bytes, start, end), 'id')
    return text.includes('\\') ? unescaped(text) : text
  }

  /** A text without quotes: up to a comment, without trailing modifiers. */
  free(bytes: Uint8Array, start: number, end: number): string {
    let special = false
    let stop = start
    for (; stop < end; stop++) {
      const byte = bytes[stop]
      if (byte === backslash) {
        special = true
        stop++
      } else if (byte === bang && isSpace(bytes[stop - 1])) break
      else if (byte === openBrace) special = true
    }
    stop = Math.min(stop, end)
    while (stop > start && isSpace(bytes[stop - 1])) stop--
    const text = this.plain(bytes, start, stop, 'name')
    return special ? unescaped(text.replace(/\s+\{[^{}]*=[^{}]*\}$/, '')) : text
  }

  /** A text in quotes; undefined if there is no quote here. */
  quoted(bytes: Uint8Array, start: number, end: number): string | undefined {
    if (bytes[start] !== quote) return undefined
    let close = start + 1
    let escaped = false
    while (close < end && bytes[close] !== quote) {
      if (bytes[close] === backslash) {
        escaped = true
        close++
      }
      close++
    }
    const text = this.plain(bytes, start + 1, Math.min(close, end), 'synonym')
    return escaped ? unescaped(text) : text
  }
}

/** Where the id or name that starts here ends: at white space that is not escaped. */
export function tokenEnd(bytes: Uint8Array, start: number, end: number): number {
  let position = start
  while (position < end && !isSpace(bytes[position])) position += bytes[position] === backslash ? 2 : 1
  return Math.min(position, end)
}

/** The first position that is not white space, or `end`. */
export function afterSpace(bytes: Uint8Array, start: number, end: number): number {
  let position = start
  while (position < end && isSpace(bytes[position])) position++
  return position
}

/** The first position of a byte, or `end`; bytes after the line are not read. */
export function find(bytes: Uint8Array, byte: number, start: number, end: number): number {
  let position = start
  while (position < end && bytes[position] !== byte) position++
  return position
}

export function isSpace(byte: number): boolean {
  return byte === space || byte === tab
}

/** Backslashes before W, n and t stand for white space, before anything else for that itself. */
function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/gu, (_, letter: string) => (letter === 'W' ? ' ' : letter === 'n' ? '\n' : letter === 't' ? '\t' : letter))
}
