/**
 * Newton's method that solves for its direction by conjugate gradients and stops them early: only products of the Hessian
 * with a vector are needed. Dembo & Steihaug 1983, "Truncated-Newton algorithms for large-scale unconstrained optimization";
 * Nocedal & Wright 2006, Algorithm 7.1, with the forcing terms min(½, √‖∇f‖) relative to the first gradient. Functions that
 * are piecewise quadratic, as squared hinges are, do with a generalised Hessian.
 */

import { dot } from '../compute/dot.ts'
import { addScaled, euclideanNorm, maximumNorm } from '../dense/vectors.ts'
import { Descent } from './descent.ts'
import {
  atOnce,
  type Minimum,
  type Objective,
  type Optimisation,
  type Pending,
  type PendingObjective,
  runOptimisation,
} from './objective.ts'

/** into = ∇²f · direction, at the point where f was evaluated last. */
export type Curvature = (direction: Float64Array, into: Float64Array) => void

/** The same if the product may arrive later. */
export type PendingCurvature<Wait> = (direction: Float64Array, into: Float64Array) => Pending<Wait, void>

export interface TruncatedNewtonOptions {
  readonly iterations?: number
  /** Stop when ‖∇f‖∞ ≤ tolerance · max(1, ‖∇f‖∞ at the start). */
  readonly tolerance?: number
  /** Most products with the Hessian in one iteration. */
  readonly products?: number
}

export function truncatedNewton(
  objective: Objective,
  curvature: Curvature,
  start: Float64Array,
  options: TruncatedNewtonOptions = {},
): Minimum {
  return runOptimisation(truncatedNewtonSteps(atOnce(objective), atOnce(curvature), start, options))
}

/**
 * Iterations in a row after which the search ends if neither the value nor the slope was ever as small: a gradient that is all rounding, as
 * where f is flat at its start, would keep it busy up to the last iteration.
 */
const mostIdle = 10

/** The same, yielding after each iteration. Whenever it yields, f was evaluated last at the current point. */
export function* truncatedNewtonSteps<Wait = never>(
  objective: PendingObjective<Wait>,
  curvature: PendingCurvature<Wait>,
  start: Float64Array,
  { iterations = 200, tolerance = 1e-8, products = 250 }: TruncatedNewtonOptions = {},
): Optimisation<Wait> {
  const descent = yield* Descent.from(objective, Float64Array.from(start), tolerance, (_, gradient) => maximumNorm(gradient))
  const direction = new Float64Array(start.length)
  const firstLength = euclideanNorm(descent.gradient)
  let best = { value: descent.value, optimality: descent.optimality }
  let idle = 0

  while (!descent.done) {
    if (descent.iterations >= iterations) return descent.end('iteration-limit')
    const { gradient } = descent
    const forcing = Math.min(0.5, Math.sqrt(euclideanNorm(gradient) / firstLength))
    yield* newtonDirection(curvature, gradient, forcing, products, direction)
    const found = yield* descent.searchAlong(direction, dot(direction, gradient), 1)
    if (found === undefined) return descent.end('no-progress')
    yield descent.accept(found)
    const { value, optimality } = descent
    idle = value < best.value || optimality < best.optimality ? 0 : idle + 1
    if (idle === mostIdle) return descent.end('no-progress')
    best = { value: Math.min(value, best.value), optimality: Math.min(optimality, best.optimality) }
  }
  return descent.end('converged')
}

/** into ≈ −H⁻¹ ∇f, up to a residual of `forcing` ‖∇f‖; −∇f where there is no curvature along it. */
function* newtonDirection<Wait>(
  curvature: PendingCurvature<Wait>,
  gradient: Float64Array,
  forcing: number,
  products: number,
  into: Float64Array,
): Pending<Wait, void> {
  const residual = gradient.map((entry) => -entry)
  const direction = Float64Array.from(residual)
  const image = new Float64Array(gradient.length)
  let energy = dot(residual, residual)
  const enough = forcing * forcing * energy
  into.fill(0)
  for (let product = 0; product < products && energy > enough; product++) {
    yield* curvature(direction, image)
    const bend = dot(direction, image)
    if (!(bend > 0)) {
      if (product === 0) into.set(direction)
      return
    }
    const step = energy / bend
    addScaled(step, direction, into)
    addScaled(-step, image, residual)
    const next = dot(residual, residual)
    const carry = next / energy
    energy = next
    for (let place = 0; place < direction.length; place++) direction[place] = residual[place] + carry * direction[place]
  }
}
