/**
 * Kernels between items and centres, both of scaled features. A width is a distance: of the RBF's bell, of the Laplace kernel's
 * decay; of the polynomial kernel it is the length at which the product of two vectors weighs as much as the constant.
 */
import { distancesOfProducts, type KernelPoints, kernelOfDistances, kernelPoints, polynomialOfProducts } from '../kernels/kernelFunction.ts'
import type { Compute } from '../numeric/compute/compute.ts'

export const streamKernelNames = ['rbf', 'laplace', 'polynomial', 'linear+rbf'] as const

export type StreamKernelName = (typeof streamKernelNames)[number]

export interface StreamKernel {
  readonly name: StreamKernelName
  readonly width: number
  readonly degree: number
}

/** Rows of scaled features in the memory of `compute`, also laid out for products. */
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
  const products = compute.float64(count * centres.count)
  const distances = compute.float64(count * centres.count)
  compute.gemm(count, centres.count, centres.features, rows, centres.transposed, products)
  distances.set(products)
  distancesOfProducts(count, rows, centres, distances)
  return { products, distances }
}

/**
 * k(x, c) from a comparison, which it uses up: rbf exp(−d²/2w²), laplace exp(−d/w), polynomial (1 + x·c/w²)^degree, linear+rbf
 * x·c/n + rbf, with d the distance, n the number of features and w the width.
 */
export function streamKernelOf(
  { name, width, degree }: StreamKernel,
  features: number,
  { products, distances }: Comparison,
  compute: Compute,
): Float64Array {
  if (name === 'polynomial') {
    polynomialOfProducts({ width, degree }, products.length, products)
    return products
  }
  kernelOfDistances({ kind: name === 'laplace' ? 'laplace' : 'rbf', width }, distances.length, compute, distances)
  if (name === 'linear+rbf') for (let at = 0; at < distances.length; at++) distances[at] += products[at] / Math.max(1, features)
  return distances
}

/** The default width: the median distance between different centres, 1 when there are no two; for a polynomial √n. */
export function defaultWidth(name: StreamKernelName, features: number, count: number, { distances }: Comparison, compute: Compute): number {
  if (name === 'polynomial') return Math.sqrt(Math.max(1, features))
  const apart = compute.float64((count * (count - 1)) / 2)
  let filled = 0
  for (let a = 1; a < count; a++) for (let at = a * count; at < a * count + a; at++) if (distances[at] > 0) apart[filled++] = distances[at]
  return filled === 0 ? 1 : Math.sqrt(smallest(apart, filled, filled >> 1))
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
