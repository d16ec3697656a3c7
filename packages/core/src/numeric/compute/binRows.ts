import { requireLength } from './requireLength.ts'

/** Bins of a feature, at most; one of them holds missing values where there are some. */
export const MOST_BINS = 256

/**
 * The bins of some features of dense rows: how many thresholds of the feature lie below its value; missing values have the bin after the last.
 * The feature features[c] has the thresholds starts[c] .. starts[c + 1], ascending, at most 254. A row takes `stride` bytes of `into`: a bin for
 * each of those features; what follows is left as it is.
 */
export function binRows(
  rows: number,
  width: number,
  matrix: Float32Array,
  features: Uint32Array,
  thresholds: Float32Array,
  starts: Uint32Array,
  stride: number,
  into: Uint8Array,
): void {
  requireLength('matrix', matrix, rows * width)
  requireLength('starts', starts, features.length + 1)
  requireLength('into', into, rows * stride)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < features.length; column++) {
      into[row * stride + column] = binOf(thresholds, starts[column], starts[column + 1], matrix[row * width + features[column]])
    }
  }
}

/** The bin of one value. */
export function binOf(thresholds: Float32Array, from: number, to: number, value: number): number {
  if (Number.isNaN(value)) return to - from + 1
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (thresholds[middle] < value) low = middle + 1
    else high = middle
  }
  return low - from
}
