/**
 * The three updates of a utility on clusters, each the minimiser of its objective. Lyubchyk & Grinberg, "Online ranking learning
 * on clusters", with M clusters: X their centres (M × N), r their mean utilities, K the kernel between the centres.
 *
 * Where the printed formula does not minimise what the paper states, this is the minimiser: (14) has A = β⁻¹ I + K, but (11) needs
 * A = β I + K; (24)-(25) do not solve (22).
 */
import { refuseArgument } from '../arguments/refuseArgument.ts'
import { count, number, options, requireArguments, required, typed } from '../arguments/shapes.ts'
import { kernelPoints } from '../kernels/kernelFunction.ts'
import type { Compute } from '../numeric/compute/compute.ts'
import { plainCompute } from '../numeric/compute/plainCompute.ts'
import { requireCompute } from '../numeric/compute/requireCompute.ts'
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
  return linearUpdates(clusters, features, centres, means, [alpha], [previous], compute)[0].slice()
}

/** The same for several α, each with its own weights before: the products are made once. In the memory of `compute`. */
export function linearUpdates(
  clusters: number,
  features: number,
  centres: Float64Array,
  means: Float64Array,
  alphas: readonly number[],
  previous: readonly Float64Array[],
  compute: Compute,
): Float64Array[] {
  const fewer = clusters < features
  const products = fewer ? gramOf(clusters, features, centres, compute) : compute.float64(features * features)
  if (!fewer) compute.syrk(clusters, features, centres, undefined, products)
  return alphas.map((alpha, index) => {
    const left = compute.float64(clusters)
    const next = compute.float64(features)
    next.set(previous[index])
    lessProducts(clusters, features, means, centres, next, left)
    if (fewer) {
      solveShifted(clusters, products, alpha, compute, left)
      addRows(clusters, features, centres, left, next)
    } else {
      const change = compute.float64(features)
      addRows(clusters, features, centres, left, change)
      solveShifted(features, products, alpha, compute, change)
      for (let j = 0; j < features; j++) next[j] += change[j]
    }
    return next
  })
}

function gramOf(clusters: number, features: number, centres: Float64Array, compute: Compute): Float64Array {
  const { transposed } = kernelPoints(centres, clusters, features, compute)
  const gram = compute.float64(clusters * clusters)
  compute.gemm(clusters, clusters, features, centres, transposed, gram)
  return gram
}

/** What the kernel and the conjugate update have in common, in the memory of `compute`. */
export interface KernelSystem {
  /** p = (γI + K)⁻¹ X w (17). */
  readonly prior: Float64Array
  /** r − K p. */
  readonly left: Float64Array
  /** V½ K V½, and the diagonal of V½: the roots of how much the clusters count. Without weights K itself, and nothing. */
  readonly weighted: Float64Array
  readonly roots: Float64Array | undefined
}

/** `weights` V say how much the square of each cluster's error counts; left out, all count once, as in the paper. */
export function kernelSystem(
  clusters: number,
  kernel: Float64Array,
  means: Float64Array,
  linear: Float64Array,
  gamma: number,
  weights?: Float64Array,
  compute: Compute = plainCompute,
): KernelSystem {
  const prior = compute.float64(clusters)
  prior.set(linear)
  solveShifted(clusters, kernel, gamma, compute, prior)
  const left = compute.float64(clusters)
  lessProducts(clusters, clusters, means, kernel, prior, left)
  if (weights === undefined) return { prior, left, weighted: kernel, roots: undefined }
  const roots = compute.float64(clusters)
  for (let m = 0; m < clusters; m++) roots[m] = Math.sqrt(weights[m])
  const weighted = compute.float64(clusters * clusters)
  for (let a = 0, at = 0; a < clusters; a++)
    for (let b = 0, root = roots[a]; b < clusters; b++, at++) weighted[at] = kernel[at] * root * roots[b]
  return { prior, left, weighted, roots }
}

const weight = number({ above: 0 })
const sums = typed(Float64Array)
const sharedShapes = { clusters: count(1), kernel: sums, means: sums, linear: sums, compute: requireCompute }
const kernelShapes = { ...sharedShapes, beta: weight, gamma: weight }
const conjugateShapes = {
  ...sharedShapes,
  previous: sums,
  weights: required(options({ beta: weight, gamma: weight, delta: weight }), 'beta', 'gamma', 'delta'),
}

/**
 * (19): d minimises ‖r − K d‖² + β ‖f − f₀‖²_K, with f₀ the smooth function nearest to the linear one,
 * f₀ = Σ pₘ k(·, xₘ), p = (γI + K)⁻¹ X w (17). So d = p + (βI + K)⁻¹ (r − K p). With clusters that count V, the square is
 * (r − K d)ᵀ V (r − K d), and d = p + V½ (βI + V½ K V½)⁻¹ V½ (r − K p). Whoever has a system at hand has looked at the rest.
 */
export function kernelUpdate(
  clusters: number,
  kernel: Float64Array,
  means: Float64Array,
  linear: Float64Array,
  beta: number,
  gamma: number,
  compute: Compute = plainCompute,
  system?: KernelSystem,
): Float64Array {
  if (system === undefined) {
    requireArguments({ clusters, kernel, means, linear, beta, gamma, compute }, kernelShapes)
    requireSizes(clusters, kernel, { means, linear })
  }
  return kernelCoefficients(
    clusters,
    system ?? kernelSystem(clusters, kernel, means, linear, gamma, undefined, compute),
    beta,
    compute,
  ).slice()
}

