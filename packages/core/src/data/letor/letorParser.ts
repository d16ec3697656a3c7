/**
 * LETOR / SVMlight rows: `label qid:ID 1:0.5 3:0.25 # comment`.
 *
 * Rows are scanned byte by byte, straight from the chunks of the file. A number that is at most 2^53 without its point is one
 * exact division by a power of ten, so it is the nearest double; of a number with sixteen decimals or more, those decide which
 * 32-bit float is nearest, but for one in half a million. Every other token is looked at again, more slowly and as strictly.
 * Each line that is scanned ends with a line feed, which no token contains: the inner loops need no other bound.
 */
import type { Place } from '../../problems/place.ts'
import { type Problem, RankwrightError } from '../../problems/problem.ts'
import { ListByList, type RowGathering } from '../lists/listByList.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { RowStore } from '../lists/rowStore.ts'
import { decimal } from '../text/tableNumber.ts'
import { ascii, isMissing, isNotFinite, snippet } from '../text/textNumber.ts'
import { decodeUtf8, encodeUtf8 } from '../text/utf8.ts'
import { letorItem } from './letorComment.ts'

export interface LetorOptions {
  /** Bytes of the whole text, as far as they are known: saves memory. */
  readonly size?: number
  /** Takes faulty rows, which are then left out; without it the first one is thrown. */
  readonly onProblem?: (problem: Problem) => void
  /** Told at the end of values that a 32-bit float cannot hold well. */
  readonly onNote?: (note: Problem) => void
  /** Sizes of the lists, for files whose rows have no qid. */
  readonly groups?: { readonly file: string; readonly sizes: ArrayLike<number> }
  /** Lists are handed over one by one, each when a row of another begins, instead of all together in the end. */
  readonly onList?: (lists: RankingLists) => void
  /** One weight per row, the same for all rows of a list. */
  readonly weights?: { readonly file: string; readonly values: ArrayLike<number> }
}

export interface LetorParser {
  /** The next bytes of the text, cut anywhere; they are not needed afterwards. */
  push(chunk: Uint8Array): void
  /** To be called once, after the last chunk. */
  finish(): RankingLists
}

/** Longer lines are taken for a file that has lost its line breaks. */
export const longestLine = 8 << 20

export function letorParser(file: string, options: LetorOptions = {}): LetorParser {
  return new LetorScanner(file, options)
}

/** All at once, from text or bytes in memory. */
export function parseLetor(text: string | Uint8Array, options: LetorOptions & { readonly file?: string } = {}): RankingLists {
  const bytes = typeof text === 'string' ? encodeUtf8(text) : text
  const parser = letorParser(options.file ?? 'text', { size: bytes.length, ...options })
  parser.push(bytes)
  return parser.finish()
}

const [tab, lineFeed, carriageReturn, space, hash, plus, minus, point, zero, colon] = [9, 10, 13, 32, 35, 43, 45, 46, 48, 58]
const [letterE, smallE, smallQ, smallI, smallD] = [69, 101, 113, 105, 100]
const greatestExact = 2 ** 53
const greatestId = 2 ** 31 - 1
const smallestNormal = 2 ** -126
/** Exact up to 10^22, the nearest double beyond. */
const powersOfTen = Float64Array.from({ length: 61 }, (_, exponent) => Number(`1e${exponent}`))

class LetorScanner implements LetorParser {
  private readonly file: string
  private readonly options: LetorOptions
  private readonly store: RowGathering

  /** The start of a line whose end has not come yet. */
  private pending: Uint8Array = new Uint8Array(1 << 16)
  private pendingLength = 0
  /** The rest of an overlong line is passed over. */
  private skipping = false
  private line = 1
  /** The bytes being scanned, and where the line at hand starts in them. */
  private bytes: Uint8Array = this.pending
  private view = new DataView(this.pending.buffer)
  private lineStart = 0
  /** Bytes of the chunks before this one, and of this one up to the row being added. */
  private consumed = 0
  private scanned = 0

