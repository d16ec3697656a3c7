/** The kernel matrix K of all training rows, block by block, and G = Sᵀ K S. */
import { type KernelFunction, type KernelPoints, kernelBlock, kernelPoints } from '../../../kernels/kernelFunction.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../../runtime/training.ts'
import { centre, type PairwiseCentring } from '../../../work/passes/rankRls/pairwiseCentring.ts'
import type { RankRlsProblem } from './rankRlsProblem.ts'

/** Rows of K that are held at a time. */
const blockRows = 256

export interface KernelRows {
  readonly kernel: KernelFunction
  /** The mapped rows, and the same as points of the kernel. */
  readonly mapped: Float32Array
  readonly points: KernelPoints
  readonly runtime: Runtime
}

export function kernelRows({ graded, map }: RankRlsProblem, kernel: KernelFunction, mapped: Float32Array, runtime: Runtime): KernelRows {
  return { kernel, mapped, points: kernelPoints(mapped, graded.labels.length, map.width, runtime.compute), runtime }
}

/** G, in memory of `compute` that the caller frees. */
export function* centredKernel(rows: KernelRows, centring: PairwiseCentring): Training<Float64Array> {
  const { count } = rows.points
  const matrix = rows.runtime.compute.float64(count * count)
  yield* eachKernelBlock(rows, (first, last, block) => {
    for (let row = first; row < last; row++) {
      const own = block.subarray((row - first) * count, (row - first + 1) * count)
      centre(centring, own)
      matrix.set(own, row * count)
    }
  })
  centreRows(count, matrix, centring)
  return matrix
}

/** K β, straight from the points. */
export function* kernelProduct(rows: KernelRows, coefficients: Float64Array): Training<Float64Array> {
  const { count } = rows.points
  const product = new Float64Array(count)
  yield* eachKernelBlock(rows, (first, last, block) => {
    for (let row = first; row < last; row++) {
      product[row] = rows.runtime.compute.dot(block.subarray((row - first) * count, (row - first + 1) * count), coefficients)
    }
  })
  return product
}

function* eachKernelBlock(
  { kernel, points, mapped, runtime }: KernelRows,
  see: (first: number, last: number, block: Float64Array) => void,
): Training<void> {
  const { compute } = runtime
  const { count, features } = points
  const mark = compute.mark()
  try {
    const x = compute.float64(Math.min(blockRows, count) * features)
    const block = compute.float64(Math.min(blockRows, count) * count)
    for (let first = 0; first < count; first += blockRows) {
      obeyStop(runtime)
      const last = Math.min(count, first + blockRows)
      x.set(mapped.subarray(first * features, last * features))
      kernelBlock(kernel, last - first, x, points, compute, block)
      see(first, last, block)
      yield { stage: 'kernel', done: last, total: count }
    }
  } finally {
    compute.release(mark)
  }
}

/** matrix ← Sᵀ matrix. */
function centreRows(size: number, matrix: Float64Array, { starts, roots, units }: PairwiseCentring): void {
  const along = new Float64Array(size)
  for (let group = 0; group + 1 < starts.length; group++) {
    along.fill(0)
    for (let row = starts[group]; row < starts[group + 1]; row++) {
      const at = row * size
      for (let j = 0; j < size; j++) along[j] += units[row] * (matrix[at + j] *= roots[row])
    }
    for (let row = starts[group]; row < starts[group + 1]; row++) {
      const at = row * size
      for (let j = 0; j < size; j++) matrix[at + j] -= units[row] * along[j]
    }
  }
}

/**
 * matrix ← G + λ I. Without a penalty the identity is added on what centring takes away, so that the matrix is singular only where
 * the rows make it so.
 */
export function addPenalty(matrix: Float64Array, lambda: number, { starts, units }: PairwiseCentring): void {
  const size = units.length
  for (let row = 0; row < size; row++) matrix[row * size + row] += lambda
  if (lambda !== 0) return
  for (let group = 0; group + 1 < starts.length; group++) {
    for (let row = starts[group]; row < starts[group + 1]; row++) {
      if (units[row] === 0) matrix[row * size + row] += 1 // a row without weight
      for (let other = starts[group]; other < starts[group + 1]; other++) matrix[row * size + other] += units[row] * units[other]
    }
  }
}
