import { requireLength } from './requireLength.ts'

/** How many products are added up before they meet the result: a panel of this many rows stays in cache. */
export const BLOCK_DEPTH = 256

/** into (m × n) = A (m × k) · B (k × n): per block of 256 along k a sum from zero, and the blocks added in order. */
export function gemm(m: number, n: number, k: number, a: Float64Array, b: Float64Array, into: Float64Array): void {
  requireLength('a', a, m * k)
  requireLength('b', b, k * n)
  requireLength('into', into, m * n)
  into.fill(0, 0, m * n)
  const sums = new Float64Array(n)
  for (let start = 0; start < k; start += BLOCK_DEPTH) {
    const end = Math.min(k, start + BLOCK_DEPTH)
    for (let i = 0; i < m; i++) {
      sums.fill(0)
      for (let p = start; p < end; p++) {
        const left = a[i * k + p]
        const row = p * n
        for (let j = 0; j < n; j++) sums[j] += left * b[row + j]
      }
      for (let j = 0; j < n; j++) into[i * n + j] += sums[j]
    }
  }
}
