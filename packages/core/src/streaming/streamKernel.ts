/**
 * Kernels between items and centres, both of scaled features. A width is a distance: of the RBF's bell, of the Laplace kernel's
 * decay; of the polynomial kernel it is the length at which the product of two vectors weighs as much as the constant.
 */
import { type KernelPoints, kernelOfDistances, kernelPoints, polynomialOfProducts } from '../kernels/kernelFunction.ts'
import type { Compute } from '../numeric/compute/compute.ts'

export const streamKernelNames = ['rbf', 'laplace', 'polynomial', 'linear+rbf'] as const

export type StreamKernelName = (typeof streamKernelNames)[number]

export interface StreamKernel {
  readonly name: StreamKernelName
  readonly width: number
  readonly degree: number
}

/** Rows of scaled features, also laid out for products. */
export interface ScaledRows extends KernelPoints {
  readonly rows: Float64Array
}

export function scaledRows(rows: Float64Array, count: number, features: number, compute: Compute): ScaledRows {
  const { transposed, squares } = kernelPoints(rows, count, features, compute)
  return { rows, count, features, transposed, squares }
}

/** x·c and |x − c|² of rows and centres, rows × centres; in the memory of `compute`. */
export interface Comparison {
  readonly products: Float64Array
  readonly distances: Float64Array
}

export function compareRows(count: number, rows: Float64Array, centres: KernelPoints, compute: Compute): Comparison {
  const { count: points, features, transposed, squares } = centres
  const columns = compute.float64(points * features) // primitives would copy a matrix that lies elsewhere each time
  columns.set(transposed)
  const products = compute.float64(count * points)
  compute.gemm(count, points, features, rows, columns, products)
  const distances = compute.float64(count * points)
  distances.set(products)
  compute.squaredDistances(count, points, features, rows, columns, squares, 1, distances)
  return { products, distances }
}

/**
 * k(x, c) from a comparison, which it uses up: rbf exp(−d²/2w²), laplace exp(−d/w), polynomial (1 + x·c/w²)^degree, linear+rbf
 * x·c/n + rbf, with d the distance, n the number of features and w the width.
 */
export function streamKernelOf(
  kernel: StreamKernel,
  features: number,
  { products, distances }: Comparison,
  compute: Compute,
): Float64Array {
  if (kernel.name === 'polynomial') {
    polynomialOfProducts(kernel, products.length, products)
    return products
  }
  bellsOf(kernel, compute, distances)
  if (kernel.name === 'linear+rbf') for (let at = 0; at < distances.length; at++) distances[at] += products[at] / Math.max(1, features)
  return distances
}

/** From squared distances to the part of a kernel that depends on them, in place. */
function bellsOf({ name, width }: StreamKernel, compute: Compute, into: Float64Array): void {
  kernelOfDistances({ kind: name === 'laplace' ? 'laplace' : 'rbf', width }, into.length, compute, into)
}

/** The same of points among themselves, where each pair needs to be looked at once. */
export interface ComparisonAmong {
  readonly count: number
  readonly features: number
  /** count × count, in the memory of `compute`. */
  readonly products: Float64Array
  /** |x − c|² for c up to x: those of point a begin at a (a + 1) / 2. */
  readonly distances: Float64Array
}

export function compareAmong(points: ScaledRows, compute: Compute): ComparisonAmong {
  const { count, features, rows } = points
  const { products, distances: all } = compareRows(count, rows, points, compute)
  const distances = compute.float64((count * (count + 1)) / 2)
  for (let a = 0, to = 0; a < count; a++) for (let at = a * count; at <= a * count + a; at++, to++) distances[to] = all[at]
  return { count, features, products, distances }
}

/** k of all pairs, count × count, in the memory of `compute`, from a comparison, which it uses up. */
export function kernelAmong(
  kernel: StreamKernel,
  { count, features, products, distances }: ComparisonAmong,
  compute: Compute,
): Float64Array {
  if (kernel.name === 'polynomial') {
    polynomialOfProducts(kernel, products.length, products)
    return products
  }
  bellsOf(kernel, compute, distances)
  const linear = kernel.name === 'linear+rbf'
  for (let a = 0, at = 0; a < count; a++) {
    for (let b = 0; b <= a; b++, at++) {
      const value = linear ? distances[at] + products[a * count + b] / Math.max(1, features) : distances[at]
      products[a * count + b] = value
      products[b * count + a] = value
    }
  }
  return products
}

/** The default width: the median distance between different centres, 1 when there are no two; for a polynomial √n. `before` is what it was last. */
export function defaultWidth(name: StreamKernelName, among: ComparisonAmong, before: number, compute: Compute): number {
  if (name === 'polynomial') return Math.sqrt(Math.max(1, among.features))
  return Math.sqrt(medianNear(before * before, among, compute))
}

/**
 * The median of the positive distances between two points, 1 where there are none. It moves little from series to series: distances that differ
 * from `guess` by more than a sixteenth are only counted. The order of positive numbers is that of their upper halves as integers, and integers
 * are counted without branches, which no processor could foresee here.
 */
function medianNear(guess: number, among: ComparisonAmong, compute: Compute): number {
  const { count, distances } = among
  const near = compute.float64(distances.length + 1)
  near[0] = guess
  const least = new Int32Array(near.buffer, near.byteOffset, 2)[1] - nearby
  const halves = new Int32Array(distances.buffer, distances.byteOffset, 2 * distances.length)
  let below = 0
  let inside = 0
  let all = 0
  for (let a = 1, at = 1; a < count; a++, at++) {
    for (let b = 0; b < a; b++, at++) {
      const distance = distances[at]
      if (!(distance > 0)) continue
      all++
      const over = halves[2 * at + 1] - least
      below += over >>> 31
      near[inside] = distance
      inside += 1 - ((over | (2 * nearby - over)) >>> 31)
    }
  }
  if (all === 0) return 1
  const middle = (all >> 1) - below
  return middle >= 0 && middle < inside ? smallest(near, inside, middle) : medianOfAll(among, all, compute)
}

/** The same, looking at all of them. */
function medianOfAll({ count, distances }: ComparisonAmong, positive: number, compute: Compute): number {
  const apart = compute.float64(positive)
  let filled = 0
  for (let a = 1, at = 1; a < count; a++, at++) for (let b = 0; b < a; b++, at++) if (distances[at] > 0) apart[filled++] = distances[at]
  return smallest(apart, positive, positive >> 1)
}

/** A thirty-second to a sixteenth of a number, in units of its upper half. */
const nearby = 1 << 16

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
