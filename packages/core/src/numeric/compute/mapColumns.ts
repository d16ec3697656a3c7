import { requireLength } from './requireLength.ts'

/**
 * x ↦ (clip(x, low, high) − offset) · factor · scale for each value in place, with `fill` instead of missing ones. `columns` holds
 * five rows of `width` numbers: fill, low, high, offset, factor.
 */
export function mapColumns(rows: number, width: number, columns: Float64Array, scale: number, into: Float32Array): void {
  requireLength('columns', columns, 5 * width)
  requireLength('into', into, rows * width)
  for (let row = 0; row < rows; row++) {
    const start = row * width
    for (let j = 0; j < width; j++) {
      const value = into[start + j]
      const low = columns[width + j]
      const high = columns[2 * width + j]
      let x = Number.isNaN(value) ? columns[j] : value
      if (x < low) x = low
      if (high < x) x = high
      into[start + j] = (x - columns[3 * width + j]) * columns[4 * width + j] * scale
    }
  }
}
