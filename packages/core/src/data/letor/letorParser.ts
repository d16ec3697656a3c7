/**
 * LETOR / SVMlight rows: `label qid:ID 1:0.5 3:0.25 # comment`.
 *
 * The chunks of a file are cut into whole lines here. Rows are then scanned byte by byte, straight from the chunk, by `LetorRow`;
 * only a line that lies in several chunks is copied. Each line that is scanned ends with a line feed, which no token contains: the
 * inner loops need no other bound.
 */
import {
  bytes as bytesShape,
  callback,
  either,
  fields,
  number,
  numbers,
  options as optionsShape,
  requireArguments,
  type ShapesOf,
  text as textShape,
} from '../../arguments/shapes.ts'
import type { Place } from '../../problems/place.ts'
import type { Problem } from '../../problems/problem.ts'
import type { FileRows } from '../lists/joinedRows.ts'
import { ListByList, type RowGathering } from '../lists/listByList.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { RowStore } from '../lists/rowStore.ts'
import { ByteBuffer } from '../text/byteBuffer.ts'
import { refuseUtf16, utf8MarkLength } from '../text/byteOrderMark.ts'
import { encodeUtf8 } from '../text/utf8.ts'
import { LetorLine, longestLine } from './letorLine.ts'
import { LetorLists, type LetorSidecars } from './letorLists.ts'
import { LetorRow } from './letorRow.ts'

export interface LetorOptions extends LetorSidecars {
  /** Bytes of the whole text, as far as they are known: saves memory. */
  readonly size?: number
  /** Takes faulty rows, which are then left out; without it the first one is thrown. */
  readonly onProblem?: (problem: Problem) => void
  /** Takes a note, at the end, on values that a 32-bit float cannot hold well. */
  readonly onNote?: (note: Problem) => void
  /** Lists are handed over one by one, each when a row of another begins, instead of all together in the end. */
  readonly onList?: (lists: RankingLists) => void
}

export interface LetorParser {
  /** The next bytes of the text, cut anywhere; they are not needed afterwards. */
  push(chunk: Uint8Array): void
  /** To be called once, after the last chunk. */
  finish(): RankingLists
}

const optionShapes: ShapesOf<LetorOptions> = {
  size: number({ atLeast: 0 }),
  onProblem: callback,
  onNote: callback,
  onList: callback,
  // The sizes may be read when they are asked for, and not before.
  groups: either(
    'an object with file and sizes',
    (value) => typeof value === 'object' && value !== null && 'file' in value && 'sizes' in value,
  ),
  weights: fields({ file: textShape, values: numbers() }),
  listsBefore: number({ atLeast: 0 }),
}
const takesOptions = optionsShape(optionShapes)
const takesNamed = optionsShape({ ...optionShapes, file: textShape })

export function letorParser(file: string, options: LetorOptions = {}): LetorParser {
  requireArguments({ file, options }, { file: textShape, options: takesOptions })
  return new LetorText(file, options)
}

/** One of several files, whose rows gather with those of the others. `finish` gives no lists, but the number of lists without names. */
export function letorPart(
  file: string,
  options: LetorOptions,
  rows: FileRows,
): { push(chunk: Uint8Array): void; finish(): { readonly unnamedLists: number } } {
  const text = new LetorText(file, options, rows)
  rows.place = () => text.place
  return {
    push: (chunk) => text.push(chunk),
    finish() {
      text.finish()
      return text
    },
  }
}

/** All at once, from text or bytes in memory. */
export function parseLetor(text: string | Uint8Array, options: LetorOptions & { readonly file?: string } = {}): RankingLists {
  takesNamed('options', options)
  if (typeof text !== 'string') bytesShape('text', text)
  const bytes = typeof text === 'string' ? encodeUtf8(text) : text
  const { file = 'text', ...rest } = options
  const parser = letorParser(file, { size: bytes.length, ...rest })
  parser.push(bytes)
  return parser.finish()
}

const [tab, lineFeed, carriageReturn, space, hash] = [9, 10, 13, 32, 35]

