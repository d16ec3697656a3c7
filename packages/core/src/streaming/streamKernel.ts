/** Kernels between rows of scaled features. A width is a distance: of the RBF's bell, of the Laplace kernel's decay. */
import { expOf } from '../numeric/exp.ts'

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
export function kernelMatrix(kernel: StreamKernel, rows: Float64Array, centres: Float64Array, features: number, into: Float64Array): void {
  const count = features === 0 ? 0 : centres.length / features
  const items = features === 0 ? 0 : rows.length / features
  const perFeature = 1 / features
  const decay = kernel.name === 'laplace' ? -1 / kernel.width : -0.5 / (kernel.width * kernel.width)
  for (let item = 0; item < items; item++) {
    const from = item * features
    for (let centre = 0; centre < count; centre++) {
      const other = centre * features
      let value: number
      if (kernel.name === 'polynomial') {
        const base = 1 + innerProduct(rows, from, centres, other, features) * perFeature
        value = base
        for (let power = 1; power < kernel.degree; power++) value *= base
      } else {
        const square = squaredDistance(rows, from, centres, other, features)
        value = expOf(decay * (kernel.name === 'laplace' ? Math.sqrt(square) : square))
        if (kernel.name === 'linear+rbf') value += innerProduct(rows, from, centres, other, features) * perFeature
      }
      into[item * count + centre] = value
    }
  }
}

export function squaredDistance(a: Float64Array, aStart: number, b: Float64Array, bStart: number, length: number): number {
  let even = 0
  let odd = 0
  let i = 0
  for (; i + 1 < length; i += 2) {
    const first = a[aStart + i] - b[bStart + i]
    const second = a[aStart + i + 1] - b[bStart + i + 1]
    even += first * first
    odd += second * second
  }
  if (i < length) {
    const last = a[aStart + i] - b[bStart + i]
    even += last * last
  }
  return even + odd
}

function innerProduct(a: Float64Array, aStart: number, b: Float64Array, bStart: number, length: number): number {
  let total = 0
  for (let i = 0; i < length; i++) total += a[aStart + i] * b[bStart + i]
  return total
}

/** The median distance between different centres, the default width; 1 when there are no two different ones. */
export function medianDistance(centres: Float64Array, features: number): number {
  const count = features === 0 ? 0 : centres.length / features
  const squares = new Float64Array((count * (count - 1)) / 2)
  let filled = 0
  for (let a = 0; a < count; a++) {
    for (let b = 0; b < a; b++) {
      const square = squaredDistance(centres, a * features, centres, b * features, features)
      if (square > 0) squares[filled++] = square
    }
  }
  return filled === 0 ? 1 : Math.sqrt(smallest(squares, filled, filled >> 1))
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
