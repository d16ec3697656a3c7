import type { FeatureMap } from '../../../data/features/featureMap.ts'
import type { KernelFunction } from '../../../kernels/kernelFunction.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import type { FeatureSpace } from '../solvers/featureSpace.ts'
import { basisFactor, turnedBy } from './basisFactor.ts'

/** Functions on a basis as functions of the features h(x) = L⁻¹ k_B(x), whose weights θ = Lᵀ γ have the norm of the function. */
export function basisSpace(
  kernel: KernelFunction,
  map: FeatureMap,
  basis: Float32Array,
  count: number,
  { compute }: Runtime,
): FeatureSpace {
  const { inverse } = basisFactor(kernel, basis, count, compute)
  return {
    description: `on a basis of ${count} rows`,
    size: count,
    spec: { of: 'basis', map, kernel, points: basis, inverse: inverse.slice() }, // out of the memory of compute, as it may be sent
    coefficients: (theta) => turnedBy(inverse, theta),
    inverse,
  }
}
