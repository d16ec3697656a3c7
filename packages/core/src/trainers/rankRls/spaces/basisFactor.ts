import { type KernelFunction, kernelBlock, kernelPoints } from '../../../kernels/kernelFunction.ts'
import type { Compute } from '../../../numeric/compute/compute.ts'
import { inverseOfLower } from '../../../numeric/dense/inverseOfLower.ts'
import { transposeInto } from '../../../numeric/dense/transpose.ts'

export interface BasisFactor {
  /** L with K_BB = L Lᵀ, except for a little on the diagonal if the points are nearly dependent. */
  readonly factor: Float64Array
  /** L⁻ᵀ, row by row. */
  readonly inverse: Float64Array
}

/** Functions Σ γⱼ K(pⱼ, ·) have the norm √(γᵀ K_BB γ) = ‖Lᵀ γ‖. */
export function basisFactor(kernel: KernelFunction, basis: Float32Array, count: number, compute: Compute): BasisFactor {
  const width = basis.length / count
  const factor = compute.float64(count * count)
  const inverse = compute.float64(count * count)
  const mark = compute.mark()
  const points = kernelPoints(basis, count, width, compute)
  const x = compute.float64(count * width)
  x.set(basis)
  const matrix = compute.float64(count * count)
  kernelBlock(kernel, count, x, points, compute, matrix)
  let trace = 0
  for (let i = 0; i < count; i++) trace += matrix[i * count + i]
  for (let share = 2 ** -44; ; share *= 16) {
    factor.set(matrix)
    for (let i = 0; i < count; i++) factor[i * count + i] += (share * trace) / count
    if (compute.cholesky(count, factor)) break
  }
  const lower = inverseOfLower(factor, count, compute)
  transposeInto(count, count, lower, inverse)
  compute.release(mark)
  return { factor, inverse }
}

/** L⁻ᵀ θ. */
export function turnedBy(inverse: Float64Array, theta: Float64Array): Float64Array {
  const size = theta.length
  return Float64Array.from({ length: size }, (_, i) => {
    let sum = 0
    for (let j = i; j < size; j++) sum += inverse[i * size + j] * theta[j]
    return sum
  })
}
