import { requireLength } from './requireLength.ts'

const COLUMN_FACTOR = 0x9e3779b1
const MISSING = 0x7fc00000

/**
 * Two words for each row, each a sum modulo 2³² over the values of the row: zeros add nothing, and all missing values are one.
 * What a value adds depends on its column too, not on the others.
 */
export function rowHashes(rows: number, width: number, matrix: Float32Array, into: Uint32Array): void {
  requireLength('matrix', matrix, rows * width)
  requireLength('into', into, 2 * rows)
  const bits = new Int32Array(matrix.buffer, matrix.byteOffset, matrix.length)
  for (let row = 0; row < rows; row++) {
    let sum = 0
    let other = 0
    for (let column = 0; column < width; column++) {
      const hash = valueHash(bits[row * width + column], column)
      sum = (sum + hash) | 0
      other = (other + secondHash(hash)) | 0
    }
    into[2 * row] = sum
    into[2 * row + 1] = other
  }
}

/** Of the bits of a float32; 0 for 0 and −0. The steps that end MurmurHash3 (Austin Appleby, public domain), but for the last shift. */
export function valueHash(bits: number, column: number): number {
  const magnitude = bits & 0x7fffffff
  if (magnitude === 0) return 0
  let hash = ((magnitude > 0x7f800000 ? MISSING : bits) + Math.imul(column, COLUMN_FACTOR)) | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
}

/** What a value with this hash adds to the second sum. */
export function secondHash(hash: number): number {
  return Math.imul(hash ^ (hash >>> 16), 0x239b961b)
}
