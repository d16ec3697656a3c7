import { type KernelFunction, kernelBlock, kernelPoints } from '../../../kernels/kernelFunction.ts'
import type { Compute } from '../../../numeric/compute/compute.ts'
import { inverseOfLower } from '../../../numeric/dense/inverseOfLower.ts'
import type { Random } from '../../../numeric/random.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../../runtime/training.ts'
import { type FeatureSpace, primalBlockRows } from '../solvers/primalSolver.ts'

/** Rows that stand for each other, in a sample of this many for each basis point. */
const candidatesPerPoint = 16

/**
 * Rows that cover the data: the first at random, each further one with a chance that grows with the squared distance to the
 * nearest before it (k-means++; Arthur & Vassilvitskii 2007, "k-means++: the advantages of careful seeding"). Fewer where there
 * are not so many different rows. Gives their numbers, in the order of the draw.
 */
export function* chooseBasis(
  rows: number,
  width: number,
  mapped: Float32Array,
  wanted: number,
  random: Random,
  runtime: Runtime,
): Training<Uint32Array> {
  const { compute } = runtime
  const order = random.shuffle(Uint32Array.from({ length: rows }, (_, row) => row)).subarray(0, wanted * candidatesPerPoint)
  const count = order.length
  const mark = compute.mark()
  try {
    const candidates = compute.float32(count * width)
    const squares = new Float64Array(count)
    for (const [i, row] of order.entries()) {
      candidates.set(mapped.subarray(row * width, (row + 1) * width), i * width)
      for (let j = 0; j < width; j++) squares[i] += mapped[row * width + j] * mapped[row * width + j]
    }
    const distances = new Float64Array(count).fill(Infinity)
    const products = compute.float64(count)
    const centre = compute.float64(width)
    const chosen: number[] = []
    let next = 0
    while (chosen.length < wanted) {
      obeyStop(runtime)
      chosen.push(order[next])
      for (let j = 0; j < width; j++) centre[j] = candidates[next * width + j]
      compute.gemv(count, width, candidates, centre, products)
      let total = 0
      for (let i = 0; i < count; i++) {
        const distance = squares[i] + squares[next] - 2 * products[i]
        // Rounding must not make a row different from itself.
        if (distance < distances[i]) distances[i] = distance > 1e-12 * (squares[i] + squares[next]) ? distance : 0
        total += distances[i]
      }
      if (!(total > 0)) break
      let left = random.uniform() * total
      next = -1
      for (let i = 0; i < count; i++) {
        if (distances[i] === 0) continue
        next = i
        left -= distances[i]
        if (left < 0) break
      }
      if (chosen.length % 64 === 0) yield { stage: 'basis', done: chosen.length, total: wanted }
    }
    return Uint32Array.from(chosen)
  } finally {
    compute.release(mark)
  }
}

/** The rows with these numbers. */
export function rowsAt(mapped: Float32Array, width: number, chosen: Uint32Array): Float32Array {
  const rows = new Float32Array(chosen.length * width)
  for (const [i, row] of chosen.entries()) rows.set(mapped.subarray(row * width, (row + 1) * width), i * width)
  return rows
}

export interface BasisFactor {
  /** L with K_BB = L Lᵀ, but for a little on the diagonal where the points nearly depend on each other. */
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
  for (let i = 0; i < count; i++) for (let j = 0; j < count; j++) inverse[j * count + i] = lower[i * count + j]
  compute.release(mark)
  return { factor, inverse }
}

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
  const x = compute.float64(primalBlockRows * width)
  const values = compute.float64(primalBlockRows * count)
  const whiten = upperProduct(inverse, count, compute)
  return {
    told: `on a basis of ${count} rows`,
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

/** into (rows × count) ← values · U for an upper triangular U, a stripe of its columns at a time; for up to `primalBlockRows` rows. */
function upperProduct(upper: Float64Array, count: number, compute: Compute) {
  const stripes: { readonly from: number; readonly to: number; readonly part: Float64Array }[] = []
  for (let from = 0; from < count; from += stripeColumns) {
    const to = Math.min(count, from + stripeColumns)
    const part = compute.float64(to * (to - from))
    for (let k = 0; k < to; k++) part.set(upper.subarray(k * count + from, k * count + to), k * (to - from))
    stripes.push({ from, to, part })
  }
  const left = compute.float64(primalBlockRows * count)
  const product = compute.float64(primalBlockRows * stripeColumns)
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

/** L⁻ᵀ θ. */
export function turnedBy(inverse: Float64Array, theta: Float64Array): Float64Array {
  const size = theta.length
  return Float64Array.from({ length: size }, (_, i) => {
    let sum = 0
    for (let j = i; j < size; j++) sum += inverse[i * size + j] * theta[j]
    return sum
  })
}
