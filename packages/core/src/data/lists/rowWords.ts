import type { Compute } from '../../numeric/compute/compute.ts'
import { secondHash, valueHash } from '../../numeric/compute/rowHashes.ts'
import type { Features, SparseFeatures } from './features.ts'

/** Rows that are hashed at a time. */
const ROWS_AT_ONCE = 8192

/**
 * A function that writes the two words of a row's features; see numeric/compute/rowHashes.ts. Rows are asked for one after the other, from
 * first to last. Dense and sparse rows with the same values have the same words.
 */
export function rowWords(
  features: Features,
  width: number,
  first: number,
  last: number,
  compute: Compute,
): (row: number, into: Int32Array) => void {
  if (features.kind === 'sparse') return sparseRowWords(features)
  const words = new Uint32Array(2 * Math.min(ROWS_AT_ONCE, last - first))
  let known = first // rows up to here have their words
  let start = first
  return (row, into) => {
    if (row === known) {
      start = row
      known = Math.min(last, row + ROWS_AT_ONCE)
      compute.rowHashes(known - start, width, features.values.subarray(start * width, known * width), words)
    }
    into[0] = words[2 * (row - start)]
    into[1] = words[2 * (row - start) + 1]
  }
}

function sparseRowWords({ values, rowStarts, columns }: SparseFeatures): (row: number, into: Int32Array) => void {
  const bits = new Int32Array(values.buffer, values.byteOffset, values.length)
  return (row, into) => {
    let sum = 0
    let other = 0
    for (let k = rowStarts[row]; k < rowStarts[row + 1]; k++) {
      const value = valueHash(bits[k], columns[k])
      sum = (sum + value) | 0
      other = (other + secondHash(value)) | 0
    }
    into[0] = sum
    into[1] = other
  }
}
