import type { Compute } from '../../../numeric/compute/compute.ts'
import { RankwrightError } from '../../../problems/problem.ts'

/** Factors a matrix in place. False where that fails, or where a pivot is nothing but rounding beside the diagonal it came from. */
export function checkedCholesky(size: number, matrix: Float64Array, compute: Compute): boolean {
  const diagonal = Float64Array.from({ length: size }, (_, i) => matrix[i * size + i])
  if (!compute.cholesky(size, matrix)) return false
  for (let i = 0; i < size; i++) {
    const pivot = matrix[i * size + i]
    if (pivot * pivot < size * 2 ** -50 * diagonal[i]) return false
  }
  return true
}

export function singularSystem(lambda: number): RankwrightError {
  return new RankwrightError({ area: 'model', code: 'no-single-solution', lambda })
}
