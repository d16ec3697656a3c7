import { type KernelFunction, kernelBlock, kernelPoints } from '../../../kernels/kernelFunction.ts'
import type { Compute } from '../../../numeric/compute/compute.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import { type FeatureSpace, featureBlockRows } from '../solvers/featureSpace.ts'
import { basisFactor, turnedBy } from './basisFactor.ts'

/** Functions on a basis as functions of the features h(x) = L⁻¹ k_B(x), whose weights θ = Lᵀ γ have the norm of the function. */
export function basisSpace(
  kernel: KernelFunction,
  mapped: Float32Array,
  basis: Float32Array,
  count: number,
  { compute }: Runtime,
): FeatureSpace {
  const width = basis.length / count
  const { inverse } = basisFactor(kernel, basis, count, compute)
  const points = kernelPoints(basis, count, width, compute)
  const x = compute.float64(featureBlockRows * width)
  const values = compute.float64(featureBlockRows * count)
  const whiten = upperProduct(inverse, count, compute)
  return {
    description: `on a basis of ${count} rows`,
    size: count,
    evaluate(first, last, into) {
      x.set(mapped.subarray(first * width, last * width))
      kernelBlock(kernel, last - first, x, points, compute, values)
      whiten(last - first, values, into)
    },
    coefficients: (theta) => turnedBy(inverse, theta),
    inverse,
  }
}

/** Columns of a triangular factor that are multiplied together, without the zeros below them. */
const stripeColumns = 128

/** into (rows × count) ← values · U for an upper triangular U, a stripe of its columns at a time; for up to `featureBlockRows` rows. */
function upperProduct(upper: Float64Array, count: number, compute: Compute) {
  const stripes: { readonly from: number; readonly to: number; readonly part: Float64Array }[] = []
  for (let from = 0; from < count; from += stripeColumns) {
    const to = Math.min(count, from + stripeColumns)
    const part = compute.float64(to * (to - from))
    for (let k = 0; k < to; k++) part.set(upper.subarray(k * count + from, k * count + to), k * (to - from))
    stripes.push({ from, to, part })
  }
  const left = compute.float64(featureBlockRows * count)
  const product = compute.float64(featureBlockRows * stripeColumns)
  return (rows: number, values: Float64Array, into: Float64Array): void => {
    for (const { from, to, part } of stripes) {
      for (let row = 0; row < rows; row++) left.set(values.subarray(row * count, row * count + to), row * to)
      compute.gemm(rows, to - from, to, left, part, product)
      for (let row = 0; row < rows; row++) {
        into.set(product.subarray(row * (to - from), (row + 1) * (to - from)), row * count + from)
      }
    }
  }
}
