/**
 * Rows of float32 as text that SQL can make to the bit: hashes of their bits, two and two as one number of 64 bits in hexadecimal digits, between commas. The last
 * of an odd row stands alone.
 */
import { murmur3, murmur3Inverse } from '../spark/murmur3.ts'

/** Stands for −0, which has the hash of 0. No NaN of Spark has these bits. */
const MINUS_ZERO_BITS = 0x7fc00001
const MINUS_ZERO = 0x80000000 | 0
const COMMA = 0x2c

/** An expression of Spark's SQL for a row; `features` is one for an array of floats without nulls. */
export function rowBitsSql(features: string, width: number): string {
  const hash = (column: number) => {
    const cell = `${features}[${column}]`
    return `CAST(IF(${cell} = 0 AND power(${cell}, -1) < 0, ${murmur3(MINUS_ZERO_BITS)}, hash(${cell})) AS BIGINT)`
  }
  const low = (column: number) => `(${hash(column)} & 4294967295)`
  const numbers = Array.from({ length: Math.ceil(width / 2) }, (_, pair) =>
    2 * pair + 1 < width ? `hex(shiftleft(${hash(2 * pair)}, 32) | ${low(2 * pair + 1)})` : `hex(${low(2 * pair)})`,
  )
  return `concat_ws(',', ${numbers.join(', ')})`
}

/** Reads the bits of a row from some bytes of text, from a place to their end; how many numbers there were, as far as they have room. */
export function readRowBits(text: Uint8Array, from: number, width: number, into: Int32Array, at: number): number {
  let [high, low, count] = [0, 0, 0]
  const end = text.length
  for (let place = from; place <= end; place++) {
    const code = place === end ? COMMA : text[place]
    if (code !== COMMA) {
      const digit = code <= 0x39 ? code - 0x30 : code - 0x37 // 0 to 9, A to F
      high = (high << 4) | (low >>> 28)
      low = (low << 4) | digit
      continue
    }
    if (count + 1 < width) into[at + count++] = bitsOf(high)
    if (count < width) into[at + count] = bitsOf(low)
    count++
    high = low = 0
  }
  return count
}

function bitsOf(hash: number): number {
  const bits = murmur3Inverse(hash)
  return bits === MINUS_ZERO_BITS ? MINUS_ZERO : bits
}
