/**
 * CSV and TSV, read as the bytes come. RFC 4180 with these decisions: cells may be quoted in TSV as well; spaces around an
 * unquoted cell do not count; blank lines are skipped; lines end in LF or CRLF; the text is UTF-8, with or without a mark.
 */
import type { Problem } from '../../problems/problem.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { excerpt, type TablePlace, type TableProblem } from '../../problems/tableProblem.ts'
import { keyedList, ListByList } from '../lists/listByList.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { rowCollector } from '../lists/rowCollector.ts'
import { decimal, featureValue, longDecimalAsFloat32, powerOfTen } from '../text/tableNumber.ts'
import { decodeUtf8 } from '../text/utf8.ts'
import {
  firstLineIsData,
  numberedNames,
  type TableColumns,
  type TableParser,
  type TableReaderOptions,
  tableColumns,
} from './tableColumns.ts'

export interface DelimitedTextOptions extends TableReaderOptions {
  readonly separator?: ',' | '\t'
}

const LF = 10
const CR = 13
const SPACE = 32
const QUOTE = 34
const POINT = 46
const ZERO = 48

/** A row of more bytes than this is an accident, most often a quote that is never closed. */
const ROW_LIMIT = 1 << 28

/** The row runs past the bytes that have come so far. */
const INCOMPLETE = -1

/** What a column is to the scanner. */
const IGNORED = 0
const FEATURE = 1
const LABEL = 2
const LIST = 3
const ITEM = 4
const KEY = 5