/** d of (19), in the memory of `compute`. */
export function kernelCoefficients(clusters: number, system: KernelSystem, beta: number, compute: Compute): Float64Array {
  const { prior, left } = system
  const coefficients = solvedWeighted(clusters, system, beta, left, compute)
  for (let m = 0; m < clusters; m++) coefficients[m] = prior[m] + coefficients[m]
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
 * λ = (ρ⁻¹ I + K)⁻¹ (ρ⁻¹ λ₀ + β (r − K p)) = λ₀ + (ρ⁻¹ I + K)⁻¹ (β (r − K p) − K λ₀) and d = λ / β + p; with V as above,
 * λ = λ₀ + V½ (ρ⁻¹ I + V½ K V½)⁻¹ V½ (β (r − K p) − K λ₀).
 */
export function conjugateUpdate(
  clusters: number,
  kernel: Float64Array,
  means: Float64Array,
  linear: Float64Array,
  previous: Float64Array,
  weights: { readonly beta: number; readonly gamma: number; readonly delta: number },
  compute: Compute = plainCompute,
  system?: KernelSystem,
): ConjugateUpdate {
  if (system === undefined) {
    requireArguments({ clusters, kernel, means, linear, previous, weights, compute }, conjugateShapes)
    requireSizes(clusters, kernel, { means, linear, previous })
  }
  const known = system ?? kernelSystem(clusters, kernel, means, linear, weights.gamma, undefined, compute)
  const { dual, coefficients } = conjugateVariables(clusters, kernel, known, previous, weights, compute)
  return { dual: dual.slice(), coefficients: coefficients.slice() }
}

/** λ and d of (24)-(25), in the memory of `compute`. */
export function conjugateVariables(
  clusters: number,
  kernel: Float64Array,
  system: KernelSystem,
  previous: Float64Array,
  { beta, delta }: { readonly beta: number; readonly delta: number },
  compute: Compute,
): ConjugateUpdate {
  const { prior, left } = system
  const right = compute.float64(clusters)
  for (let m = 0; m < clusters; m++) right[m] = beta * left[m]
  lessProducts(clusters, clusters, right, kernel, previous, right)
  const dual = solvedWeighted(clusters, system, delta * beta * beta, right, compute)
  const coefficients = compute.float64(clusters)
  for (let m = 0; m < clusters; m++) {
    dual[m] = previous[m] + dual[m]
    coefficients[m] = dual[m] / beta + prior[m]
  }
  return { dual, coefficients }
}

/** Throws unless there is a number for every cluster, and for every two of them. */
function requireSizes(clusters: number, kernel: Float64Array, vectors: Readonly<Record<string, Float64Array>>): void {
  if (kernel.length !== clusters * clusters) refuseArgument('kernel', kernel, `${clusters} rows of ${clusters} numbers`)
  for (const [name, vector] of Object.entries(vectors)) if (vector.length !== clusters) refuseArgument(name, vector, `${clusters} numbers`)
}

/** into += Xᵀ v, the rows in their order; four at a time. */
function addRows(rows: number, width: number, matrix: Float64Array, vector: Float64Array, into: Float64Array): void {
  let row = 0
  for (; row + 3 < rows; row += 4) {
    const a = vector[row]
    const b = vector[row + 1]
    const c = vector[row + 2]
    const d = vector[row + 3]
    for (let j = 0, at = row * width; j < width; j++, at++)
      into[j] = into[j] + matrix[at] * a + matrix[at + width] * b + matrix[at + 2 * width] * c + matrix[at + 3 * width] * d
  }
  for (; row < rows; row++) for (let j = 0, at = row * width; j < width; j++, at++) into[j] += matrix[at] * vector[row]
}

/** into = b − X v, where `into` may be b itself. Four rows at a time: none has to wait for the others. */
function lessProducts(
  rows: number,
  width: number,
  from: Float64Array,
  matrix: Float64Array,
  vector: Float64Array,
  into: Float64Array,
): void {
  let row = 0
  for (; row + 3 < rows; row += 4) {
    let a = from[row]
    let b = from[row + 1]
    let c = from[row + 2]
    let d = from[row + 3]
    for (let j = 0, at = row * width; j < width; j++, at++) {
      const value = vector[j]
      a -= matrix[at] * value
      b -= matrix[at + width] * value
      c -= matrix[at + 2 * width] * value
      d -= matrix[at + 3 * width] * value
    }
    into[row] = a
    into[row + 1] = b
    into[row + 2] = c
    into[row + 3] = d
  }
  for (; row < rows; row++) {
    let value = from[row]
    for (let j = 0, at = row * width; j < width; j++, at++) value -= matrix[at] * vector[j]
    into[row] = value
  }
}

/** V½ (shift I + V½ K V½)⁻¹ V½ b, in the memory of `compute`. */
function solvedWeighted(
  clusters: number,
  { weighted, roots }: KernelSystem,
  shift: number,
  right: Float64Array,
  compute: Compute,
): Float64Array {
  const into = compute.float64(clusters)
  into.set(right)
  if (roots !== undefined) for (let m = 0; m < clusters; m++) into[m] *= roots[m]
  solveShifted(clusters, weighted, shift, compute, into)
  if (roots !== undefined) for (let m = 0; m < clusters; m++) into[m] *= roots[m]
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
