/**
 * The dense numeric work that is worth a faster machine language. `plainKernels` is the definition; every other build
 * gives the same bits: the same operations in the same order on the same lanes.
 *
 * Matrices are row-major. An argument named `into` is filled or added to, as each call says, and stands last.
 */
export interface Kernels {
  /** Which build this is; recorded in models. */
  readonly build: 'plain' | 'simd' | 'simd-threads' | 'simd-relaxed'

  /** Arrays that the kernels read and write in place. Other arrays work too, at the price of a copy in and out. */
  float32(length: number): Float32Array
  float64(length: number): Float64Array
  /** Gives back what `float32` and `float64` handed out since `mark`, in one sweep; such arrays must not be used any more. */
  mark(): number
  release(mark: number): void

  /** Σ aᵢ bᵢ. */
  dot(a: Float64Array, b: Float64Array): number
  /** into = X w: one score per row. */
  gemv(rows: number, width: number, matrix: Float32Array, vector: Float64Array, into: Float64Array): void
  /** into += Xᵀ g: one number per column. */
  gemvTransposed(rows: number, width: number, matrix: Float32Array, vector: Float64Array, into: Float64Array): void
  /** into (m × n) = A (m × k) · B (k × n). */
  gemm(m: number, n: number, k: number, a: Float64Array, b: Float64Array, into: Float64Array): void
  /** into (n × n, both triangles) += Hᵀ diag(weights) H for H (m × n); no weights means all 1. */
  syrk(m: number, n: number, matrix: Float32Array | Float64Array, weights: Float64Array | undefined, into: Float64Array): void
  /** Factors the symmetric positive definite matrix in place into its lower Cholesky factor; false when it is not positive definite. */
  cholesky(n: number, matrix: Float64Array): boolean
  /** Solves L Lᵀ x = b in place, given the factor. */
  choleskySolve(n: number, factor: Float64Array, into: Float64Array): void
  /** values ← exp(values). */
  exp(into: Float64Array): void
  /** values ← 1 / (1 + exp(−values)). */
  sigmoid(into: Float64Array): void
  /** Each segment offsets[q] .. offsets[q + 1] ← its softmax. */
  softmax(offsets: Uint32Array, into: Float64Array): void
  /** Per segment, the positions (from 0, within the segment) by descending value; equal values keep their order; NaN last. */
  argsortDescending(offsets: Uint32Array, values: Float64Array, into: Uint32Array): void
}
