import type { Compute } from '../compute/compute.ts'

/** L⁻¹ by halves: [A 0; B C]⁻¹ = [A⁻¹ 0; −C⁻¹ B A⁻¹ C⁻¹]. */
export function inverseOfLower(factor: Float64Array, n: number, compute: Compute): Float64Array {
  const inverse = new Float64Array(n * n)
  if (n <= 64) {
    for (let column = 0; column < n; column++) {
      inverse[column * n + column] = 1 / factor[column * n + column]
      for (let row = column + 1; row < n; row++) {
        let sum = 0
        for (let k = column; k < row; k++) sum += factor[row * n + k] * inverse[k * n + column]
        inverse[row * n + column] = -sum / factor[row * n + row]
      }
    }
    return inverse
  }
  const half = n >> 1
  const rest = n - half
  const [a, b, c] = [new Float64Array(half * half), new Float64Array(rest * half), new Float64Array(rest * rest)]
  for (let row = 0; row < half; row++) a.set(factor.subarray(row * n, row * n + half), row * half)
  for (let row = 0; row < rest; row++) {
    b.set(factor.subarray((half + row) * n, (half + row) * n + half), row * half)
    c.set(factor.subarray((half + row) * n + half, (half + row) * n + n), row * rest)
  }
  const [aInverse, cInverse] = [inverseOfLower(a, half, compute), inverseOfLower(c, rest, compute)]
  const inner = new Float64Array(rest * half)
  compute.gemm(rest, half, half, b, aInverse, inner)
  compute.gemm(rest, half, rest, cInverse, inner, b)
  for (let row = 0; row < half; row++) inverse.set(aInverse.subarray(row * half, (row + 1) * half), row * n)
  for (let row = 0; row < rest; row++) {
    for (let j = 0; j < half; j++) inverse[(half + row) * n + j] = -b[row * half + j]
    inverse.set(cInverse.subarray(row * rest, (row + 1) * rest), (half + row) * n + half)
  }
  return inverse
}
