import { type KernelFunction, kernelBlock, kernelPoints } from '../../../kernels/kernelFunction.ts'
import type { Compute } from '../../../numeric/compute/compute.ts'
import { jacobi, type LinearOperator } from '../../../numeric/optimisers/conjugateGradient.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import type { OperatorSpace } from '../solvers/operatorSpace.ts'
import { basisFactor, turnedBy } from './basisFactor.ts'

/** Rows whose kernel values are held at a time. */
const blockRows = 256

/**
 * A large basis, with the preconditioner of Rudi, Carratino & Rosasco 2017, "FALKON: an optimal large scale kernel method": the
 * basis points represent all rows.
 */
export function largeBasisSpace(
  kernel: KernelFunction,
  mapped: Float32Array,
  basis: Float32Array,
  count: number,
  { compute }: Runtime,
): OperatorSpace {
  const width = basis.length / count
  const rows = mapped.length / width
  const { factor, inverse } = basisFactor(kernel, basis, count, compute)
  const points = kernelPoints(basis, count, width, compute)
  const x = compute.float64(blockRows * width)
  const values = compute.float64(blockRows * count)
  const sums = compute.float64(count)
  const gammas = compute.float64(count)
  const part = compute.float64(blockRows)
  const eachBlock = (see: (first: number, size: number) => void) => {
    for (let first = 0; first < rows; first += blockRows) {
      const size = Math.min(blockRows, rows - first)
      x.set(mapped.subarray(first * width, (first + size) * width))
      kernelBlock(kernel, size, x, points, compute, values)
      see(first, size)
    }
  }
  return {
    description: `on a basis of ${count} rows`,
    size: count,
    multiply(theta, into) {
      gammas.set(turnedBy(inverse, theta))
      eachBlock((first, size) => {
        for (let row = 0; row < size; row++) into[first + row] = compute.dot(values.subarray(row * count, (row + 1) * count), gammas)
      })
    },
    addTransposed(vector, into) {
      const total = new Float64Array(count)
      eachBlock((first, size) => {
        part.set(vector.subarray(first, first + size))
        compute.gemm(1, count, size, part, values, sums)
        for (let j = 0; j < count; j++) total[j] += sums[j]
      })
      for (let i = 0; i < count; i++) for (let j = i; j < count; j++) into[j] += inverse[i * count + j] * total[i]
    },
    precondition: (lambda) => basisPreconditioner(factor, count, lambda, compute),
    coefficients: (theta) => turnedBy(inverse, theta),
  }
}

/** (A + λ I)⁻¹ with A as if the basis points were all rows of one list. */
function basisPreconditioner(factor: Float64Array, count: number, lambda: number, compute: Compute): LinearOperator {
  const centred = new Float64Array(count * count)
  const means = new Float64Array(count)
  for (let i = 0; i < count; i++) for (let j = 0; j < count; j++) means[j] += factor[i * count + j] / count
  const weight = Math.sqrt(2 / count)
  for (let i = 0; i < count; i++) for (let j = 0; j < count; j++) centred[i * count + j] = weight * (factor[i * count + j] - means[j])
  const system = new Float64Array(count * count)
  compute.syrk(count, count, centred, undefined, system)
  for (let j = 0; j < count; j++) system[j * count + j] += lambda
  if (!compute.cholesky(count, system)) return jacobi(new Float64Array(count).fill(1))
  return (vector, into) => {
    into.set(vector)
    compute.choleskySolve(count, system, into)
  }
}
