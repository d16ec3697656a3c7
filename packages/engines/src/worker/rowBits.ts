/**
 * Rows of float32 as bytes that SQL can make to the bit: hashes of their bits, big-endian, in the order of the columns. They come as base64.
 */
import { murmur3, murmur3Inverse } from '../spark/murmur3.ts'

/** Stands for −0, which has the hash of 0. No NaN of Spark has these bits. */
const MINUS_ZERO_BITS = 0x7fc00001
const MINUS_ZERO = 0x80000000 | 0

/**
 * An expression of Spark's SQL for the bytes of a row; `cells` are expressions for floats, none of them null. Two cells make one number of 64 bits, since each
 * piece costs more than its bytes. Numbers become bytes outside of ANSI's SQL alone.
 */
export function rowBitsSql(cells: readonly string[]): string {
  const hash = (cell: string) => `IF(${cell} = 0 AND power(${cell}, -1) < 0, ${murmur3(MINUS_ZERO_BITS)}, hash(${cell}))`
  const pieces = Array.from({ length: Math.ceil(cells.length / 2) }, (_, pair) => {
    const [high, low] = cells.slice(2 * pair, 2 * pair + 2).map(hash)
    return low === undefined ? high : `shiftleft(CAST(${high} AS BIGINT), 32) | (CAST(${low} AS BIGINT) & 4294967295)`
  })
  return `concat(${pieces.map((piece) => `CAST(${piece} AS BINARY)`).join(', ')})`
}

/** Reads the bits of rows of one width. */
export class RowBitsReader {
  readonly #width: number
  /** With room for more than a row: a longer one is seen. */
  readonly #hashes: Buffer

  constructor(width: number) {
    this.#width = width
    this.#hashes = Buffer.alloc(4 * width + 4)
  }

  /** Reads a row from base64, from a place of a line to its end; whether it has the width. */
  read(line: Buffer, from: number, into: Int32Array, at: number): boolean {
    const hashes = this.#hashes
    if (hashes.write(line.toString('latin1', from), 'base64') !== 4 * this.#width) return false
    for (let place = 0, column = at; place < 4 * this.#width; place += 4) {
      const hash = (hashes[place] << 24) | (hashes[place + 1] << 16) | (hashes[place + 2] << 8) | hashes[place + 3]
      const bits = murmur3Inverse(hash)
      into[column++] = bits === MINUS_ZERO_BITS ? MINUS_ZERO : bits
    }
    return true
  }
}