/** Reads a CSV or TSV table; `file` is how messages call it. */
export function delimitedTextParser(file: string, options: DelimitedTextOptions = {}): TableParser<RankingLists> {
  const separator = options.separator === '\t' ? 9 : 44
  const quotesAreLetters = options.separator === '\t' // inside a cell that does not start with one
  const { onProblem, onNote, size } = options

  let bytes = new Uint8Array(1 << 16)
  let length = 0
  /** Fewer bytes than this cannot complete the row that was incomplete last time. Doubling keeps long rows linear. */
  let worthScanning = 1
  let scanning = 0 // start of the row being scanned, for messages
  let line = 1 // its line
  let started = false
  let consumed = 0

  let columns: TableColumns | undefined
  let uses = new Uint8Array(0)
  let values = new Float32Array(0)
  let rows = 0
  const finishing = () => ({ featureNames: columns!.features.map((column) => columns!.names[column]), width: columns!.features.length })
  const collector = rowCollector(options.onList && new ListByList(options.onList, finishing))

  // What `readCell` found: its text, whether it was quoted, and where it ends.
  let cell = ''
  let cellQuoted = false
  let cellEnd = 0
  /** Notes on the row being scanned, told once it is complete. */
  const notes: Problem[] = []
  // Rows of a list mostly follow each other: its id is decoded once.
  let listBytes = new Uint8Array(0)
  let listId = ''

  return { push, finish }

  function push(chunk: Uint8Array): void {
    if (length + chunk.length + 1 > bytes.length) {
      const larger = new Uint8Array(Math.max(2 * bytes.length, length + chunk.length + 1))
      larger.set(bytes.subarray(0, length))
      bytes = larger
    }
    bytes.set(chunk, length)
    length += chunk.length
    if (length >= worthScanning) scan(false)
  }

  function finish(): RankingLists {
    scan(true)
    if (columns === undefined) throw problem({ code: 'table-empty', at: { file } })
    if (rows === 0 && onProblem === undefined) throw problem({ code: 'table-without-rows', at: { file, line } })
    return collector.finish(finishing())
  }

  /** Takes every complete row, and at the end of the file the last one, however it ends. */
  function scan(final: boolean): void {
    bytes[length] = LF // ends every scan of an unquoted cell
    let start = 0
    if (!started) {
      if (length < 3 && !final) return
      started = true
      start = afterMark()
    }
    const from = start
    for (;;) {
      const next = columns === undefined ? scanHeader(start, final) : scanRows(start, final)
      if (next === INCOMPLETE) break
      start = next
      if (start >= length) break
    }
    start = Math.max(start, scanning)
    consumed += start
    if (size !== undefined && rows > 0) collector.expect(Math.ceil((rows * size) / consumed))
    bytes.copyWithin(0, start, length)
    length -= start
    scanning = 0
    worthScanning = start > from ? length + 1 : 2 * length
    if (length > ROW_LIMIT) throw problem({ code: 'row-too-long', at: { file, line }, limit: ROW_LIMIT })
  }

  /** Where the text starts: after the byte order mark of UTF-8, if there is one. */
  function afterMark(): number {
    const [first, second, third] = bytes
    if (length >= 2 && ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)))
      throw problem({ code: 'table-in-utf-16', at: { file, line: 1, column: 1 } })
    return length >= 3 && first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0
  }

  function scanHeader(start: number, final: boolean): number {
    scanning = start
    if (start >= length) return start
    const lineEnd = blankLineEnd(start, final)
    if (lineEnd !== undefined) {
      if (lineEnd !== INCOMPLETE) line++
      return lineEnd
    }
    const cells: string[] = []
    let position = start
    for (;;) {
      if (!readCell(position, final)) return INCOMPLETE
      cells.push(cell)
      position = cellEnd
      if (bytes[position] !== separator) break
      position++
    }
    const next = afterLineEnd(position)
    if (next > length && !final) return INCOMPLETE
    const at = { file, line, column: 1 }
    if (firstLineIsData(cells, options, at)) {
      columns = tableColumns(numberedNames(cells.length), options, at)
    } else {
      columns = tableColumns(cells, options, at)
      line += linesIn(start, position) + 1
      start = Math.min(next, length)
    }
    const { list, label, item, key, features, names } = columns
    uses = new Uint8Array(names.length)
    for (const feature of features) uses[feature] = FEATURE
    if (label !== undefined) uses[label] = LABEL
    uses[list] = LIST
    if (item !== undefined) uses[item] = ITEM
    if (key !== undefined) uses[key] = KEY
    values = new Float32Array(features.length)
    return start
  }

  /** Takes rows until the bytes run out. With `onProblem`, a faulty row is told and left out. */
  function scanRows(start: number, final: boolean): number {
    scanning = start
    for (;;) {
      try {
        return scanSoundRows(scanning, final)
      } catch (error) {
        if (onProblem === undefined || !(error instanceof RankwrightError)) throw error
        const next = rowEnd(scanning, final)
        if (next === INCOMPLETE) return INCOMPLETE // come back when the whole row is there, and tell it then
        for (const found of error.problems) onProblem(found)
        line += linesIn(scanning, next)
        scanning = next
        if (next >= length) return next
      }
    }
  }

  function scanSoundRows(start: number, final: boolean): number {
    const width = uses.length
    const buffer = bytes
    let position = start
    while (position < length) {
      scanning = position
      const lineEnd = blankLineEnd(position, final)
      if (lineEnd !== undefined) {
        if (lineEnd === INCOMPLETE) return INCOMPLETE
        line++
        scanning = position = lineEnd
        continue
      }
      let label = 0
      let item: string | undefined
      let key: string | undefined
      let feature = 0
      let lines = 1
      notes.length = 0
      for (let column = 0; ; column++) {
        if (column === width) {
          if (rowEnd(scanning, final) === INCOMPLETE) return INCOMPLETE
          throw wrongLength(position)
        }
        const use = uses[column]
        if (use === FEATURE || use === LABEL) {
          // The common case in one pass: a plain decimal, ended by the separator or the line.
          let digitsStart = position
          let byte = buffer[position]
          const negative = byte === 45
          if (negative || byte === 43) byte = buffer[(digitsStart = position + 1)]
          let end = digitsStart
          let mantissa = 0
          while (byte >= ZERO && byte <= 57) {
            mantissa = mantissa * 10 + (byte - ZERO)
            byte = buffer[++end]
          }
          let digits = end - digitsStart
          let decimals = 0
          if (byte === POINT) {
            const point = end
            byte = buffer[++end]
            while (byte >= ZERO && byte <= 57) {
              mantissa = mantissa * 10 + (byte - ZERO)
              byte = buffer[++end]
            }
            decimals = end - point - 1
            digits += decimals
          }
          let value = Number.NaN
          let read = false
          if (byte === separator || byte === LF || (byte === CR && buffer[end + 1] === LF)) {
            if (digits > 0 && digits <= 15) {
              value = decimals === 0 ? mantissa : mantissa / powerOfTen(decimals)
              read = true
            } else if (use === FEATURE) {
              if (digits > 15) value = longDecimalAsFloat32(buffer, digitsStart, end)
              read = end === position || !Number.isNaN(value)
            }
          }
          if (read) {
            if (negative) value = -value
            position = end
          } else {
            if (!readCell(position, final)) return INCOMPLETE
            value = use === LABEL ? labelIn(position) : featureIn(position, column)
            if (cellQuoted) lines += linesIn(position, cellEnd)
            position = cellEnd
          }
          if (use === LABEL) label = value
          else values[feature++] = value
        } else if (use === LIST && sameList(position)) {
          position += listBytes.length
        } else {
          if (use === IGNORED ? !skipCell(position, final) : !readCell(position, final)) return INCOMPLETE
          if (use !== IGNORED && cell === '' && !cellQuoted)
            throw problem({
              code: 'cell-without-id',
              at: placeOf(position),
              column: columns!.names[column],
              role: use === LIST ? 'list' : use === ITEM ? 'item' : 'key',
            })
          if (use === LIST) {
            listId = cell
            listBytes = cellQuoted ? new Uint8Array(0) : buffer.slice(position, cellEnd)
          } else if (use === ITEM) item = cell
          else if (use === KEY) key = cell
          if (cellQuoted) lines += linesIn(position, cellEnd)
          position = cellEnd
        }
        if (buffer[position] === separator) {
          position++
          continue
        }
        // The cell ended at the line end, or at the LF that stands behind the last byte.
        const next = afterLineEnd(position)
        if (next > length && !final) return INCOMPLETE
        if (column + 1 < width) throw wrongLength(scanning)
        position = Math.min(next, length)
        break
      }
      collector.addDense(key === undefined ? listId : keyedList(key, listId), label, values, item)
      for (const note of notes) onNote?.(note)
      rows++
      line += lines
      scanning = position
    }
    return position
  }

  /** Whether the list cell here is, byte for byte, the one of the row before. */
  function sameList(position: number): boolean {
    const size = listBytes.length
    if (size === 0) return false
    const byte = bytes[position + size]
    if (byte !== separator && byte !== LF) return false
    for (let offset = 0; offset < size; offset++) if (bytes[position + offset] !== listBytes[offset]) return false
    return true
  }

  function labelIn(position: number): number {
    const value = decimal(cell) ?? options.labelOf?.(cell)
    if (value === undefined || !Number.isFinite(value))
      throw problem({
        code: 'cell-not-a-label',
        at: placeOf(position),
        column: columns!.names[columns!.label!],
        found: excerpt(cell),
        ...(options.labelOf && { place: true }),
      })
    return value
  }

  function featureIn(position: number, column: number): number {
    const value = featureValue(cell)
    if (value === undefined)
      throw problem({ code: 'cell-not-a-number', at: placeOf(position), column: columns!.names[column], found: excerpt(cell) })
    const rounded = Math.fround(value)
    if (rounded === Infinity || rounded === -Infinity)
      throw problem({ code: 'cell-beyond-float32', at: placeOf(position), column: columns!.names[column], found: excerpt(cell) })
    if (rounded === 0 && value !== 0)
      notes.push({ area: 'table', code: 'cell-becomes-zero', at: placeOf(position), column: columns!.names[column], found: excerpt(cell) })
    return rounded
  }

  /**
   * Reads the cell at `start` into `cell`, `cellQuoted` and `cellEnd` (the place of the separator or of the line end's
   * first byte). False when it runs past the bytes that have come.
   */
  function readCell(start: number, final: boolean): boolean {
    if (bytes[start] === QUOTE) return readQuotedCell(start, final)
    if (!skipCell(start, final)) return false
    let from = start
    let to = cellEnd
    while (from < to && bytes[from] === SPACE) from++
    while (to > from && bytes[to - 1] === SPACE) to--
    cell = textOf(from, to)
    return true
  }

  function readQuotedCell(start: number, final: boolean): boolean {
    if (!skipCell(start, final)) return false
    cell = textOf(start + 1, cellEnd - 1)
    if (cell.includes('"')) cell = cell.replaceAll('""', '"')
    return true
  }

  /** As `readCell`, without the text. */
  function skipCell(start: number, final: boolean): boolean {
    cellQuoted = bytes[start] === QUOTE
    let position = start
    if (cellQuoted) {
      for (;;) {
        position = bytes.indexOf(QUOTE, position + 1)
        if (position < 0 || position >= length) {
          if (final) throw problem({ code: 'quote-never-closed', at: placeOf(start) })
          return false
        }
        if (bytes[position + 1] !== QUOTE) break
        position++
      }
      position++
      const byte = bytes[position]
      if (byte !== separator && byte !== LF && byte !== CR) {
        throw problem({ code: 'text-after-quote', at: placeOf(position), found: decodeUtf8(bytes, position, position + 1) ?? '?' })
      }
    } else {
      for (;;) {
        const byte = bytes[position]
        if (byte === separator || byte === LF || byte === CR) break
        if (byte === 0) throw problem({ code: 'nul-byte', at: placeOf(position) })
        if (byte === QUOTE && !quotesAreLetters) throw problem({ code: 'quote-inside-cell', at: placeOf(position) })
        position++
      }
    }
    if (bytes[position] === CR && bytes[position + 1] !== LF) throw problem({ code: 'carriage-return-inside-cell', at: placeOf(position) })
    cellEnd = position
    return final || position < length
  }

  function textOf(from: number, to: number): string {
    const text = decodeUtf8(bytes, from, to)
    if (text === undefined) throw problem({ code: 'not-utf-8', at: placeOf(from) })
    if (text.includes('\0')) throw problem({ code: 'nul-byte', at: placeOf(from + bytes.subarray(from, to).indexOf(0)) })
    return text
  }

  /** Where the next line starts when this one is blank; undefined when it is not. */
  function blankLineEnd(start: number, final: boolean): number | undefined {
    if (bytes[start] === LF) return start + 1
    if (bytes[start] !== CR || bytes[start + 1] !== LF) return undefined
    return start + 1 < length ? start + 2 : final ? length : INCOMPLETE
  }

  function afterLineEnd(position: number): number {
    return bytes[position] === CR ? position + 2 : position + 1
  }

  /** Where the row after the faulty one at `start` begins: after the first line end outside quotes. */
  function rowEnd(start: number, final: boolean): number {
    let position = start
    for (;;) {
      const byte = bytes[position]
      if (byte === LF) break
      if (byte === QUOTE && (position === start || bytes[position - 1] === separator)) {
        const close = closingQuote(position)
        if (close < 0) return final ? length : INCOMPLETE
        position = close
      }
      position++
    }
    return position < length ? position + 1 : final ? length : INCOMPLETE
  }

  function closingQuote(start: number): number {
    let position = start
    for (;;) {
      position = bytes.indexOf(QUOTE, position + 1)
      if (position < 0 || position >= length) return -1
      if (bytes[position + 1] !== QUOTE) return position
      position++
    }
  }

  function linesIn(from: number, to: number): number {
    let lines = 0
    for (let position = bytes.indexOf(LF, from); position >= 0 && position < to; position = bytes.indexOf(LF, position + 1)) lines++
    return lines
  }

  /** The line and column of a byte of the row being scanned. */
  function placeOf(position: number): TablePlace {
    const before = linesIn(scanning, position)
    const lineStart = before === 0 ? scanning : bytes.lastIndexOf(LF, position - 1) + 1
    return { file, line: line + before, column: position - lineStart + 1 }
  }

  /** The row, complete, has more or fewer cells than the table has columns; counts what it has. */
  function wrongLength(position: number): RankwrightError {
    let found = 1
    for (let at = scanning; skipCell(at, true) && bytes[cellEnd] === separator; at = cellEnd + 1) found++
    return problem({ code: 'row-of-wrong-length', at: placeOf(position), found, expected: uses.length })
  }
}

function problem(found: TableProblem): RankwrightError {
  return new RankwrightError({ area: 'table', ...found } satisfies Problem)
}