  /** Rows of the text, readable or not. */
  private dataRows = 0
  private ids: Uint32Array = new Uint32Array(256)
  private values: Float32Array = new Float32Array(256)
  private listBytes: Uint8Array = new Uint8Array(0)
  private listNumber = -1
  /** Whether lists come from the sidecar; decided by the first row. */
  private grouped: boolean | undefined
  private group = -1
  private groupEnd = 0
  private readonly listWeights = new Map<string, number>()
  private note: { at: Place; feature: string; found: string; read: number; times: number } | undefined
  /** What `slowLabel`, `longValue` or `slowValue` found. */
  private slowNumber = 0

  constructor(file: string, options: LetorOptions) {
    this.file = file
    this.options = options
    const { size, onList } = options
    this.store = onList === undefined ? new RowStore() : new ListByList(onList)
    if (size !== undefined) this.store.expectedRows = () => (size * (this.store.rows + 1)) / (this.consumed + this.scanned)
  }

  push(chunk: Uint8Array): void {
    // One kind of array only keeps the scanner fast; Node's Buffer is another.
    const bytes = chunk.constructor === Uint8Array ? chunk : new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length)
    let start = 0
    if (this.pendingLength > 0 || this.skipping) {
      start = bytes.indexOf(lineFeed) + 1
      this.keepPending(start === 0 ? bytes : bytes.subarray(0, start))
      if (start > 0) this.scanPending()
      else start = bytes.length
    }
    const end = bytes.lastIndexOf(lineFeed) + 1
    if (end > start) {
      this.scan(bytes, start, end)
      start = end
    }
    if (start < bytes.length) this.keepPending(bytes.subarray(start))
    this.consumed += bytes.length
    this.scanned = 0
  }

  finish(): RankingLists {
    if (this.pendingLength > 0) {
      this.keepPending(Uint8Array.of(lineFeed))
      this.scanPending()
    }
    const { groups, weights, onNote } = this.options
    if (this.dataRows === 0) this.report({ area: 'data', code: 'no-rows', at: { file: this.file, line: 1, column: 1 } })
    if (this.grouped && groups) this.checkGroups(groups)
    if (weights && weights.values.length !== this.dataRows) {
      const at = { file: weights.file, line: Math.min(weights.values.length, this.dataRows) + 1, column: 1 }
      this.report({ area: 'data', code: 'weights-do-not-match', at, weights: weights.values.length, rows: this.dataRows, file: this.file })
    }
    if (this.note) onNote?.({ area: 'data', code: 'value-too-small', ...this.note })
    return this.store.finish(weights && { listWeights: this.listWeights })
  }

  private keepPending(bytes: Uint8Array): void {
    if (this.skipping) return
    const needed = this.pendingLength + bytes.length
    if (needed > longestLine + 1) {
      this.dataRows++
      this.reportLongLine()
      this.pendingLength = 0
      this.skipping = true
      return
    }
    if (needed > this.pending.length) {
      const larger = new Uint8Array(2 * needed)
      larger.set(this.pending.subarray(0, this.pendingLength))
      this.pending = larger
    }
    this.pending.set(bytes, this.pendingLength)
    this.pendingLength = needed
  }

  private scanPending(): void {
    if (this.skipping) {
      this.skipping = false
      this.line++
    } else this.scan(this.pending, 0, this.pendingLength)
    this.pendingLength = 0
  }

  /** Reads the whole lines bytes[start .. end]; the last byte is a line feed. */
  private scan(bytes: Uint8Array, start: number, end: number): void {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    let position = start
    if (this.line === 1 && bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf) position += 3
    while (position < end) {
      this.lineStart = position
      let byte = bytes[position]
      while (byte === space || byte === tab) byte = bytes[++position]
      if (byte === lineFeed || byte === hash || (byte === carriageReturn && bytes[position + 1] === lineFeed)) {
        position = bytes.indexOf(lineFeed, position) + 1
        if (position - this.lineStart > longestLine + 1) this.reportLongLine()
      } else {
        this.dataRows++
        const rowEnd = this.scanRow(bytes, position)
        position = rowEnd < 0 ? bytes.indexOf(lineFeed, position) + 1 : rowEnd
      }
      this.line++
    }
  }

  /** Reads one row and returns the place after its line feed, or -1 when there was a problem with it, which has been reported. */
  private scanRow(bytes: Uint8Array, rowStart: number): number {
    let position = rowStart
    let byte = bytes[position]

    let label = byte - zero
    const next = bytes[position + 1]
    if (label >= 0 && label <= 9 && (next === space || next === tab)) position++
    else {
      position = this.slowLabel(position)
      if (position < 0) return -1
      label = this.slowNumber
    }

    byte = bytes[position]
    while (byte === space || byte === tab) byte = bytes[++position]
    let listStart = -1
    if (byte === smallQ && bytes[position + 1] === smallI && bytes[position + 2] === smallD && bytes[position + 3] === colon) {
      listStart = position + 4
      position = listStart
      while (bytes[position] > space) position++
      if (position === listStart || this.grouped === true) return this.listProblem(listStart)
    } else if (this.grouped === false || this.options.groups === undefined) {
      return this.fail({ area: 'data', code: 'no-list', at: this.at(position) })
    }
    const listEnd = position

    let { ids, values } = this
    const { view } = this
    const lastWord = bytes.length - 4
    let count = 0
    let previous = 0
    for (;;) {
      byte = bytes[position]
      while (byte === space || byte === tab) byte = bytes[++position]
      const tokenStart = position
      let digit = byte - zero
      let id = digit
      if (digit < 0 || digit > 9) {
        if (byte === lineFeed || byte === hash) break
        if (byte === carriageReturn && bytes[position + 1] === lineFeed) break
        return this.featureProblem(tokenStart)
      }
      byte = bytes[++position]
      while ((digit = byte - zero) >= 0 && digit <= 9) {
        id = id * 10 + digit
        byte = bytes[++position]
      }
      if (byte !== colon || id <= previous || id > greatestId) return this.featureProblem(tokenStart, id, previous)

      const valueStart = ++position
      byte = bytes[position]
      const negative = byte === minus
      if (negative) byte = bytes[++position]
      let whole = 0
      let fraction = 0
      let digits = -position
      let decimals = 0
      let tail = -1 // the ninth to twelfth decimal, then to the sixteenth
      while ((digit = byte - zero) >= 0 && digit <= 9) {
        whole = (Math.imul(whole, 10) + digit) | 0
        byte = bytes[++position]
      }
      digits += position
      if (byte === point) {
        decimals = -++position
        if (position <= lastWord) {
          const four = fourDigits(view, position)
          if (four >= 0) {
            fraction = four
            position += 4
            if (position <= lastWord - 4) {
              const more = fourDigits(view, position)
              if (more >= 0) {
                fraction = (Math.imul(fraction, 10_000) + more) | 0
                position += 4
                if (position <= lastWord - 4) tail = fourDigits(view, position)
              }
            }
          }
        }
        if (tail < 0) {
          byte = bytes[position]
          while ((digit = byte - zero) >= 0 && digit <= 9) {
            fraction = (Math.imul(fraction, 10) + digit) | 0
            byte = bytes[++position]
          }
        }
        decimals += position
      }
      let value = 0
      let plain = false
      if (tail >= 0) {
        // As programs print doubles. From 0.01 on, what follows the sixteenth decimal and our roundings are less than 2^-45 of the
        // number: when the floats nearest to 2^-44 less and to 2^-44 more are the same, that one is the answer.
        const more = fourDigits(view, position + 4)
        if (more >= 0 && digits <= 9) {
          const sixteen = fraction * 1e8 + (Math.imul(tail, 10_000) + more)
          const size = whole + sixteen * 1e-16
          const nearest = Math.fround(size * (1 - 2 ** -44))
          position += 8
          if (position <= lastWord) position += leadingDigits(view, position)
          byte = bytes[position]
          while (byte >= zero && byte <= zero + 9) byte = bytes[++position]
          plain = nearest === Math.fround(size * (1 + 2 ** -44)) && size >= 0.01 && (byte <= space || byte === hash)
          value = negative ? -nearest : nearest
        }
      } else if (digits <= 9 && decimals <= 9 && digits + decimals > 0 && (byte <= space || byte === hash)) {
        const power = powersOfTen[decimals]
        const mantissa = whole * power + fraction
        plain = mantissa <= greatestExact
        value = negative ? -mantissa / power : mantissa / power
      }
      if (!plain) {
        position = this.longValue(valueStart, id)
        if (position < 0) return -1
        value = this.slowNumber
      }

      if (count === ids.length) {
        this.growRow()
        ids = this.ids
        values = this.values
      }
      ids[count] = id - 1
      values[count++] = value
      previous = id
    }

    let item: string | undefined
    if (byte === hash) {
      const commentStart = position + 1
      position = bytes.indexOf(lineFeed, commentStart)
      for (let i = commentStart; i < position; i++) {
        if (bytes[i] === 0) return this.fail({ area: 'data', code: 'not-text', at: this.at(i), byte: 0 })
      }
      item = letorItem(bytes, commentStart, position)
    } else if (byte === carriageReturn) position++
    if (position - this.lineStart > longestLine) return this.reportLongLine()

    const list = listStart < 0 ? this.listOfGroup() : this.listOf(bytes, listStart, listEnd)
    if (list < 0) return -1
    this.scanned = position
    this.store.add(list, label, count, ids, values, previous, item)
    if (this.options.weights) this.weigh(this.options.weights, list)
    return position + 1
  }

  private listOf(bytes: Uint8Array, start: number, end: number): number {
    this.grouped = false
    const { listBytes } = this
    let same = listBytes.length === end - start
    for (let i = 0; same && i < listBytes.length; i++) same = bytes[start + i] === listBytes[i]
    if (same) return this.listNumber
    const id = decodeUtf8(bytes, start, end)
    if (id === undefined) return this.fail({ area: 'data', code: 'not-utf8', at: this.at(start), what: 'list id' })
    this.listBytes = bytes.slice(start, end)
    this.listNumber = this.store.listNumber(id)
    return this.listNumber
  }

  /** Lists that have only a size are named by their number, from 1. */
  private listOfGroup(): number {
    this.grouped = true
    const sizes = this.options.groups!.sizes
    while (this.dataRows > this.groupEnd && this.group + 1 < sizes.length) {
      this.groupEnd += sizes[++this.group]
      this.listNumber = -1
    }
    if (this.listNumber < 0) this.listNumber = this.store.listNumber(String(this.group + 1))
    return this.listNumber
  }

  private checkGroups({ file, sizes }: { file: string; sizes: ArrayLike<number> }): void {
    let total = 0
    let line = 0
    while (line < sizes.length && total < this.dataRows) total += sizes[line++]
    // The line at which the sums part: the size that goes beyond the rows, or the one that is missing.
    const firstWrong = total === this.dataRows ? line + 1 : Math.max(1, total > this.dataRows ? line : line + 1)
    for (let rest = line; rest < sizes.length; rest++) total += sizes[rest]
    if (total === this.dataRows) return
    const at = { file, line: firstWrong, column: 1 }
    this.report({ area: 'data', code: 'group-sizes-do-not-add-up', at, total, rows: this.dataRows, file: this.file })
  }

  private weigh({ file, values }: { file: string; values: ArrayLike<number> }, list: number): void {
    const id = this.store.listIds[list]
    const weight = values[this.dataRows - 1]
    const first = this.listWeights.get(id)
    if (weight === undefined) return
    if (first === undefined) this.listWeights.set(id, weight)
    else if (first !== weight) {
      const at = { file, line: this.dataRows, column: 1 }
      this.report({ area: 'data', code: 'weights-differ-in-list', at, list: id, found: weight, first })
    }
  }

  /** A label that is not a single digit: its end, or -1; the number in `slowNumber`. */
  private slowLabel(start: number): number {
    const end = this.tokenEnd(start)
    if (this.isBinary(start, end)) return -1
    const text = ascii(this.bytes, start, end)
    const label = decimal(text)
    this.slowNumber = label ?? Number.NaN
    if (Number.isFinite(label)) return end
    const code = label !== undefined || isNotFinite(text) ? 'label-not-finite' : 'label-not-a-number'
    return this.fail({ area: 'data', code, at: this.at(start), found: snippet(this.bytes, start, end) })
  }

  /**
   * A value with many digits or an exponent: its end, or -1; the number in `slowNumber`. Where it is not one exact division or product of
   * exact doubles, it is computed with a relative error below 2^-47 (two roundings for each of 40 digits at most, and a few more);
   * when the floats nearest to 2^-46 less and to 2^-46 more are the same, that one is the answer.
   */
  private longValue(start: number, id: number): number {
    const { bytes, view } = this
    let position = start
    let byte = bytes[position]
    const negative = byte === minus
    if (negative || byte === plus) byte = bytes[++position]
    let mantissa = 0
    let digits = -position
    for (; byte >= zero && byte < zero + 10; byte = bytes[++position]) mantissa = mantissa * 10 + byte - zero
    digits += position
    let exponent = 0
    if (byte === point) {
      const pointEnd = ++position
      for (let four = 0; position <= bytes.length - 4 && (four = fourDigits(view, position)) >= 0; position += 4)
        mantissa = mantissa * 10000 + four
      for (byte = bytes[position]; byte >= zero && byte < zero + 10; byte = bytes[++position]) mantissa = mantissa * 10 + byte - zero
      exponent = pointEnd - position
      digits -= exponent
    }
    if (byte === smallE || byte === letterE) {
      byte = bytes[++position]
      const down = byte === minus
      if (down || byte === plus) byte = bytes[++position]
      const powerStart = position
      let power = 0
      for (; byte >= zero && byte < zero + 10; byte = bytes[++position]) power = power * 10 + byte - zero
      if (position === powerStart) return this.slowValue(start, id)
      exponent += down ? -power : power
    }
    if (digits === 0 || digits > 40 || (byte > space && byte !== hash) || exponent < -60 || exponent > 60) return this.slowValue(start, id)
    const size = exponent < 0 ? mantissa / powersOfTen[-exponent] : mantissa * powersOfTen[exponent]
    this.slowNumber = negative ? -size : size
    if (mantissa <= greatestExact && exponent >= -22 && exponent <= 22) return position
    const low = Math.fround(size * (1 - 2 ** -46))
    if (low !== Math.fround(size * (1 + 2 ** -46)) || low < smallestNormal || low === Infinity) return this.slowValue(start, id)
    this.slowNumber = negative ? -low : low
    return position
  }

  /** Any other value: its end, or -1; the number in `slowNumber`. */
  private slowValue(start: number, id: number): number {
    const { bytes } = this
    let end = this.tokenEnd(start)
    const comment = bytes.subarray(start, end).indexOf(hash)
    if (comment >= 0) end = start + comment
    if (this.isBinary(start, end)) return -1
    const text = ascii(bytes, start, end)
    if (isMissing(text)) {
      this.slowNumber = Number.NaN
      return end
    }
    const value = decimal(text)
    if (value !== undefined && Number.isFinite(Math.fround(value))) {
      if (value !== 0 && Math.abs(value) < smallestNormal && Math.fround(value) !== value) this.noteTiny(start, end, id, value)
      this.slowNumber = value
      return end
    }
    const code = value !== undefined || isNotFinite(text) ? 'value-too-large' : 'value-not-a-number'
    return this.fail({ area: 'data', code, at: this.at(start), feature: String(id), found: snippet(bytes, start, end) })
  }

  private noteTiny(start: number, end: number, id: number, value: number): void {
    const found = snippet(this.bytes, start, end)
    this.note ??= { at: this.at(start), feature: String(id), found, read: Math.fround(value), times: 0 }
    this.note.times++
  }

  private listProblem(listStart: number): -1 {
    if (this.tokenEnd(listStart) === listStart) return this.fail({ area: 'data', code: 'list-empty', at: this.at(listStart - 4) })
    if (this.isBinary(listStart, this.tokenEnd(listStart))) return -1
    return this.fail({ area: 'data', code: 'list-not-expected', at: this.at(listStart - 4), sidecar: this.options.groups!.file })
  }

  private featureProblem(start: number, id = -1, previous = 0): -1 {
    const { bytes } = this
    const end = this.tokenEnd(start)
    const at = this.at(start)
    if (bytes[start] === carriageReturn) return this.fail({ area: 'data', code: 'stray-carriage-return', at })
    if (this.isBinary(start, end)) return -1
    const colonAt = bytes.subarray(start, end).indexOf(colon)
    if (colonAt < 0) return this.fail({ area: 'data', code: 'feature-without-colon', at, found: snippet(bytes, start, end) })
    const found = snippet(bytes, start, start + colonAt)
    if (!/^[0-9]+$/.test(ascii(bytes, start, start + colonAt)))
      return this.fail({ area: 'data', code: 'feature-id-not-a-number', at, found })
    if (id > greatestId) return this.fail({ area: 'data', code: 'feature-id-too-large', at, found })
    if (id === 0) return this.fail({ area: 'data', code: 'feature-id-zero', at })
    if (id === previous) return this.fail({ area: 'data', code: 'feature-twice', at, id })
    return this.fail({ area: 'data', code: 'feature-ids-descend', at, id, previous })
  }

  /** Reports bytes that no text has: control characters, and what is not UTF-8. */
  private isBinary(start: number, end: number): boolean {
    const { bytes } = this
    for (let i = start; i < end; i++) {
      if (bytes[i] >= space && bytes[i] !== 127) continue
      this.fail({ area: 'data', code: 'not-text', at: this.at(i), byte: bytes[i] })
      return true
    }
    if (decodeUtf8(bytes, start, end) !== undefined) return false
    const first = bytes.subarray(start, end).findIndex((byte) => byte >= 0x80)
    this.fail({ area: 'data', code: 'not-text', at: this.at(start + first), byte: bytes[start + first] })
    return true
  }

  private tokenEnd(start: number): number {
    const { bytes } = this
    let end = start
    while (bytes[end] !== space && bytes[end] !== tab && bytes[end] !== lineFeed && bytes[end] !== carriageReturn) end++
    return end
  }

  private at(position: number): Place {
    return { file: this.file, line: this.line, column: position - this.lineStart + 1 }
  }

  /** Reports a problem of the row at hand. */
  private fail(problem: Problem): -1 {
    if (this.bytes.indexOf(lineFeed, this.lineStart) - this.lineStart > longestLine) return this.reportLongLine()
    this.report(problem)
    return -1
  }

  private reportLongLine(): -1 {
    const at = { file: this.file, line: this.line, column: longestLine + 1 }
    this.report({ area: 'data', code: 'line-too-long', at, limit: longestLine })
    return -1
  }

  private report(problem: Problem): void {
    if (this.options.onProblem === undefined) throw new RankwrightError(problem)
    this.options.onProblem(problem)
  }

  private growRow(): void {
    const ids = new Uint32Array(2 * this.ids.length)
    const values = new Float32Array(2 * this.values.length)
    ids.set(this.ids)
    values.set(this.values)
    this.ids = ids
    this.values = values
  }
}

/** The number that four bytes are, or -1 when not all of them are digits (0x30 .. 0x39). */
function fourDigits(view: DataView, position: number): number {
  const word = view.getUint32(position, true) | 0
  if ((((word & 0xf0f0f0f0) ^ 0x30303030) | (((word + 0x06060606) & 0xf0f0f0f0) ^ 0x30303030)) !== 0) return -1
  const digits = word & 0x0f0f0f0f
  const pairs = (Math.imul(digits, 10) + (digits >>> 8)) | 0
  return Math.imul(pairs & 255, 100) + ((pairs >>> 16) & 255)
}

/** How many of four bytes are digits before the first that is not, without a branch. */
function leadingDigits(view: DataView, position: number): number {
  const word = view.getUint32(position, true) ^ 0x30303030
  const others = (((word & 0x7f7f7f7f) + 0x76767676) | word) & 0x80808080
  return (32 - Math.clz32(~others & (others - 1))) >> 3
}
