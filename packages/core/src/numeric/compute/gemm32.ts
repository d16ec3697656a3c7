import { BLOCK_DEPTH } from './gemm.ts'
import { requireLength } from './requireLength.ts'

/** into (m × n) = A (m × k) · B (k × n) in single precision: per block of 256 along k a sum from zero, and the blocks added in order. */
export function gemm32(m: number, n: number, k: number, a: Float32Array, b: Float32Array, into: Float32Array): void {
  multiply(m, n, k, a, k, 1, b, into)
}

/** into (m × n) = Aᵀ · B for A (k × m). */
export function gemm32Transposed(m: number, n: number, k: number, a: Float32Array, b: Float32Array, into: Float32Array): void {
  multiply(m, n, k, a, 1, m, b, into)
}

function multiply(
  m: number,
  n: number,
  k: number,
  a: Float32Array,
  rowStride: number,
  depthStride: number,
  b: Float32Array,
  into: Float32Array,
): void {
  requireLength('a', a, m * k)
  requireLength('b', b, k * n)
  requireLength('into', into, m * n)
  into.fill(0, 0, m * n)
  const sums = new Float32Array(n)
  for (let start = 0; start < k; start += BLOCK_DEPTH) {
    const end = Math.min(k, start + BLOCK_DEPTH)
    for (let i = 0; i < m; i++) {
      sums.fill(0)
      for (let p = start; p < end; p++) {
        const left = a[i * rowStride + p * depthStride]
        const row = p * n
        for (let j = 0; j < n; j++) sums[j] += Math.fround(left * b[row + j])
      }
      if (start === 0) for (let j = 0; j < n; j++) into[i * n + j] = sums[j]
      else for (let j = 0; j < n; j++) into[i * n + j] += sums[j]
    }
  }
}
