import type { TablePlace } from '../../problems/tableProblem.ts'
import { type Separator, separatorLine, type separatorNames, separatorOfHeader } from '../text/separator.ts'
import { decodeUtf8 } from '../text/utf8.ts'
import { tableError } from './tableError.ts'

const [tab, lineFeed, carriageReturn, space, quote, comma] = [9, 10, 13, 32, 34, 44]

/** Instead of a position: the row continues beyond the bytes so far. */
export const incomplete = -1

/** The cells of a CSV or TSV text, in the bytes that have come so far. Places are counted in these bytes. */
export class DelimitedCells {
  readonly file: string
  separator: number
  /** The separator, where it is not that of the format and the header shows it. */
  shownByHeader: keyof typeof separatorNames | undefined
  /** A line before the header says what the separator is. */
  private isTold = false
  /** A line feed follows the last byte: it ends every cell without quotes. */
  bytes: Uint8Array = new Uint8Array(0)
  length = 0
  /** Whether no more bytes will come. */
  final = false
  /** Where the current row starts, and on which line. */
  rowStart = 0
  line = 1
  /** Of the cell just read: its text, whether it was quoted, and the place of the separator or line end after it. */
  text = ''
  quoted = false
  end = 0

  constructor(file: string, separator: Separator) {
    this.file = file
    this.separator = separator.charCodeAt(0)
  }

  /** Passes the current line if it is one that tells Excel the separator, and heeds it; false when it is another. The line has come. */
  passSeparatorLine(): boolean {
    const said = this.isTold ? undefined : separatorLine(this.bytes, this.rowStart, this.length)
    if (said === undefined) return false
    this.isTold = true
    this.separator = said.separator.charCodeAt(0)
    this.line++
    this.rowStart = said.next
    return true
  }

  /** Takes the separator of a CSV from its header, which is the current line, where no line before it says what it is. */
  followHeader(): void {
    if (this.separator !== comma || this.isTold) return
    const shown = separatorOfHeader(this.bytes, this.rowStart, this.length)
    if (shown === ',') return
    this.shownByHeader = shown
    this.separator = shown.charCodeAt(0)
  }

  /** Whether a quote is a letter like any other inside a cell that does not start with one. */
  private get quotesAreLetters(): boolean {
    return this.separator === tab
  }

  /** The bytes to read from now on; the byte behind the last one is overwritten. */
  open({ bytes, length }: { readonly bytes: Uint8Array; readonly length: number }, final: boolean): void {
    bytes[length] = lineFeed
    this.bytes = bytes
    this.length = length
    this.final = final
    this.rowStart = 0
  }

  /** Reads the cell that starts here; false when it runs past the bytes that have come. */
  read(start: number): boolean {
    if (!this.skip(start)) return false
    const { bytes } = this
    let from = start
    let to = this.end
    if (this.quoted) {
      const text = this.textOf(start + 1, this.end - 1)
      this.text = text.includes('"') ? text.replaceAll('""', '"') : text
      return true
    }
    while (from < to && bytes[from] === space) from++
    while (to > from && bytes[to - 1] === space) to--
    this.text = this.textOf(from, to)
    return true
  }

  /** As `read`, without the text. */
  skip(start: number): boolean {
    const { bytes } = this
    this.quoted = bytes[start] === quote
    const end = this.quoted ? this.quotedEnd(start) : this.plainEnd(start)
    if (end === incomplete) return false
    if (bytes[end] === carriageReturn && bytes[end + 1] !== lineFeed)
      throw tableError({ code: 'carriage-return-inside-cell', at: this.placeOf(end) })
    this.end = end
    return this.final || end < this.length
  }

  private plainEnd(start: number): number {
    const { bytes, separator, quotesAreLetters } = this
    let position = start
    for (;;) {
      const byte = bytes[position]
      if (byte === separator || byte === lineFeed || byte === carriageReturn) return position
      if (byte === 0) throw tableError({ code: 'nul-byte', at: this.placeOf(position) })
      if (byte === quote && !quotesAreLetters) throw tableError({ code: 'quote-inside-cell', at: this.placeOf(position) })
      position++
    }
  }

  private quotedEnd(start: number): number {
    const { bytes, separator } = this
    const close = this.closingQuote(start)
    if (close < 0) {
      if (this.final) throw tableError({ code: 'quote-never-closed', at: this.placeOf(start) })
      return incomplete
    }
    const byte = bytes[close + 1]
    if (byte === separator || byte === lineFeed || byte === carriageReturn) return close + 1
    const found = decodeUtf8(bytes, close + 1, close + 2) ?? '?'
    throw tableError({ code: 'text-after-quote', at: this.placeOf(close + 1), found })
  }

  /** The quote that ends the cell which starts with the quote at `start`, or -1 when it has not come. */
  private closingQuote(start: number): number {
    const { bytes, length } = this
    let position = start
    for (;;) {
      position = bytes.indexOf(quote, position + 1)
      if (position < 0 || position >= length) return -1
      if (bytes[position + 1] !== quote) return position
      position++
    }
  }

  private textOf(from: number, to: number): string {
    const text = decodeUtf8(this.bytes, from, to)
    if (text === undefined) throw tableError({ code: 'not-utf-8', at: this.placeOf(from) })
    if (text.includes('\0')) throw tableError({ code: 'nul-byte', at: this.placeOf(from + this.bytes.subarray(from, to).indexOf(0)) })
    return text
  }

  /** Where the next line starts when this one is blank, or `incomplete`; undefined when the line is not blank. */
  blankLineEnd(start: number): number | undefined {
    const { bytes, length, separator } = this
    let end = start
    while (bytes[end] === separator && end < length) end++
    if (end > start && end >= length) return this.final ? length : incomplete
    if (bytes[end] === lineFeed) return end + 1
    if (bytes[end] !== carriageReturn || bytes[end + 1] !== lineFeed) return undefined
    return end + 1 < length ? end + 2 : this.final ? length : incomplete
  }

  /** Where the next line starts when this one ends here, or `incomplete` when its end has not come. */
  afterLineEnd(position: number): number {
    const next = this.bytes[position] === carriageReturn ? position + 2 : position + 1
    if (next <= this.length) return next
    return this.final ? this.length : incomplete
  }

  /** Where the row after the one at `start` begins, which has a fault: after the first line end outside quotes. */
  rowEnd(start: number): number {
    const { bytes, separator, length } = this
    const none = this.final ? length : incomplete
    let position = start
    for (; bytes[position] !== lineFeed; position++) {
      if (bytes[position] !== quote || (position > start && bytes[position - 1] !== separator)) continue
      position = this.closingQuote(position)
      if (position < 0) return none
    }
    return position < length ? position + 1 : none
  }

  /** How many cells the current row has, all of which have come. */
  count(): number {
    let found = 1
    for (let at = this.rowStart; this.skip(at) && this.bytes[this.end] === this.separator; at = this.end + 1) found++
    return found
  }

  linesIn(from: number, to: number): number {
    const { bytes } = this
    let lines = 0
    for (let position = bytes.indexOf(lineFeed, from); position >= 0 && position < to; position = bytes.indexOf(lineFeed, position + 1))
      lines++
    return lines
  }

  /** The line and column of a byte of the current row. */
  placeOf(position: number): TablePlace {
    const { bytes, file, line, rowStart } = this
    const before = this.linesIn(rowStart, position)
    const lineStart = before === 0 ? rowStart : bytes.lastIndexOf(lineFeed, position - 1) + 1
    return { file, line: line + before, column: position - lineStart + 1 }
  }
}
