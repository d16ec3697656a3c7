import type { Place } from '../../problems/place.ts'
import { type Problem, RankwrightError } from '../../problems/problem.ts'
import { decodeUtf8 } from '../text/utf8.ts'

const [tab, lineFeed, carriageReturn, space, deleteByte] = [9, 10, 13, 32, 127]

/** A longer line means that the file has lost its line breaks. */
export const longestLine: number = 8 << 20

/** The line of a LETOR text that is being read. It knows where it stands, and reports its problems. */
export class LetorLine {
  readonly file: string
  private readonly onProblem: ((problem: Problem) => void) | undefined
  /** Counted from 1. */
  number = 1
  /** The bytes that the line lies in, and where it starts in them. They end with a line feed. */
  bytes: Uint8Array = new Uint8Array(0)
  view: DataView = new DataView(this.bytes.buffer)
  start = 0

  constructor(file: string, onProblem: ((problem: Problem) => void) | undefined) {
    this.file = file
    this.onProblem = onProblem
  }

  /** From here on, lines lie in these bytes. */
  setBytes(bytes: Uint8Array): void {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  }

  /** The place of a byte of this line. */
  at(position: number): Place {
    return { file: this.file, line: this.number, column: position - this.start + 1 }
  }

  /** The place after the last byte of the token that starts here. */
  tokenEnd(start: number): number {
    const { bytes } = this
    let end = start
    while (bytes[end] !== space && bytes[end] !== tab && bytes[end] !== lineFeed && bytes[end] !== carriageReturn) end++
    return end
  }

  /** Reports bytes that no text has: control characters, and what is not UTF-8. */
  isBinary(start: number, end: number): boolean {
    const { bytes } = this
    let position = start
    while (position < end && bytes[position] >= space && bytes[position] !== deleteByte) position++
    if (position === end) {
      if (decodeUtf8(bytes, start, end) !== undefined) return false
      position = start + bytes.subarray(start, end).findIndex((byte) => byte >= 0x80)
    }
    this.fail({ area: 'data', code: 'not-text', at: this.at(position), byte: bytes[position] })
    return true
  }

  /** Reports a problem of the row on this line. */
  fail(problem: Problem): -1 {
    if (this.bytes.indexOf(lineFeed, this.start) - this.start > longestLine) return this.failAsTooLong()
    this.report(problem)
    return -1
  }

  failAsTooLong(): -1 {
    const at = { file: this.file, line: this.number, column: longestLine + 1 }
    this.report({ area: 'data', code: 'line-too-long', at, limit: longestLine })
    return -1
  }

  /** Hands over a problem of the text; the first one is thrown if there is no `onProblem`. */
  report(problem: Problem): void {
    if (this.onProblem === undefined) throw new RankwrightError(problem)
    this.onProblem(problem)
  }
}
