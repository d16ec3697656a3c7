import { rowMapper } from '../../data/features/featureMapApply.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { type KernelFunction, kernelAtSelf, kernelBlock, kernelPoints } from '../../kernels/kernelFunction.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import { symmetricFromTriangle } from '../../numeric/dense/lowerTriangle.ts'
import type { MarginUncertainty } from '../common/modelCommon.ts'
import type { KernelModel, KernelPosterior } from './kernel.ts'

/** Pairs whose kernels with all points are held at a time. */
const blockPairs = 128

/** The variance of a margin is a² (K(x, x) + K(x′, x′) − 2 K(x, x′) − (k − k′)ᵀ W (k − k′)), k and k′ the kernels of the two rows with the points. */
export function kernelUncertainty(
  { featureMap: map, kernel, points: rows, coefficients }: KernelModel,
  { inner: triangle, amplitude, noise }: KernelPosterior,
  lists: RankingLists,
  compute: Compute,
): MarginUncertainty {
  const { width } = map
  const count = coefficients.length
  const mapper = rowMapper(map, lists)
  return {
    noise,
    deviations(pairs) {
      const deviations = new Float64Array(pairs.length / 2)
      const mark = compute.mark()
      try {
        const most = Math.min(blockPairs, deviations.length)
        const points = kernelPoints(rows, count, width, compute)
        const inner = compute.float64(count * count)
        symmetricFromTriangle(count, triangle, inner)
        const mapped = new Float32Array(2 * most * width)
        const x = compute.float64(2 * most * width)
        const values = compute.float64(2 * most * count)
        const differences = compute.float64(most * count)
        const turned = compute.float64(most * count)
        for (let first = 0; first < deviations.length; first += most) {
          const size = Math.min(most, deviations.length - first)
          for (let i = 0; i < 2 * size; i++) {
            const row = pairs[2 * first + i]
            mapper.dense(row, row + 1, mapped.subarray(i * width, (i + 1) * width))
          }
          x.set(mapped)
          kernelBlock(kernel, 2 * size, x, points, compute, values)
          for (let i = 0; i < size; i++)
            for (let j = 0; j < count; j++) differences[i * count + j] = values[2 * i * count + j] - values[(2 * i + 1) * count + j]
          compute.gemm(size, count, count, differences, inner, turned)
          for (let i = 0; i < size; i++) {
            const known = compute.dot(differences.subarray(i * count, (i + 1) * count), turned.subarray(i * count, (i + 1) * count))
            const prior = squaredDistance(kernel, mapped.subarray(2 * i * width, 2 * (i + 1) * width), width, compute)
            deviations[first + i] = Math.sqrt(amplitude * Math.max(0, prior - known))
          }
        }
      } finally {
        compute.release(mark)
      }
      return deviations
    },
  }
}

/** K(x, x) + K(x′, x′) − 2 K(x, x′), of two rows one after the other: their distance in the space of the kernel. */
function squaredDistance(kernel: KernelFunction, both: Float32Array, width: number, compute: Compute): number {
  const mark = compute.mark()
  const one = compute.float64(width)
  one.set(both.subarray(0, width))
  const other = kernelPoints(both.subarray(width), 1, width, compute)
  const between = compute.float64(1)
  kernelBlock(kernel, 1, one, other, compute, between)
  const square = one.reduce((sum, value) => sum + value * value, 0)
  const distance = kernelAtSelf(kernel, square) + kernelAtSelf(kernel, other.squares[0]) - 2 * between[0]
  compute.release(mark)
  return distance
}
