import { float32Text } from './float32Text.ts'

const [minus, point, zero] = [45, 46, 48]

/** A page with this many bytes is worth handing over. */
export const fullPage = 1 << 18

/** Bytes being written, handed over page by page. */
export class BytePage {
  length = 0
  private buffer: Uint8Array = new Uint8Array(2 * fullPage)

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
    if (size >= 1e-5 && size < 1e7) {
      this.reserve(24)
      // The fewest decimals that read back: readers divide the same two numbers.
      for (let decimals = 0, power = 1; decimals <= 10; decimals++, power *= 10) {
        const scaled = Math.round(size * power)
        if (scaled > 999_999_999) break
        if (Math.fround(scaled / power) !== size) continue
        if (value < 0) this.buffer[this.length++] = minus
        this.length = writeScaled(scaled, decimals, this.buffer, this.length)
        return
      }
    } else if (Object.is(value, 0)) {
      this.byte(zero)
      return
    }
    this.text(float32Text(value))
  }

  private reserve(count: number): void {
    if (this.length + count <= this.buffer.length) return
    const larger = new Uint8Array(2 * (this.length + count))
    larger.set(this.buffer.subarray(0, this.length))
    this.buffer = larger
  }
}

const digits = new Uint8Array(24)

/** Writes number / 10^decimals and returns the place after it. */
function writeScaled(number: number, decimals: number, into: Uint8Array, start: number): number {
  let count = 0
  let rest = number
  do {
    const quotient = Math.floor(rest / 10)
    digits[count++] = zero + rest - 10 * quotient
    rest = quotient
    if (count === decimals) digits[count++] = point
  } while (rest > 0 || count <= decimals + (decimals > 0 ? 1 : 0))
  for (let i = 0; i < count; i++) into[start + i] = digits[count - 1 - i]
  return start + count
}