class LetorText implements LetorParser {
  private readonly options: LetorOptions
  private readonly store: RowGathering
  private readonly line: LetorLine
  private readonly lists: LetorLists
  private readonly row: LetorRow
  /** The start of a line whose end has not come yet. */
  private readonly pending = new ByteBuffer()
  /** The rest of an overlong line is skipped. */
  private skipping = false
  /** Bytes of the chunks before this one. */
  private consumed = 0

  constructor(file: string, options: LetorOptions, rows?: RowGathering) {
    const { size, onList } = options
    this.options = options
    this.store = rows ?? (onList === undefined ? new RowStore() : new ListByList(onList, () => ({ numbered: true })))
    this.line = new LetorLine(file, options.onProblem)
    this.lists = new LetorLists(this.line, this.store, options)
    this.row = new LetorRow(this.line, this.lists, this.store)
    if (size !== undefined) this.store.expectedRows = () => (size * (this.store.rows + 1)) / (this.consumed + this.row.end)
  }

  /** Where the row stands that is being read. */
  get place(): Place {
    return { file: this.line.file, line: this.line.number, column: 1 }
  }

  get unnamedLists(): number {
    return this.lists.unnamedLists
  }

  push(chunk: Uint8Array): void {
    // One kind of array only keeps the scanner fast; Node's Buffer is another.
    const bytes = chunk.constructor === Uint8Array ? chunk : new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length)
    let start = 0
    if (this.pending.length > 0 || this.skipping) {
      start = bytes.indexOf(lineFeed) + 1
      this.keep(start === 0 ? bytes : bytes.subarray(0, start))
      if (start > 0) this.scanPending()
      else start = bytes.length
    }
    const end = bytes.lastIndexOf(lineFeed) + 1
    if (end > start) {
      this.scan(bytes, start, end)
      start = end
    }
    if (start < bytes.length) this.keep(bytes.subarray(start))
    this.consumed += bytes.length
    this.row.end = 0
  }

  finish(): RankingLists {
    if (this.pending.length > 0) {
      this.keep(Uint8Array.of(lineFeed))
      this.scanPending()
    }
    const { line, lists, options } = this
    const { tinyValues } = this.row.features
    if (lists.rows === 0) line.report({ area: 'data', code: 'no-rows', at: { file: line.file, line: 1, column: 1 } })
    lists.finish()
    if (tinyValues) options.onNote?.({ area: 'data', code: 'value-too-small', ...tinyValues })
    return this.store.finish({ numbered: true, ...(options.weights && { listWeights: lists.weights }) })
  }

  private keep(bytes: Uint8Array): void {
    if (this.skipping) return
    if (this.pending.length + bytes.length <= longestLine + 1) {
      this.pending.append(bytes)
      return
    }
    this.lists.rows++
    this.line.failAsTooLong()
    this.pending.clear()
    this.skipping = true
  }

  private scanPending(): void {
    if (this.skipping) {
      this.skipping = false
      this.line.number++
    } else this.scan(this.pending.bytes, 0, this.pending.length)
    this.pending.clear()
  }

  /** Reads the whole lines bytes[start .. end]; the last byte is a line feed. */
  private scan(bytes: Uint8Array, start: number, end: number): void {
    const { line } = this
    line.setBytes(bytes)
    if (line.number === 1) refuseUtf16(line.file, bytes, start, end)
    let position = line.number === 1 ? start + utf8MarkLength(bytes, start, end) : start
    while (position < end) {
      line.start = position
      let byte = bytes[position]
      while (byte === space || byte === tab) byte = bytes[++position]
      if (byte === lineFeed || byte === hash || (byte === carriageReturn && bytes[position + 1] === lineFeed)) {
        position = bytes.indexOf(lineFeed, position) + 1
        if (position - line.start > longestLine + 1) line.failAsTooLong()
      } else {
        this.lists.rows++
        const rowEnd = this.row.read(position)
        position = rowEnd < 0 ? bytes.indexOf(lineFeed, position) + 1 : rowEnd
      }
      line.number++
    }
  }
}
