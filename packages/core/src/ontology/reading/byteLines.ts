import { ByteBuffer } from '../../data/text/byteBuffer.ts'
import { refuseUtf16, utf8MarkLength } from '../../data/text/byteOrderMark.ts'
import { RankwrightError } from '../../problems/problem.ts'

const [lineFeed, carriageReturn] = [10, 13]

/** A line of more bytes than this is an accident. */
const longestLine = 1 << 26

export interface ByteLines {
  push(chunk: Uint8Array): void
  finish(): void
}

/**
 * Cuts bytes that come in chunks into lines, without their ends; a byte order mark is skipped. `onLine` gets the bytes a
 * line lies in, valid until it returns.
 */
export function byteLines(file: string, onLine: (bytes: Uint8Array, start: number, end: number, line: number) => void): ByteLines {
  const rest = new ByteBuffer()
  let line = 0
  let started = false

  return {
    push(chunk) {
      let start = 0
      if (!started) {
        if (rest.length + chunk.length < 3) {
          keep(chunk, 0)
          return
        }
        if (rest.length > 0) {
          rest.append(chunk)
          const joined = rest.bytes.slice(0, rest.length)
          rest.clear()
          this.push(joined)
          return
        }
        started = true
        start = textStart(chunk)
      }
      take(chunk, start)
    },
    finish() {
      if (!started && rest.length > 0) {
        started = true
        const few = rest.bytes.slice(0, rest.length)
        rest.clear()
        take(few, textStart(few))
      }
      if (rest.length > 0) tell(rest.bytes, 0, rest.length)
      rest.clear()
    },
  }

  /** The lines of a chunk; what comes after the last line feed waits for the next one. */
  function take(chunk: Uint8Array, from: number): void {
    let start = from
    const first = chunk.indexOf(lineFeed, start)
    if (first < 0) {
      keep(chunk, start)
      return
    }
    if (rest.length > 0) {
      keep(chunk.subarray(start, first), 0)
      tell(rest.bytes, 0, rest.length)
      rest.clear()
      start = first + 1
    }
    for (let feed = chunk.indexOf(lineFeed, start); feed >= 0; feed = chunk.indexOf(lineFeed, start)) {
      tell(chunk, start, feed)
      start = feed + 1
    }
    keep(chunk, start)
  }

  function tell(bytes: Uint8Array, start: number, end: number): void {
    line++
    onLine(bytes, start, end > start && bytes[end - 1] === carriageReturn ? end - 1 : end, line)
  }

  function keep(chunk: Uint8Array, from: number): void {
    if (rest.length + chunk.length - from > longestLine)
      throw new RankwrightError({ area: 'data', code: 'line-too-long', at: { file, line: line + 1 }, limit: longestLine })
    rest.append(chunk.subarray(from))
  }

  /** Where the text starts; throws when it is not text at all. */
  function textStart(bytes: Uint8Array): number {
    const at = { file, line: 1, column: 1 }
    refuseUtf16(file, bytes)
    const zero = bytes.subarray(0, 4096).indexOf(0)
    if (zero >= 0) throw new RankwrightError({ area: 'data', code: 'not-text', at, byte: 0 })
    return utf8MarkLength(bytes)
  }
}
