/** Kernels between rows of scaled features. A width is a distance: of the RBF's bell, of the Laplace kernel's decay. */
import type { Kernels } from '../numeric/kernels.ts'

export const streamKernelNames = ['rbf', 'laplace', 'polynomial', 'linear+rbf'] as const

export type StreamKernelName = (typeof streamKernelNames)[number]

export interface StreamKernel {
  readonly name: StreamKernelName
  readonly width: number
  readonly degree: number
}

/**
 * into (rows × centres) = k(x, c): rbf exp(−d²/2w²), laplace exp(−d/w), polynomial (1 + x·c/n)^degree, linear+rbf x·c/n + rbf,
 * with d the distance, n the number of features and w the width.
 */
export function kernelMatrix(
  kernel: StreamKernel,
  rows: Float64Array,
  centres: Float64Array,
  features: number,
  kernels: Kernels,
  into: Float64Array,
): void {
  if (features === 0) return void into.fill(kernel.name === 'linear+rbf' ? 2 : 1)
  const { name, width, degree } = kernel
  if (name === 'polynomial' || name === 'linear+rbf') innerProducts(rows, centres, features, kernels, into)
  if (name === 'polynomial') {
    polynomial(features, degree, into)
    return
  }
  const distances = name === 'linear+rbf' ? new Float64Array(into.length) : into
  squaredDistances(rows, centres, features, kernels, distances)
  const decay = -0.5 / (width * width)
  for (let at = 0; at < distances.length; at++)
    distances[at] = name === 'laplace' ? -Math.sqrt(distances[at]) / width : decay * distances[at]
  kernels.exp(distances)
  if (name === 'linear+rbf') for (let at = 0; at < into.length; at++) into[at] = into[at] / features + distances[at]
}

function polynomial(features: number, degree: number, into: Float64Array): void {
  for (let at = 0; at < into.length; at++) {
    const base = 1 + into[at] / features
    let value = base
    for (let power = 1; power < degree; power++) value *= base
    into[at] = value
  }
}

/** into (rows × centres) = |x − c|², as |x|² + |c|² − 2 x·c; what rounding makes negative is 0. */
export function squaredDistances(rows: Float64Array, centres: Float64Array, features: number, kernels: Kernels, into: Float64Array): void {
  innerProducts(rows, centres, features, kernels, into)
  const count = centres.length / features
  const lengths = squaredLengths(centres, features)
  const own = rows === centres ? lengths : squaredLengths(rows, features)
  for (let row = 0, at = 0; row < own.length; row++) {
    for (let centre = 0; centre < count; centre++, at++) {
      const square = own[row] + lengths[centre] - 2 * into[at]
      into[at] = Math.max(0, square)
    }
  }
}

function squaredLengths(rows: Float64Array, features: number): Float64Array {
  const squares = new Float64Array(rows.length / features)
  for (let row = 0, at = 0; row < squares.length; row++) {
    let total = 0
    for (let j = 0; j < features; j++, at++) total += rows[at] * rows[at]
    squares[row] = total
  }
  return squares
}

/** into (rows × centres) = x·c. */
function innerProducts(rows: Float64Array, centres: Float64Array, features: number, kernels: Kernels, into: Float64Array): void {
  const count = centres.length / features
  const columns = new Float64Array(centres.length)
  for (let centre = 0, at = 0; centre < count; centre++) for (let j = 0; j < features; j++, at++) columns[j * count + centre] = centres[at]
  kernels.gemm(rows.length / features, count, features, rows, columns, into)
}

/** The median distance between different centres, the default width; 1 when there are no two different ones. */
export function medianDistance(centres: Float64Array, features: number, kernels: Kernels): number {
  const count = features === 0 ? 0 : centres.length / features
  const all = new Float64Array(count * count)
  if (count > 0) squaredDistances(centres, centres, features, kernels, all)
  let filled = 0
  for (let a = 0; a < count; a++) for (let b = 0; b < a; b++) if (all[a * count + b] > 0) all[filled++] = all[a * count + b]
  return filled === 0 ? 1 : Math.sqrt(smallest(all, filled, filled >> 1))
}

/** The value at this place of the ascending order of the first `count`, found by partitioning (Hoare 1961, "Algorithm 65: Find"). */
function smallest(values: Float64Array, count: number, place: number): number {
  let low = 0
  let high = count - 1
  while (low < high) {
    const pivot = values[(low + high) >> 1]
    let left = low
    let right = high
    while (left <= right) {
      while (values[left] < pivot) left++
      while (values[right] > pivot) right--
      if (left > right) break
      const kept = values[left]
      values[left++] = values[right]
      values[right--] = kept
    }
    if (place <= right) high = right
    else if (place >= left) low = left
    else break
  }
  return values[place]
}
