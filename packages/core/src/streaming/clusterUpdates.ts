/**
 * The three updates of a utility on clusters, each the minimiser of its objective. Lyubchyk & Grinberg, "Online ranking learning
 * on clusters", with M clusters: X their centres (M × N), r their mean utilities, K the kernel between the centres.
 *
 * Where the paper's print does not minimise what it states, the minimiser stands here: (14) has A = β⁻¹ I + K, but (11) needs
 * A = β I + K; (24)-(25) do not solve (22).
 */
import { cholesky, choleskySolve } from '../numeric/cholesky.ts'

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
): Float64Array {
  const left = new Float64Array(clusters)
  for (let m = 0; m < clusters; m++) {
    let value = means[m]
    for (let j = 0; j < features; j++) value -= centres[m * features + j] * previous[j]
    left[m] = value
  }
  const next = previous.slice(0, features)
  if (clusters < features) {
    const gram = new Float64Array(clusters * clusters)
    for (let a = 0; a < clusters; a++) {
      for (let b = 0; b <= a; b++) {
        let value = 0
        for (let j = 0; j < features; j++) value += centres[a * features + j] * centres[b * features + j]
        gram[a * clusters + b] = value
      }
    }
    solveShifted(clusters, gram, alpha, left)
    for (let m = 0; m < clusters; m++) for (let j = 0; j < features; j++) next[j] += centres[m * features + j] * left[m]
    return next
  }
  const normal = new Float64Array(features * features)
  const change = new Float64Array(features)
  for (let m = 0; m < clusters; m++) {
    for (let i = 0; i < features; i++) {
      const value = centres[m * features + i]
      change[i] += value * left[m]
      for (let j = 0; j <= i; j++) normal[i * features + j] += value * centres[m * features + j]
    }
  }
  solveShifted(features, normal, alpha, change)
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
): Float64Array {
  const prior = solved(clusters, kernel, gamma, linear)
  const correction = solved(clusters, kernel, beta, residual(clusters, kernel, means, prior))
  for (let m = 0; m < clusters; m++) correction[m] += prior[m]
  return correction
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
): ConjugateUpdate {
  const prior = solved(clusters, kernel, gamma, linear)
  const wanted = residual(clusters, kernel, means, prior)
  const shift = delta * beta * beta
  for (let m = 0; m < clusters; m++) wanted[m] = shift * previous[m] + beta * wanted[m]
  const dual = solved(clusters, kernel, shift, wanted)
  const coefficients = Float64Array.from(dual, (value, m) => value / beta + prior[m])
  return { dual, coefficients }
}

/** r − K p. */
function residual(clusters: number, kernel: Float64Array, means: Float64Array, prior: Float64Array): Float64Array {
  const left = new Float64Array(clusters)
  for (let a = 0; a < clusters; a++) {
    let value = means[a]
    for (let b = 0; b < clusters; b++) value -= kernel[a * clusters + b] * prior[b]
    left[a] = value
  }
  return left
}

/** (shift I + K)⁻¹ b. */
function solved(clusters: number, kernel: Float64Array, shift: number, right: Float64Array): Float64Array {
  const into = right.slice(0, clusters)
  solveShifted(clusters, kernel, shift, into)
  return into
}

/**
 * into ← (A + shift I)⁻¹ into; of A the lower triangle is read. Positive definite because of the shift; where rounding hides that, the
 * diagonal is raised until it shows.
 */
function solveShifted(size: number, matrix: Float64Array, shift: number, into: Float64Array): void {
  const factor = new Float64Array(size * size)
  let trace = 0
  for (let i = 0; i < size; i++) trace += Math.abs(matrix[i * size + i])
  for (let raise = 0; ; raise = raise === 0 ? (trace / size) * 2 ** -50 : raise * 4) {
    if (!(raise < Infinity)) throw new RangeError('the system of the update is not finite')
    factor.set(matrix.length === factor.length ? matrix : matrix.subarray(0, factor.length))
    for (let i = 0; i < size; i++) factor[i * size + i] += shift + raise
    if (cholesky(size, factor)) break
  }
  choleskySolve(size, factor, into)
}
