import { grown } from '../../numeric/allocate.ts'
import type { Place } from '../../problems/place.ts'
import { decimal } from '../text/tableNumber.ts'
import { ascii, isMissing, isNotFinite, snippet } from '../text/textNumber.ts'
import type { LetorLine } from './letorLine.ts'
import {
  eightDigits,
  fourDigits,
  greatestExact,
  leadingDigits,
  longValue,
  powersOfTen,
  printedDouble,
  smallestNormal,
} from './letorValue.ts'

const [tab, lineFeed, carriageReturn, space, hash, minus, point, zero, nine, colon] = [9, 10, 13, 32, 35, 45, 46, 48, 57, 58]
const greatestId = 2 ** 31 - 1
// Constants of this module: engines look up imported ones anew for each value.
const [exactUpTo, tenTo] = [greatestExact, powersOfTen]
const [fourAt, eightAt, leadingAt] = [fourDigits, eightDigits, leadingDigits]

/** The first value that a 32-bit float cannot hold well, and how many there are. */
export interface TinyValues {
  readonly at: Place
  readonly feature: string
  readonly found: string
  readonly read: number
  times: number
}

/**
 * Reads the features of one row after another. Its methods return the place after what they read, or -1 when there was a problem
 * with it, which has been reported.
 */
export class LetorFeatures {
  /** Of the row just read: columns[0 .. count], ascending from 0, with their values. */
  count = 0
  columns: Uint32Array = new Uint32Array(256)
  values: Float32Array = new Float32Array(256)
  /** One more than the greatest column of the row. */
  width = 0
  tinyValues: TinyValues | undefined
  private readonly line: LetorLine

  constructor(line: LetorLine) {
    this.line = line
  }

  /**
   * Reads every `id:value`, up to the line end or the comment. Ids and values are read in one loop because engines do not inline a
   * reader of values, and a call for each of them costs 15 to 20 % of the time of reading a file.
   */
  read(start: number): number {
    const { bytes, view } = this.line
    let { columns, values } = this
    const lastLong = bytes.length - 20 // up to here sixteen decimals can be looked at without a bound
    let position = start
    let count = 0
    let previous = 0
    for (;;) {
      let byte = bytes[position]
      while (byte === space || byte === tab) byte = bytes[++position]
      const tokenStart = position
      let digit = byte - zero
      let id = digit
      if (digit >= 0 && digit <= 9) {
        byte = bytes[++position]
        while ((digit = byte - zero) >= 0 && digit <= 9) {
          id = id * 10 + digit
          byte = bytes[++position]
        }
      } else id = 0
      if (byte !== colon || id <= previous || id > greatestId) {
        this.count = count
        this.width = previous
        return this.atRowEnd(tokenStart) ? tokenStart : this.failAtFeature(tokenStart, id, previous)
      }

      const valueStart = ++position
      byte = bytes[position]
      const negative = byte === minus
      if (negative) byte = bytes[++position]
      let whole = 0
      let digits = -position
      for (; byte >= zero && byte <= nine; byte = bytes[++position]) whole = (Math.imul(whole, 10) + byte - zero) | 0
      digits += position
      let fraction = 0
      let decimals = 0
      let tail = -1 // the ninth to sixteenth decimal
      if (byte === point) {
        decimals = -++position
        const four = position <= lastLong ? fourAt(view, position) : -1
        if (four >= 0) {
          fraction = four
          position += 4
          const more = fourAt(view, position)
          if (more >= 0) {
            fraction = (Math.imul(fraction, 10_000) + more) | 0
            position += 4
            tail = eightAt(view, position)
          }
        }
        if (tail >= 0) {
          position += 8 + leadingAt(view, position + 8)
          byte = bytes[position]
          while (byte >= zero && byte <= nine) byte = bytes[++position]
        } else {
          for (byte = bytes[position]; byte >= zero && byte <= nine; byte = bytes[++position])
            fraction = (Math.imul(fraction, 10) + byte - zero) | 0
        }
        decimals += position
      }
      let value = Number.NaN
      if (digits <= 9 && digits + decimals > 0 && (byte <= space || byte === hash)) {
        if (tail >= 0) value = printedDouble(whole, fraction, tail)
        else if (decimals <= 9) {
          const power = tenTo[decimals]
          const mantissa = whole * power + fraction
          if (mantissa <= exactUpTo) value = mantissa / power
        }
      }

      if (count === columns.length) {
        columns = this.columns = grown(Uint32Array, columns, count, 2 * count)
        values = this.values = grown(Float32Array, values, count, 2 * count)
      }
      columns[count] = id - 1
      values[count] = negative ? -value : value
      if (Number.isNaN(value)) {
        position = this.readLongValue(valueStart, id, count)
        if (position < 0) return -1
      }
      previous = id
      count++
    }
  }

  private atRowEnd(position: number): boolean {
    const { bytes } = this.line
    const byte = bytes[position]
    return byte === lineFeed || byte === hash || (byte === carriageReturn && bytes[position + 1] === lineFeed)
  }

  /** A value with many digits, an exponent, a missing one, or a problem. */
  private readLongValue(start: number, id: number, at: number): number {
    const { line } = this
    const end = longValue(line.bytes, line.view, start, this.values, at)
    return end < 0 ? this.readOtherValue(start, id, at) : end
  }

  /** A missing value, a decimal of any length, or a problem. */
  private readOtherValue(start: number, id: number, at: number): number {
    const { line } = this
    const { bytes } = line
    let end = line.tokenEnd(start)
    const comment = bytes.subarray(start, end).indexOf(hash)
    if (comment >= 0) end = start + comment
    if (line.isBinary(start, end)) return -1
    const text = ascii(bytes, start, end)
    const value = isMissing(text) ? Number.NaN : decimal(text)
    const read = Math.fround(value ?? Infinity)
    if (read === Infinity || read === -Infinity) {
      const code = value !== undefined || isNotFinite(text) ? 'value-too-large' : 'value-not-a-number'
      return line.fail({ area: 'data', code, at: line.at(start), feature: String(id), found: snippet(bytes, start, end) })
    }
    if (value && Math.abs(value) < smallestNormal && read !== value) {
      this.tinyValues ??= { at: line.at(start), feature: String(id), found: snippet(bytes, start, end), read, times: 0 }
      this.tinyValues.times++
    }
    this.values[at] = read
    return end
  }

  private failAtFeature(start: number, id: number, previous: number): -1 {
    const { line } = this
    const { bytes } = line
    const end = line.tokenEnd(start)
    const at = line.at(start)
    if (bytes[start] === carriageReturn) return line.fail({ area: 'data', code: 'stray-carriage-return', at })
    if (line.isBinary(start, end)) return -1
    const colonAt = bytes.subarray(start, end).indexOf(colon)
    if (colonAt < 0) return line.fail({ area: 'data', code: 'feature-without-colon', at, found: snippet(bytes, start, end) })
    const found = snippet(bytes, start, start + colonAt)
    if (!/^[0-9]+$/.test(ascii(bytes, start, start + colonAt)))
      return line.fail({ area: 'data', code: 'feature-id-not-a-number', at, found })
    if (id > greatestId) return line.fail({ area: 'data', code: 'feature-id-too-large', at, found })
    if (id === 0) return line.fail({ area: 'data', code: 'feature-id-zero', at })
    if (id === previous) return line.fail({ area: 'data', code: 'feature-twice', at, id })
    return line.fail({ area: 'data', code: 'feature-ids-descend', at, id, previous })
  }
}
