/**
 * Conjugate gradients for A x = b with A symmetric positive definite, given only as "apply A to a vector".
 * Hestenes & Stiefel 1952; preconditioned as in Saad 2003, "Iterative methods for sparse linear systems", Algorithm 9.1.
 */
import { dot } from '../compute/dot.ts'
import { addScaled, euclideanNorm } from '../dense/vectors.ts'
import { runToEnd } from '../steps.ts'
import { atOnce, type Pending } from './objective.ts'

/** into = A vector (or M⁻¹ vector for a preconditioner). */
export type LinearOperator = (vector: Float64Array, into: Float64Array) => void

/** The same if the product may arrive later. */
export type PendingOperator<Wait> = (vector: Float64Array, into: Float64Array) => Pending<Wait, void>

export interface ConjugateGradientOptions {
  /** Something close to A⁻¹ and cheap, itself symmetric positive definite; `jacobi(diagonal)` is the usual first try. */
  readonly precondition?: LinearOperator
  /**
   * Something close to A, symmetric positive definite and cheaper. Steps are taken with it. Each round of them ends when the residual has
   * become `roundGain` of what it was; then A itself gives the true one, so that the answer is that of A. Where a round does not halve
   * the true residual, A takes over.
   */
  readonly approximation?: LinearOperator
  readonly start?: Float64Array
  /** Stop when ‖b − A x‖ ≤ tolerance ‖b‖. */
  readonly tolerance?: number
  readonly iterations?: number
}

export interface ConjugateGradientStep {
  readonly iteration: number
  /** ‖b − A x‖/‖b‖ as the recurrence has it. */
  readonly relativeResidual: number
}

export interface ConjugateGradientResult {
  readonly solution: Float64Array
  readonly iterations: number
  /** ‖b − A x‖/‖b‖, computed afresh from the solution. */
  readonly relativeResidual: number
  readonly ended: 'converged' | 'iteration-limit' | 'no-progress' | 'not-positive-definite'
}

/** What a round with an approximation reduces the residual to. */
const roundGain = 1e-5

export function conjugateGradient(
  apply: LinearOperator,
  right: Float64Array,
  options: ConjugateGradientOptions = {},
): ConjugateGradientResult {
  return runToEnd(conjugateGradientSteps(atOnce(apply), right, options))
}

/** The same, yielding after each iteration, and what a product waits for. */
export function* conjugateGradientSteps<Wait = never>(
  apply: PendingOperator<Wait>,
  right: Float64Array,
  { precondition, approximation, start, tolerance = 1e-10, iterations = 10 * right.length + 100 }: ConjugateGradientOptions = {},
): Generator<ConjugateGradientStep | Wait, ConjugateGradientResult, unknown> {
  const width = right.length
  const solution = start === undefined ? new Float64Array(width) : Float64Array.from(start)
  const residual = new Float64Array(width)
  const preconditioned = precondition === undefined ? residual : new Float64Array(width)
  const direction = new Float64Array(width)
  const image = new Float64Array(width)
  const scale = euclideanNorm(right)
  if (scale === 0) return { solution: new Float64Array(width), iterations: 0, relativeResidual: 0, ended: 'converged' }

  let iteration = 0
  let indefinite = false
  let previous = Number.POSITIVE_INFINITY
  let rough = approximation
  // Each round starts from the true residual: the recurrence drifts away from it, and only the true one may end the search.
  for (;;) {
    if (start === undefined && iteration === 0) image.fill(0)
    else yield* apply(solution, image)
    for (let place = 0; place < width; place++) residual[place] = right[place] - image[place]
    const relativeResidual = euclideanNorm(residual) / scale
    const result = (ended: ConjugateGradientResult['ended']) => ({ solution, iterations: iteration, relativeResidual, ended })
    if (relativeResidual <= tolerance) return result('converged')
    if (iteration >= iterations) return result('iteration-limit')
    const halved = relativeResidual < 0.5 * previous
    previous = relativeResidual
    if (rough !== undefined && (indefinite || !halved)) {
      rough = undefined
      indefinite = false
      if (!(relativeResidual < 1)) {
        solution.fill(0)
        residual.set(right)
        previous = 1
      }
    } else if (indefinite) return result('not-positive-definite')
    else if (!halved) return result('no-progress')

    const gain = rough === undefined ? 1e-12 : roundGain // further down the recurrence knows nothing
    const enough = Math.max(tolerance, gain * previous)
    precondition?.(residual, preconditioned)
    direction.set(preconditioned)
    let energy = dot(residual, preconditioned)
    const last = rough === undefined ? iterations : Math.ceil((iteration + iterations) / 2) // A needs some of them if it takes over
    while (iteration < last) {
      if (rough === undefined) yield* apply(direction, image)
      else rough(direction, image)
      const curvature = dot(direction, image)
      indefinite = !(curvature > 0 && energy > 0)
      if (indefinite) break
      const step = energy / curvature
      addScaled(step, direction, solution)
      addScaled(-step, image, residual)
      iteration++
      const recurrence = euclideanNorm(residual) / scale
      yield { iteration, relativeResidual: recurrence }
      if (recurrence <= enough) break
      precondition?.(residual, preconditioned)
      const next = dot(residual, preconditioned)
      const carry = next / energy
      energy = next
      for (let place = 0; place < width; place++) direction[place] = preconditioned[place] + carry * direction[place]
    }
  }
}

/** The preconditioner that divides by the diagonal of A. Entries that are not positive are left as they are. */
export function jacobi(diagonal: Float64Array): LinearOperator {
  const inverse = diagonal.map((entry) => (entry > 0 ? 1 / entry : 1))
  return (vector, into) => {
    for (let place = 0; place < into.length; place++) into[place] = vector[place] * inverse[place]
  }
}
