import { dotAt } from './dot.ts'
import { requireLength } from './requireLength.ts'

/** Columns that are factored together before the rest of the matrix is brought up to date. */
const CHOLESKY_PANEL = 64

/**
 * Factors a symmetric positive definite matrix in place into its lower factor, zeros above. Element (i, j) loses the sum over
 * each earlier panel of 64 columns (summed from zero, panels in order), then its own panel's products one by one, and is
 * divided by the pivot.
 */
export function cholesky(n: number, matrix: Float64Array): boolean {
  requireLength('matrix', matrix, n * n)
  for (let i = 0; i < n; i++) {
    const rowI = i * n
    for (let j = 0; j <= i; j++) {
      const rowJ = j * n
      let value = matrix[rowI + j]
      const panel = j - (j % CHOLESKY_PANEL)
      for (let start = 0; start < panel; start += CHOLESKY_PANEL) {
        let sum = 0
        for (let p = start; p < start + CHOLESKY_PANEL; p++) sum += matrix[rowI + p] * matrix[rowJ + p]
        value -= sum
      }
      for (let p = panel; p < j; p++) value -= matrix[rowI + p] * matrix[rowJ + p]
      if (j < i) matrix[rowI + j] = value / matrix[rowJ + j]
      else if (value > 0 && value < Infinity) matrix[rowI + i] = Math.sqrt(value)
      else return false
    }
    matrix.fill(0, rowI + i + 1, rowI + n)
  }
  return true
}

/** Solves L Lᵀ x = b in place: forward by the eight-lane sums of dot.ts, then backward, row by row from the last. */
export function choleskySolve(n: number, factor: Float64Array, into: Float64Array): void {
  requireLength('factor', factor, n * n)
  requireLength('into', into, n)
  for (let i = 0; i < n; i++) into[i] = (into[i] - dotAt(factor, i * n, into, 0, i)) / factor[i * n + i]
  for (let i = n - 1; i >= 0; i--) {
    const value = into[i] / factor[i * n + i]
    into[i] = value
    for (let j = 0; j < i; j++) into[j] -= value * factor[i * n + j]
  }
}
