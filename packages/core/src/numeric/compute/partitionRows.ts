import { MOST_BINS } from './binRows.ts'
import { requireLength } from './requireLength.ts'

/**
 * Puts the rows whose bin in a column goes left before the others, each side in the order it had, and returns how many go left. `sides` has
 * 1 for each bin that goes left and 0 for the others. `scratch` is as long as `rows`.
 */
export function partitionRows(
  stride: number,
  bins: Uint8Array,
  column: number,
  sides: Uint8Array,
  scratch: Uint32Array,
  rows: Uint32Array,
): number {
  requireLength('sides', sides, MOST_BINS)
  requireLength('scratch', scratch, rows.length)
  let left = 0
  let right = 0
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place]
    if (sides[bins[row * stride + column]] === 1) rows[left++] = row
    else scratch[right++] = row
  }
  rows.set(scratch.subarray(0, right), left)
  return left
}
