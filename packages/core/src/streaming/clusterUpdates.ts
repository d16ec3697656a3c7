/**
 * The three updates of a utility on clusters, each the minimiser of its objective. Lyubchyk & Grinberg, "Online ranking learning
 * on clusters", with M clusters: X their centres (M × N), r their mean utilities, K the kernel between the centres.
 *
 * Where the printed formula does not minimise what the paper states, this is the minimiser: (14) has A = β⁻¹ I + K, but (11) needs
 * A = β I + K; (24)-(25) do not solve (22).
 */
import { kernelPoints } from '../kernels/kernelFunction.ts'
import type { Compute } from '../numeric/compute/compute.ts'
import { plainCompute } from '../numeric/compute/plainCompute.ts'
import { RankwrightError } from '../problems/problem.ts'

/**
 * (9): w minimises ‖r − X w‖² + α ‖w − w₀‖². Solved with N unknowns, or with M when that is fewer:
 * w = (αI + XᵀX)⁻¹(αw₀ + Xᵀr) = w₀ + Xᵀ(αI + XXᵀ)⁻¹(r − X w₀).
 */
export function linearUpdate(
  clusters: number,
  features: number,
  centres: Float64Array,
  means: Float64Array,
  alpha: number,
  previous: Float64Array,
  compute: Compute = plainCompute,
): Float64Array {
  const left = compute.float64(clusters)
  for (let m = 0, at = 0; m < clusters; m++) {
    let value = means[m]
    for (let j = 0; j < features; j++, at++) value -= centres[at] * previous[j]
    left[m] = value
  }
  const next = previous.slice(0, features)
  if (clusters < features) {
    const { transposed } = kernelPoints(centres, clusters, features, compute)
    const gram = compute.float64(clusters * clusters)
    compute.gemm(clusters, clusters, features, centres, transposed, gram)
    solveShifted(clusters, gram, alpha, compute, left)
    addRows(clusters, features, centres, left, next)
    return next
  }
  const normal = compute.float64(features * features)
  compute.syrk(clusters, features, centres, undefined, normal)
  const change = compute.float64(features)
  addRows(clusters, features, centres, left, change)
  solveShifted(features, normal, alpha, compute, change)
  for (let j = 0; j < features; j++) next[j] += change[j]
  return next
}

/**
 * (19): d minimises ‖r − K d‖² + β ‖f − f₀‖²_K, with f₀ the smooth function nearest to the linear one,
 * f₀ = Σ pₘ k(·, xₘ), p = (γI + K)⁻¹ X w (17). So d = p + (βI + K)⁻¹ (r − K p).
 */
export function kernelUpdate(
  clusters: number,
  kernel: Float64Array,
  means: Float64Array,
  linear: Float64Array,
  beta: number,
  gamma: number,
  compute: Compute = plainCompute,
  prior: Float64Array = kernelPrior(clusters, kernel, gamma, linear, compute),
): Float64Array {
  const correction = solved(clusters, kernel, beta, residual(clusters, kernel, means, prior), compute)
  const coefficients = new Float64Array(clusters)
  for (let m = 0; m < clusters; m++) coefficients[m] = correction[m] + prior[m]
  return coefficients
}

export interface ConjugateUpdate {
  /** λ. */
  readonly dual: Float64Array
  /** d. */
  readonly coefficients: Float64Array
}

/**
 * (24)-(25): λ minimises (22), δ (λ − λ₀)ᵀ K (λ − λ₀) + ‖r − β⁻¹ K λ − K p‖² with p as above. With ρ⁻¹ = δ β²,
 * λ = (ρ⁻¹ I + K)⁻¹ (ρ⁻¹ λ₀ + β (r − K p)) and d = λ / β + p.
 */
export function conjugateUpdate(
  clusters: number,
  kernel: Float64Array,
  means: Float64Array,
  linear: Float64Array,
  previous: Float64Array,
  { beta, gamma, delta }: { readonly beta: number; readonly gamma: number; readonly delta: number },
  compute: Compute = plainCompute,
  prior: Float64Array = kernelPrior(clusters, kernel, gamma, linear, compute),
): ConjugateUpdate {
  const wanted = residual(clusters, kernel, means, prior)
  const shift = delta * beta * beta
  for (let m = 0; m < clusters; m++) wanted[m] = shift * previous[m] + beta * wanted[m]
  const dual = solved(clusters, kernel, shift, wanted, compute).slice()
  const coefficients = new Float64Array(clusters)
  for (let m = 0; m < clusters; m++) coefficients[m] = dual[m] / beta + prior[m]
  return { dual, coefficients }
}

/** p = (γ I + K)⁻¹ X w, which both updates start from; in the memory of `compute`. */
export function kernelPrior(clusters: number, kernel: Float64Array, gamma: number, linear: Float64Array, compute: Compute): Float64Array {
  return solved(clusters, kernel, gamma, linear, compute)
}

/** into += Xᵀ v. */
function addRows(rows: number, width: number, matrix: Float64Array, vector: Float64Array, into: Float64Array): void {
  for (let row = 0, at = 0; row < rows; row++) for (let j = 0; j < width; j++, at++) into[j] += matrix[at] * vector[row]
}

/** r − K p. */
function residual(clusters: number, kernel: Float64Array, means: Float64Array, prior: Float64Array): Float64Array {
  const left = new Float64Array(clusters)
  for (let a = 0, at = 0; a < clusters; a++) {
    let value = means[a]
    for (let b = 0; b < clusters; b++, at++) value -= kernel[at] * prior[b]
    left[a] = value
  }
  return left
}

/** (shift I + K)⁻¹ b, in the memory of `compute`. */
function solved(clusters: number, kernel: Float64Array, shift: number, right: Float64Array, compute: Compute): Float64Array {
  const into = compute.float64(clusters)
  into.set(right)
  solveShifted(clusters, kernel, shift, compute, into)
  return into
}

/**
 * into ← (A + shift I)⁻¹ into. Positive definite because of the shift; where rounding hides that, the diagonal is raised until it
 * shows.
 */
function solveShifted(size: number, matrix: Float64Array, shift: number, compute: Compute, into: Float64Array): void {
  const factor = compute.float64(size * size)
  let trace = 0
  for (let i = 0; i < size; i++) trace += Math.abs(matrix[i * size + i])
  for (let raise = 0; ; raise = raise === 0 ? (trace / size || 1) * 2 ** -50 : raise * 4) {
    if (!(raise < Infinity)) throw new RankwrightError({ area: 'stream', code: 'state-of-no-data' })
    factor.set(matrix)
    for (let i = 0; i < size; i++) factor[i * size + i] += shift + raise
    if (compute.cholesky(size, factor)) break
  }
  compute.choleskySolve(size, factor, into)
}
