import type { Compute } from '../numeric/compute/compute.ts'
import type { PreparedMatrix } from '../numeric/compute/preparedMatrix.ts'

/** K(x, x′), positive definite on all of the feature space. Distances are Euclidean. */
export type KernelFunction = { readonly kind: 'linear' } | NonlinearKernel

export type NonlinearKernel =
  /** exp(−‖x − x′‖²/(2 width²)) */
  | { readonly kind: 'rbf'; readonly width: number }
  /** exp(−‖x − x′‖/width) */
  | { readonly kind: 'laplace'; readonly width: number }
  /** (1 + x · x′/width²)^degree */
  | { readonly kind: 'polynomial'; readonly width: number; readonly degree: number }

/** Points that kernels are evaluated at again and again, laid out for matrix products. */
export interface KernelPoints {
  readonly count: number
  readonly features: number
  /** features × count: column j is point j. */
  readonly transposed: Float64Array
  readonly squares: Float64Array
  /** The same as `transposed` for products, where it was laid out once for many of them. */
  readonly prepared?: PreparedMatrix
}

/** The points row by row, `count` × `features`; in the memory of the kernels. */
export function kernelPoints(rows: ArrayLike<number>, count: number, features: number, compute: Compute): KernelPoints {
  return transposedPoints(rows, count, features, compute.float64(features * count))
}

/** The same outside of the memory of the kernels, laid out for products with rows of single precision. */
export function preparedPoints(rows: Float32Array, count: number, features: number, compute: Compute): KernelPoints {
  const points = transposedPoints(rows, count, features, new Float64Array(features * count))
  return { ...points, prepared: compute.prepare(count, features, points.transposed, 'single') }
}

function transposedPoints(rows: ArrayLike<number>, count: number, features: number, transposed: Float64Array): KernelPoints {
  const squares = new Float64Array(count)
  for (let point = 0; point < count; point++) {
    let square = 0
    for (let j = 0, from = point * features, to = point; j < features; j++, from++, to += count) {
      const value = rows[from]
      transposed[to] = value
      square += value * value
    }
    squares[point] = square
  }
  return { count, features, transposed, squares }
}

/** into (rows × points) = K(xᵢ, pⱼ) for x (rows × features). The same two rows give the same bits, whichever comes first. */
export function kernelBlock(
  kernel: KernelFunction,
  rows: number,
  x: Float64Array,
  points: KernelPoints,
  compute: Compute,
  into: Float64Array,
): void {
  const { count, features, transposed, prepared } = points
  if (prepared === undefined) compute.gemm(rows, count, features, x, transposed, into)
  else compute.gemmPrepared(rows, x, prepared, into)
  if (kernel.kind === 'linear') return
  if (kernel.kind === 'polynomial') polynomialOfProducts(kernel, rows * count, into)
  else {
    const scale = kernel.kind === 'rbf' ? rbfScale(kernel) : 1
    compute.squaredDistances(rows, count, features, x, transposed, points.squares, scale, into)
    if (kernel.kind === 'laplace') kernelOfDistances(kernel, rows * count, compute, into)
    else compute.exp(into.length === rows * count ? into : into.subarray(0, rows * count))
  }
}

/** From x · p to (1 + x · p/width²)^degree, in place. */
export function polynomialOfProducts(
  { width, degree }: Pick<Extract<NonlinearKernel, { kind: 'polynomial' }>, 'width' | 'degree'>,
  size: number,
  into: Float64Array,
): void {
  for (let place = 0; place < size; place++) into[place] = power(1 + into[place] / (width * width), degree)
}

/** From ‖x − p‖² to the kernel, in place. */
export function kernelOfDistances(
  { kind, width }: Extract<NonlinearKernel, { kind: 'rbf' | 'laplace' }>,
  size: number,
  compute: Compute,
  into: Float64Array,
): void {
  const scale = kind === 'rbf' ? rbfScale({ width }) : -1 / width
  if (kind === 'rbf') for (let place = 0; place < size; place++) into[place] *= scale
  else for (let place = 0; place < size; place++) into[place] = scale * Math.sqrt(into[place])
  compute.exp(into.length === size ? into : into.subarray(0, size))
}

/** What the exponent of `rbf` multiplies squared distances by. */
function rbfScale({ width }: Pick<NonlinearKernel, 'width'>): number {
  return -1 / (2 * width * width)
}

/** K(x, x), from ‖x‖². */
export function kernelAtSelf(kernel: KernelFunction, square: number): number {
  if (kernel.kind === 'linear') return square
  return kernel.kind === 'polynomial' ? power(1 + square / (kernel.width * kernel.width), kernel.degree) : 1
}

/** The same on every engine, unlike `**`. */
function power(base: number, exponent: number): number {
  let result = 1
  for (let step = 0; step < exponent; step++) result *= base
  return result
}
