import { dotAt } from './dot.ts'
import { requireLength } from './requireLength.ts'

/** into = X w, row by row: each score is the eight-lane sum of dot.ts. */
export function gemv(rows: number, width: number, matrix: Float32Array, vector: Float64Array, into: Float64Array): void {
  requireLength('matrix', matrix, rows * width)
  requireLength('vector', vector, width)
  requireLength('into', into, rows)
  for (let row = 0; row < rows; row++) into[row] = dotAt(matrix, row * width, vector, 0, width)
}

/** into += Xᵀ g: every column adds its rows one by one, from the first to the last. */
export function gemvTransposed(rows: number, width: number, matrix: Float32Array, vector: Float64Array, into: Float64Array): void {
  requireLength('matrix', matrix, rows * width)
  requireLength('vector', vector, rows)
  requireLength('into', into, width)
  for (let row = 0; row < rows; row++) addScaled(vector[row], matrix, row * width, into, width)
}

/** into[j] += scale · matrix[start + j]. */
export function addScaled(scale: number, matrix: Float32Array, start: number, into: Float64Array, length: number): void {
  for (let j = 0; j < length; j++) into[j] += scale * matrix[start + j]
}
