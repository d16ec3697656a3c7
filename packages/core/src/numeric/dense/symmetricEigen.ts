/** All eigenvalues and eigenvectors of a symmetric matrix: to tridiagonal form, whose eigenvectors are then turned back. */
import type { Compute } from '../compute/compute.ts'
import { plainCompute } from '../compute/plainCompute.ts'
import { transposeSquare } from './transpose.ts'
import { reduceMatrix, turnBack } from './tridiagonal.ts'
import { identity, type SymmetricEigen, tridiagonalEigen } from './tridiagonalEigen.ts'

/** The matrix is n × n; only its lower triangle is read. */
export function symmetricEigen(n: number, matrix: Float64Array, compute: Compute = plainCompute): SymmetricEigen {
  let largest = 0
  for (let row = 0; row < n; row++) {
    for (let column = 0; column <= row; column++) largest = Math.max(largest, Math.abs(matrix[row * n + column]))
  }
  if (!(largest > 0)) return { values: new Float64Array(n).fill(largest), vectors: identity(n) }
  // A power of two brings the entries to about 1 without rounding, so squares neither overflow nor vanish.
  const scale = 2 ** Math.floor(Math.log2(largest))
  const mark = compute.mark()
  try {
    const work = compute.float64(n * n)
    for (let row = 0; row < n; row++) {
      for (let column = 0; column <= row; column++) {
        work[row * n + column] = work[column * n + row] = matrix[row * n + column] / scale
      }
    }
    if (compute.eigen) {
      const values = new Float64Array(n)
      compute.eigen(n, work, values)
      return { values: values.map((value) => value * scale), vectors: work.slice(0, n * n) }
    }
    const steps = reduceMatrix(n, work, compute)
    let step = steps.next()
    while (!step.done) step = steps.next()
    const { diagonal, beside, panels } = step.value
    const { values, vectors } = tridiagonalEigen(diagonal, beside, compute)
    // Rows are vectors, in the coordinates of the tridiagonal form; back in those of the matrix they are columns on the way.
    transposeSquare(n, vectors)
    work.set(vectors)
    turnBack(n, panels, work, compute)
    vectors.set(work.subarray(0, n * n))
    transposeSquare(n, vectors)
    return { values: values.map((value) => value * scale), vectors }
  } finally {
    compute.release(mark)
  }
}
