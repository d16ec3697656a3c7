import { MOST_BINS } from './binRows.ts'
import { requireLength } from './requireLength.ts'

/** Numbers for each bin of a histogram: the sum of slopes, that of curvatures, the rows, and one that stays 0. */
export const BIN_NUMBERS = 4
/** Features whose histograms are made together. */
export const BLOCK_FEATURES = 8

/** Length of the histogram of this many bytes of bins per row, a multiple of 8. */
export function histogramLength(stride: number): number {
  return stride * MOST_BINS * BIN_NUMBERS
}

/**
 * into ← for each feature and bin, the sums of slopes and curvatures of the rows in it, and their number. `bins` has `stride` bytes for each
 * row of the data, `gradients` two numbers (see `quantise`); `rows` are the rows that count. If `whole` is given, the histogram of a node of which
 * these rows are one side: whole −= into, which leaves that of the other side.
 */
export function histogram(
  stride: number,
  bins: Uint8Array,
  gradients: Int32Array,
  rows: Uint32Array,
  into: Int32Array,
  whole?: Int32Array,
): void {
  requireLength('into', into, histogramLength(stride))
  if (whole !== undefined) requireLength('whole', whole, into.length)
  into.fill(0, 0, histogramLength(stride))
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place]
    const slope = gradients[2 * row]
    const curvature = gradients[2 * row + 1]
    for (let column = 0; column < stride; column++) {
      const at = BIN_NUMBERS * (column * MOST_BINS + bins[row * stride + column])
      into[at] += slope
      into[at + 1] += curvature
      into[at + 2] += 1
    }
  }
  if (whole !== undefined) for (let at = 0; at < into.length; at++) whole[at] -= into[at]
}
