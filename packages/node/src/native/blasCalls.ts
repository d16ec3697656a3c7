/** The calls into BLAS and LAPACK that are made, with row-major matrices and without what is the same in each of them. */
import type { LibraryHandle } from 'koffi'

export interface BlasCalls {
  /** into (m × n) = A (m × k) · B (k × n). */
  gemm(m: number, n: number, k: number, a: Float64Array, b: Float64Array, into: Float64Array): void
  /** into (n) = aᵀ B for a (k) and B (k × n): the product of a single row. */
  gemv(n: number, k: number, a: Float64Array, b: Float64Array, into: Float64Array): void
  /** `gemm` in single precision; A is k × m if it is `turned`. */
  gemm32(m: number, n: number, k: number, a: Float32Array, b: Float32Array, into: Float32Array, turned: boolean): void
  /** The upper triangle of into (n × n) += HᵀH for H (m × n). */
  syrk(m: number, n: number, matrix: Float64Array, into: Float64Array): void
  /** The lower triangle becomes the Cholesky factor; not 0 if there is none. */
  potrf(n: number, into: Float64Array): number
  /** Solves L x = b, or Lᵀ x = b if `turned`, in place. */
  trsv(n: number, factor: Float64Array, into: Float64Array, turned: boolean): void
  /** Reads the lower triangle; eigenvalues ascend, row k becomes the eigenvector of the k-th. Not 0 if they are not found. */
  syevd(n: number, into: Float64Array, values: Float64Array): number
}

// The constants of CBLAS.
const rowMajor = 101
const [asItIs, transposed] = [111, 112]
const [upper, lower] = [121, 122]
const generalDiagonal = 131

export function blasCalls(library: LibraryHandle): BlasCalls {
  const dgemm = library.func(
    'void cblas_dgemm(int order, int ta, int tb, int m, int n, int k, double alpha, double *a, int lda, double *b, int ldb, double beta, double *c, int ldc)',
  )
  const dgemv = library.func(
    'void cblas_dgemv(int order, int trans, int m, int n, double alpha, double *a, int lda, double *x, int incx, double beta, double *y, int incy)',
  )
  const sgemm = library.func(
    'void cblas_sgemm(int order, int ta, int tb, int m, int n, int k, float alpha, float *a, int lda, float *b, int ldb, float beta, float *c, int ldc)',
  )
  const dsyrk = library.func(
    'void cblas_dsyrk(int order, int uplo, int trans, int n, int k, double alpha, double *a, int lda, double beta, double *c, int ldc)',
  )
  const dtrsv = library.func('void cblas_dtrsv(int order, int uplo, int trans, int diag, int n, double *a, int lda, double *x, int inc)')
  // Fortran: everything by address, columns first. A lower triangle of rows is an upper one of columns.
  const dpotrf = library.func('void dpotrf_(uint8_t *uplo, int *n, double *a, int *lda, int *info)')
  const dsyevd = library.func(
    'void dsyevd_(uint8_t *jobz, uint8_t *uplo, int *n, double *a, int *lda, double *w, double *work, int *lwork, int *iwork, int *liwork, int *info)',
  )
  const letter = (text: string) => Uint8Array.of(text.charCodeAt(0), 0)
  const [u, v] = [letter('U'), letter('V')]
  return {
    gemm(m, n, k, a, b, into) {
      dgemm(rowMajor, asItIs, asItIs, m, n, k, 1, a, k, b, n, 0, into, n)
    },
    gemv(n, k, a, b, into) {
      dgemv(rowMajor, transposed, k, n, 1, b, n, a, 1, 0, into, 1)
    },
    gemm32(m, n, k, a, b, into, turned) {
      sgemm(rowMajor, turned ? transposed : asItIs, asItIs, m, n, k, 1, a, turned ? m : k, b, n, 0, into, n)
    },
    syrk(m, n, matrix, into) {
      dsyrk(rowMajor, upper, transposed, n, m, 1, matrix, n, 1, into, n)
    },
    potrf(n, into) {
      const info = new Int32Array(1)
      dpotrf(u, Int32Array.of(n), into, Int32Array.of(n), info)
      return info[0]
    },
    trsv(n, factor, into, turned) {
      dtrsv(rowMajor, lower, turned ? transposed : asItIs, generalDiagonal, n, factor, n, into, 1)
    },
    syevd(n, into, values) {
      const info = new Int32Array(1)
      const [work, whole] = [new Float64Array(1 + 6 * n + 2 * n * n), new Int32Array(3 + 5 * n)]
      const [size, workSize, wholeSize] = [Int32Array.of(n), Int32Array.of(work.length), Int32Array.of(whole.length)]
      dsyevd(v, u, size, into, size, values, work, workSize, whole, wholeSize, info)
      return info[0]
    },
  }
}
