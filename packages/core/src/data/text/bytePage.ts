import { grown } from '../../numeric/allocate.ts'
import { float32Text } from './float32Text.ts'

const [minus, point, zero] = [45, 46, 48]

/** A page with this many bytes is worth handing over. */
export const fullPage = 1 << 18

/** Bytes being written, handed over page by page. */
export class BytePage {
  length = 0
  private buffer: Uint8Array = new Uint8Array(2 * fullPage)
  /** How many decimals the last float had. */
  private decimals = 0

  /** The bytes so far; the page is empty again. */
  take(): Uint8Array {
    const piece = this.buffer.slice(0, this.length)
    this.length = 0
    return piece
  }

  byte(byte: number): void {
    this.reserve(1)
    this.buffer[this.length++] = byte
  }

  bytes(bytes: Uint8Array): void {
    this.reserve(bytes.length)
    this.buffer.set(bytes, this.length)
    this.length += bytes.length
  }

  /** ASCII only. */
  text(text: string): void {
    this.reserve(text.length)
    for (let i = 0; i < text.length; i++) this.buffer[this.length++] = text.charCodeAt(i)
  }

  /** A whole number from 0 to 2^53. */
  integer(value: number): void {
    this.reserve(24)
    this.length = writeScaled(value, 0, this.buffer, this.length)
  }

  /** A finite float, as the shortest decimal that reads back. */
  float32(value: number): void {
    const size = Math.abs(value)
    if (Object.is(value, 0)) this.byte(zero)
    else if (size >= 1e-5 && size < 1e7 && this.findDecimals(size)) {
      this.reserve(24)
      if (value < 0) this.buffer[this.length++] = minus
      this.length = writeScaled(scaledBy(size, this.decimals), this.decimals, this.buffer, this.length)
    } else this.text(float32Text(value))
  }

  /** The fewest decimals that read back; looked for from those of the last value, which often are the same. */
  private findDecimals(size: number): boolean {
    let { decimals } = this
    if (readsBack(size, decimals)) while (decimals > 0 && readsBack(size, decimals - 1)) decimals--
    else {
      do {
        if (++decimals > mostDecimals) return false
      } while (!readsBack(size, decimals))
    }
    this.decimals = decimals
    return scaledBy(size, decimals) <= 999_999_999
  }

  private reserve(count: number): void {
    if (this.length + count <= this.buffer.length) return
    this.buffer = grown(Uint8Array, this.buffer, this.length, 2 * (this.length + count))
  }
}

const mostDecimals = 10
const powersOfTen = Float64Array.from({ length: mostDecimals + 1 }, (_, decimals) => Number(`1e${decimals}`))

function scaledBy(size: number, decimals: number): number {
  return Math.floor(size * powersOfTen[decimals] + 0.5)
}

/** Whether the nearest number of that many decimals is read as the same float: readers divide the same two numbers. */
function readsBack(size: number, decimals: number): boolean {
  return Math.fround(scaledBy(size, decimals) / powersOfTen[decimals]) === size
}

const digits = new Uint8Array(24)

/** Writes number / 10^decimals and returns the place after it. */
function writeScaled(number: number, decimals: number, into: Uint8Array, start: number): number {
  let count = 0
  const least = decimals === 0 ? 1 : decimals + 2
  let large = number
  while (large > 0x7fffffff) {
    const quotient = Math.floor(large / 10)
    digits[count++] = zero + large - 10 * quotient
    large = quotient
    if (count === decimals) digits[count++] = point
  }
  // From here on in 32-bit integers, which divide by ten much faster.
  let rest = large | 0
  do {
    const quotient = (rest / 10) | 0
    digits[count++] = zero + rest - 10 * quotient
    rest = quotient
    if (count === decimals) digits[count++] = point
  } while (rest > 0 || count < least)
  for (let i = 0; i < count; i++) into[start + i] = digits[count - 1 - i]
  return start + count
}
