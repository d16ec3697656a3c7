import { type Compute, requireLength } from '@rankwright/core/numeric'
import type { BlasCalls } from './blasCalls.ts'
import type { BlasLibrary } from './blasLibrary.ts'

/** Rows that a call should get, and that are converted or weighted at a time: with fewer, the library spends much of its time on the result. */
const BLOCK = 1024
/** Products of fewer numbers than this stay with the other build: a call into the library costs about a microsecond. */
const WORTH_A_CALL = 4096

/**
 * `base` with its matrix products in double and single precision, its Cholesky factors and eigenvectors from a library. The numbers are
 * the same within rounding; their last bits depend on the library, the processor and the number of threads. Arrays of any memory are used
 * in place. The primitives of mixed precision stay those of `base`.
 */
export function nativeCompute(base: Compute, library: Pick<BlasLibrary, 'name' | 'calls' | 'setThreads'>, threads: number): Compute {
  const { name } = library
  /** The library has one number of threads for the whole process, and another runtime may have changed it. */
  const calls = (): BlasCalls => {
    library.setThreads(threads)
    return library.calls
  }
  return {
    ...base,
    build: 'native',
    library: name,
    blockRows: BLOCK,
    own: () => nativeCompute(base.own(), library, threads),
    gemm(m, n, k, a, b, into) {
      if (m * n * k < WORTH_A_CALL) return base.gemm(m, n, k, a, b, into)
      requireProduct(m, n, k, a, b, into)
      if (m === 1) calls().gemv(n, k, a, b, into)
      else calls().gemm(m, n, k, a, b, into)
    },
    prepare: (n, k, values, rows) => (values instanceof Float64Array ? { n, k, values } : base.prepare(n, k, values, rows)),
    gemmPrepared(m, a, b, into) {
      const { n, k, values } = b
      if (!(a instanceof Float64Array && values instanceof Float64Array) || m * n * k < WORTH_A_CALL)
        return base.gemmPrepared(m, a, b, into)
      requireProduct(m, n, k, a, values, into)
      calls().gemm(m, n, k, a, values, into)
    },
    gemm32(m, n, k, a, b, into) {
      if (m * n * k < WORTH_A_CALL) return base.gemm32(m, n, k, a, b, into)
      requireProduct(m, n, k, a, b, into)
      calls().gemm32(m, n, k, a, b, into, false)
    },
    gemm32Transposed(m, n, k, a, b, into) {
      if (m * n * k < WORTH_A_CALL) return base.gemm32Transposed(m, n, k, a, b, into)
      requireProduct(m, n, k, a, b, into)
      calls().gemm32(m, n, k, a, b, into, true)
    },
    syrk(m, n, matrix, weights, into, triangle = 'both') {
      // Roots of weights are taken, so that one triangle is enough; negative ones have none.
      if (m * n * n < WORTH_A_CALL || weights?.some((weight) => !(weight >= 0))) return base.syrk(m, n, matrix, weights, into, triangle)
      requireLength('matrix', matrix, m * n)
      requireLength('into', into, n * n)
      if (weights) requireLength('weights', weights, m)
      if (matrix instanceof Float64Array && weights === undefined) calls().syrk(m, n, matrix, into)
      else {
        const rows = new Float64Array(Math.min(BLOCK, m) * n)
        for (let first = 0; first < m; first += BLOCK) {
          const count = Math.min(BLOCK, m - first)
          rows.set(matrix.subarray(first * n, (first + count) * n))
          if (weights) weigh(count, n, weights.subarray(first, first + count), rows)
          calls().syrk(count, n, rows, into)
        }
      }
      if (triangle === 'both') base.syrk(0, n, into, undefined, into) // no more rows: only the lower triangle becomes the mirror of the upper one
    },
    cholesky(n, into) {
      requireLength('matrix', into, n * n)
      if (n === 0) return true
      if (calls().potrf(n, into) !== 0) return false
      for (let i = 0; i < n; i++) {
        const pivot = into[i * n + i]
        if (!(pivot > 0 && pivot < Infinity)) return false
        into.fill(0, i * n + i + 1, (i + 1) * n)
      }
      return true
    },
    choleskySolve(n, factor, into) {
      requireLength('factor', factor, n * n)
      requireLength('into', into, n)
      if (n === 0) return
      calls().trsv(n, factor, into, false)
      calls().trsv(n, factor, into, true)
    },
    eigen(n, into, values) {
      requireLength('into', into, n * n)
      requireLength('values', values, n)
      if (n > 0 && calls().syevd(n, into, values) !== 0) throw new Error(`${name} did not find the eigenvectors`)
    },
  }
}

function requireProduct(m: number, n: number, k: number, a: ArrayLike<number>, b: ArrayLike<number>, into: ArrayLike<number>): void {
  requireLength('a', a, m * k)
  requireLength('b', b, k * n)
  requireLength('into', into, m * n)
}

/** Row i times the root of weight i. */
function weigh(rows: number, width: number, weights: Float64Array, into: Float64Array): void {
  for (let row = 0; row < rows; row++) {
    const root = Math.sqrt(weights[row])
    for (let at = row * width; at < (row + 1) * width; at++) into[at] *= root
  }
}
