import type { FeatureMap } from '../../../data/features/featureMap.ts'
import { rowMapper } from '../../../data/features/featureMapApply.ts'
import type { RankingLists } from '../../../data/lists/rankingLists.ts'
import { type KernelFunction, kernelBlock, kernelPoints } from '../../../kernels/kernelFunction.ts'
import type { Compute } from '../../../numeric/compute/compute.ts'

/** Features h of rows that functions f = θ · h are linear in, as plain data. */
export type FeatureSpec =
  /** The mapped features themselves. */
  | { readonly of: 'features'; readonly map: FeatureMap }
  /** h(x) = L⁻¹ k_B(x), with the kernel values of a row at the points, and L⁻ᵀ. */
  | {
      readonly of: 'basis'
      readonly map: FeatureMap
      readonly kernel: KernelFunction
      readonly points: Float32Array
      readonly inverse: Float64Array
    }

export interface RowFeatures {
  readonly size: number
  /** into (rows × size) ← h of the rows first .. last, which are at most `featureBlockRows`. */
  evaluate(first: number, last: number, into: Float64Array): void
}

/** Rows that are evaluated at a time. */
export const featureBlockRows = 512

/** In memory of `compute` that the caller frees. */
export function rowFeatures(spec: FeatureSpec, lists: RankingLists, compute: Compute): RowFeatures {
  const { width } = spec.map
  const mapper = rowMapper(spec.map, lists, compute)
  const mapped = compute.float32(featureBlockRows * width)
  if (spec.of === 'features') {
    return {
      size: width,
      evaluate(first, last, into) {
        mapper.dense(first, last, mapped)
        into.set(mapped.subarray(0, (last - first) * width))
      },
    }
  }
  const size = spec.points.length / width
  const points = kernelPoints(spec.points, size, width, compute)
  const x = compute.float64(featureBlockRows * width)
  const values = compute.float64(featureBlockRows * size)
  const whiten = upperProduct(spec.inverse, size, compute)
  return {
    size,
    evaluate(first, last, into) {
      mapper.dense(first, last, mapped)
      x.set(mapped.subarray(0, (last - first) * width))
      kernelBlock(spec.kernel, last - first, x, points, compute, values)
      whiten(last - first, values, into)
    },
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
