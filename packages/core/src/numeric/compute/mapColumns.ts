import { requireLength } from './requireLength.ts'

/** Rows that stay in cache while their columns are mapped one by one, which looks up what a column needs once. */
const blockRows = 64

/**
 * x ↦ (clip(x, low, high) − offset) · factor · scale for each value in place, with `fill` instead of missing ones. `columns` holds
 * five rows of `width` numbers: fill, low, high, offset, factor.
 */
export function mapColumns(rows: number, width: number, columns: Float64Array, scale: number, into: Float32Array): void {
  requireLength('columns', columns, 5 * width)
  requireLength('into', into, rows * width)
  for (let first = 0; first < rows; first += blockRows) {
    const end = Math.min(rows, first + blockRows) * width
    for (let j = 0; j < width; j++) {
      const fill = columns[j]
      const low = columns[width + j]
      const high = columns[2 * width + j]
      const offset = columns[3 * width + j]
      const factor = columns[4 * width + j]
      for (let at = first * width + j; at < end; at += width) {
        const value = into[at]
        let x = Number.isNaN(value) ? fill : value
        if (x < low) x = low
        if (high < x) x = high
        into[at] = (x - offset) * factor * scale
      }
    }
  }
}
