import { rowMapper } from '../../data/features/featureMapApply.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { kernelBlock, kernelPoints } from '../../kernels/kernelFunction.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import { symmetricFromTriangle } from '../../numeric/dense/lowerTriangle.ts'
import type { ScoreUncertainty } from '../common/modelCommon.ts'
import type { KernelModel, KernelPosterior } from './kernel.ts'

/** Rows of a list whose kernels with all its rows are held at a time. */
const blockRows = 256

/** The standard deviation of each score minus the mean score of its list. */
export function kernelUncertainty(
  { featureMap: map, kernel, points: rows, coefficients }: KernelModel,
  { inner: triangle, amplitude, noise }: KernelPosterior,
  lists: RankingLists,
  compute: Compute,
): ScoreUncertainty {
  const { offsets } = lists
  const { width } = map
  const count = coefficients.length
  const deviations = new Float64Array(lists.labels.length)
  const mapper = rowMapper(map, lists)
  const mark = compute.mark()
  try {
    const points = kernelPoints(rows, count, width, compute)
    const inner = compute.float64(count * count)
    symmetricFromTriangle(count, triangle, inner)
    for (let list = 0; list + 1 < offsets.length; list++) {
      const [first, size] = [offsets[list], offsets[list + 1] - offsets[list]]
      const listMark = compute.mark()
      const mapped = new Float32Array(size * width)
      mapper.dense(first, first + size, mapped)
      const own = kernelPoints(mapped, size, width, compute)
      const x = compute.float64(Math.min(blockRows, size) * width)
      const among = compute.float64(Math.min(blockRows, size) * size)
      const withPoints = compute.float64(size * count)
      const rowMeans = new Float64Array(size)
      const selves = new Float64Array(size)
      let mean = 0
      for (let start = 0; start < size; start += blockRows) {
        const part = Math.min(blockRows, size - start)
        x.set(mapped.subarray(start * width, (start + part) * width))
        kernelBlock(kernel, part, x, own, compute, among)
        for (let i = 0; i < part; i++) {
          for (let j = 0; j < size; j++) rowMeans[start + i] += among[i * size + j] / size
          selves[start + i] = among[i * size + start + i]
          mean += rowMeans[start + i] / size
        }
        kernelBlock(kernel, part, x, points, compute, withPoints.subarray(start * count, (start + part) * count))
      }
      subtractMeans(size, count, withPoints)
      const turned = compute.float64(size * count)
      compute.gemm(size, count, count, withPoints, inner, turned)
      for (let i = 0; i < size; i++) {
        const known = compute.dot(withPoints.subarray(i * count, (i + 1) * count), turned.subarray(i * count, (i + 1) * count))
        const prior = selves[i] - 2 * rowMeans[i] + mean
        deviations[first + i] = Math.sqrt(amplitude * Math.max(0, prior - known))
      }
      compute.release(listMark)
    }
    return { deviations, noise }
  } finally {
    compute.release(mark)
  }
}

function subtractMeans(rows: number, columns: number, into: Float64Array): void {
  const means = new Float64Array(columns)
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) means[j] += into[i * columns + j] / rows
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) into[i * columns + j] -= means[j]
}
