import { BLOCK_DEPTH } from './gemm.ts'
import { requireLength } from './requireLength.ts'

/**
 * into (n × n) += Hᵀ diag(weights) H: per block of 256 rows, the upper triangle of (weight · hᵢ) · hⱼ summed from zero, then
 * added; at the end the lower triangle mirrors the upper one, unless only the upper one is wanted.
 */
export function syrk(
  m: number,
  n: number,
  matrix: Float32Array | Float64Array,
  weights: Float64Array | undefined,
  into: Float64Array,
  triangle: 'upper' | 'both' = 'both',
): void {
  requireLength('matrix', matrix, m * n)
  requireLength('into', into, n * n)
  if (weights) requireLength('weights', weights, m)
  const right = new Float64Array(BLOCK_DEPTH * n) // the block, column by column
  const left = weights ? new Float64Array(BLOCK_DEPTH * n) : right
  for (let start = 0; start < m; start += BLOCK_DEPTH) {
    const depth = Math.min(BLOCK_DEPTH, m - start)
    for (let p = 0; p < depth; p++) {
      const row = (start + p) * n
      for (let j = 0; j < n; j++) right[j * BLOCK_DEPTH + p] = matrix[row + j]
      if (!weights) continue
      const weight = weights[start + p]
      for (let j = 0; j < n; j++) left[j * BLOCK_DEPTH + p] = weight * matrix[row + j]
    }
    for (let i = 0; i < n; i++) addRow(i, n, depth, left, right, into)
  }
  if (triangle === 'upper') return
  for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) into[j * n + i] = into[i * n + j]
}

/** Row i of the upper triangle, four columns at a time: each column is its own sum. */
function addRow(i: number, n: number, depth: number, left: Float64Array, right: Float64Array, into: Float64Array): void {
  const a = i * BLOCK_DEPTH
  let j = i
  for (; j + 4 <= n; j += 4) {
    const b0 = j * BLOCK_DEPTH
    const b1 = b0 + BLOCK_DEPTH
    const b2 = b1 + BLOCK_DEPTH
    const b3 = b2 + BLOCK_DEPTH
    let s0 = 0
    let s1 = 0
    let s2 = 0
    let s3 = 0
    for (let p = 0; p < depth; p++) {
      const value = left[a + p]
      s0 += value * right[b0 + p]
      s1 += value * right[b1 + p]
      s2 += value * right[b2 + p]
      s3 += value * right[b3 + p]
    }
    const at = i * n + j
    into[at] += s0
    into[at + 1] += s1
    into[at + 2] += s2
    into[at + 3] += s3
  }
  for (; j < n; j++) {
    let sum = 0
    for (let p = 0; p < depth; p++) sum += left[a + p] * right[j * BLOCK_DEPTH + p]
    into[i * n + j] += sum
  }
}
