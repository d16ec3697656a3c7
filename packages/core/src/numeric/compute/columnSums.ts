import { requireLength } from './requireLength.ts'

/** into = Σ weightᵢ · rowᵢ of a matrix (rows × width), row after row; no weights means all 1. */
export function columnSums(rows: number, width: number, matrix: Float64Array, weights: Float64Array | undefined, into: Float64Array): void {
  requireLength('matrix', matrix, rows * width)
  requireLength('into', into, width)
  if (weights) requireLength('weights', weights, rows)
  into.fill(0, 0, width)
  for (let row = 0; row < rows; row++) {
    const start = row * width
    const weight = weights === undefined ? 1 : weights[row]
    for (let j = 0; j < width; j++) into[j] += weight * matrix[start + j]
  }
}

/** Row i of the matrix (rows × width) ← (row − shift) · scaleᵢ, in place. */
export function shiftRows(rows: number, width: number, shift: Float64Array, scales: Float64Array, into: Float64Array): void {
  requireLength('into', into, rows * width)
  requireLength('shift', shift, width)
  requireLength('scales', scales, rows)
  for (let row = 0; row < rows; row++) {
    const start = row * width
    const scale = scales[row]
    for (let j = 0; j < width; j++) into[start + j] = (into[start + j] - shift[j]) * scale
  }
}
