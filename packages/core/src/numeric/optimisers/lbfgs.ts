/**
 * L-BFGS: quasi-Newton descent that remembers the last few steps. Nocedal 1980; Nocedal & Wright 2006, "Numerical
 * optimization", Algorithms 7.4 (two loops) and 7.5, scaled by Eq. 7.20.
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

export interface LbfgsOptions<Wait = never> {
  readonly iterations?: number
  /** Stop when ‖∇f‖∞ ≤ tolerance · max(1, ‖∇f‖∞ at the start). */
  readonly tolerance?: number
  /** How many past steps shape the next one. */
  readonly memory?: number
  /** v ← B⁻¹ v in place, B a good guess at the Hessian; the steps of the past then only correct it. */
  readonly precondition?: (into: Float64Array) => Pending<Wait, void>
}

/** Steps on end that lower neither the function nor its gradient: all that is left is rounding. */
const IDLE_STEPS = 20

export function lbfgs(objective: Objective, start: Float64Array, options: LbfgsOptions = {}): Minimum {
  return runOptimisation(lbfgsSteps(atOnce(objective), start, options))
}

/** The same, yielding after each iteration. */
export function* lbfgsSteps<Wait = never>(
  objective: PendingObjective<Wait>,
  start: Float64Array,
  { iterations = 1000, tolerance = 1e-8, memory = 10, precondition }: LbfgsOptions<Wait> = {},
): Optimisation<Wait> {
  const descent = yield* Descent.from(objective, Float64Array.from(start), tolerance, (_, gradient) => maximumNorm(gradient))
  const direction = new Float64Array(start.length)
  const history: Pair[] = []
  let best = descent.optimality
  let idle = 0

  while (!descent.done) {
    if (descent.iterations >= iterations) return descent.end('iteration-limit')
    const { point, gradient, value } = descent
    yield* quasiNewtonDirection(history, gradient, precondition, direction)
    let slope = dot(direction, gradient)
    if (!(slope < 0)) {
      history.length = 0
      yield* quasiNewtonDirection(history, gradient, precondition, direction)
      slope = dot(direction, gradient)
    }
    const firstStep = history.length === 0 && precondition === undefined ? Math.min(1, 1 / euclideanNorm(gradient)) : 1
    const found = yield* descent.searchAlong(direction, slope, firstStep)
    if (found === undefined) {
      if (history.length === 0) return descent.end('no-progress')
      history.length = 0 // the history misleads: start again from the gradient alone
      continue
    }
    remember(pairBetween(point, descent.trial, gradient, descent.trialGradient), memory, history)
    const step = descent.accept(found)
    idle = found < value || step.optimality < best ? 0 : idle + 1
    best = Math.min(best, step.optimality)
    yield step
    if (idle >= IDLE_STEPS) return descent.end('no-progress')
  }
  return descent.end('converged')
}

/** A past step s, the change y of the gradient along it, and 1/(s · y). */
export interface Pair {
  readonly step: Float64Array
  readonly change: Float64Array
  readonly inverse: number
}

/** Undefined when the curvature along the step is not safely positive: such a pair would spoil the model. */
export function pairBetween(from: Float64Array, to: Float64Array, gradientFrom: Float64Array, gradientTo: Float64Array): Pair | undefined {
  const step = to.map((entry, place) => entry - from[place])
  const change = gradientTo.map((entry, place) => entry - gradientFrom[place])
  const curvature = dot(step, change)
  return curvature > 1e-16 * euclideanNorm(step) * euclideanNorm(change) ? { step, change, inverse: 1 / curvature } : undefined
}

/** Adds the pair, and forgets the oldest beyond the limit. */
export function remember(pair: Pair | undefined, memory: number, into: Pair[]): void {
  if (pair !== undefined) into.push(pair)
  if (into.length > memory) into.shift()
}

/** into = −H ∇f, H the inverse Hessian that the pairs describe. */
function* quasiNewtonDirection<Wait>(
  history: readonly Pair[],
  gradient: Float64Array,
  precondition: LbfgsOptions<Wait>['precondition'],
  into: Float64Array,
): Pending<Wait, void> {
  for (let place = 0; place < into.length; place++) into[place] = -gradient[place]
  const alphas = new Float64Array(history.length)
  for (let k = history.length - 1; k >= 0; k--) {
    const { step, change, inverse } = history[k]
    alphas[k] = inverse * dot(step, into)
    addScaled(-alphas[k], change, into)
  }
  if (precondition !== undefined) yield* precondition(into)
  else if (history.length > 0) {
    const { change, inverse } = history[history.length - 1]
    const scale = 1 / (inverse * dot(change, change))
    for (let place = 0; place < into.length; place++) into[place] *= scale
  }
  for (let k = 0; k < history.length; k++) {
    const { step, change, inverse } = history[k]
    addScaled(alphas[k] - inverse * dot(change, into), step, into)
  }
}
