import { RankwrightError } from '../../problems/problem.ts'

const [lineFeed, carriageReturn] = [10, 13]

/** A line of more bytes than this is an accident. */
const longestLine = 1 << 26

export interface ByteLines {
  push(chunk: Uint8Array): void
  finish(): void
}

/**
 * Cuts bytes that come in chunks into lines, without their ends; a byte order mark is passed over. `onLine` gets the bytes a
 * line lies in, valid until it returns.
 */
export function byteLines(file: string, onLine: (bytes: Uint8Array, start: number, end: number, line: number) => void): ByteLines {
  let rest = new Uint8Array(1 << 12)
  let restLength = 0
  let line = 0
  let started = false

  return {
    push(chunk) {
      let start = 0
      if (!started) {
        if (restLength + chunk.length < 3) {
          keep(chunk, 0)
          return
        }
        if (restLength > 0) {
          const joined = new Uint8Array(restLength + chunk.length)
          joined.set(rest.subarray(0, restLength))
          joined.set(chunk, restLength)
          restLength = 0
          this.push(joined)
          return
        }
        started = true
        start = textStart(chunk)
      }
      const first = chunk.indexOf(lineFeed, start)
      if (first < 0) {
        keep(chunk, start)
        return
      }
      if (restLength > 0) {
        keep(chunk.subarray(start, first), 0)
        tell(rest, 0, restLength)
        restLength = 0
        start = first + 1
      }
      for (let feed = chunk.indexOf(lineFeed, start); feed >= 0; feed = chunk.indexOf(lineFeed, start)) {
        tell(chunk, start, feed)
        start = feed + 1
      }
      keep(chunk, start)
    },
    finish() {
      if (!started && restLength > 0) {
        started = true
        const start = textStart(rest.subarray(0, restLength))
        if (start < restLength) tell(rest, start, restLength)
      } else if (restLength > 0) tell(rest, 0, restLength)
      restLength = 0
    },
  }

  function tell(bytes: Uint8Array, start: number, end: number): void {
    line++
    onLine(bytes, start, end > start && bytes[end - 1] === carriageReturn ? end - 1 : end, line)
  }

  function keep(chunk: Uint8Array, from: number): void {
    const length = restLength + chunk.length - from
    if (length > longestLine)
      throw new RankwrightError({ area: 'data', code: 'line-too-long', at: { file, line: line + 1 }, limit: longestLine })
    if (length > rest.length) {
      const larger = new Uint8Array(2 * length)
      larger.set(rest.subarray(0, restLength))
      rest = larger
    }
    rest.set(chunk.subarray(from), restLength)
    restLength = length
  }

  /** Where the text starts; what is no text at all is told here. */
  function textStart(bytes: Uint8Array): number {
    const [first, second, third] = bytes
    const at = { file, line: 1, column: 1 }
    if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
      throw new RankwrightError({ area: 'ontology', code: 'ontology-in-utf-16', at })
    const zero = bytes.subarray(0, 4096).indexOf(0)
    if (zero >= 0) throw new RankwrightError({ area: 'data', code: 'not-text', at, byte: 0 })
    return first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0
  }
}
