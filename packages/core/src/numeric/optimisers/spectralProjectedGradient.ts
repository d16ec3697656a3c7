/**
 * Minimises f over a convex set, given the projection onto it. Birgin, Martínez & Raydan 2000, "Nonmonotone spectral
 * projected gradient methods on convex sets" (SPG2): steps as long as the curvature of the last one says, and a line search
 * that compares with the worst of the last values.
 */

import { dot } from '../compute/dot.ts'
import { maximumNorm } from '../dense/vectors.ts'
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

/** into = the point of the set closest to `point`; both may be the same array. */
export type Projection = (point: Float64Array, into: Float64Array) => void

export interface SpectralProjectedGradientOptions {
  readonly iterations?: number
  /** Stop when ‖P(x − ∇f) − x‖∞ ≤ tolerance · max(1, the same at the start). */
  readonly tolerance?: number
  /** How many past values the line search looks back on; 1 makes descent monotone. */
  readonly memory?: number
}

export function spectralProjectedGradient(
  objective: Objective,
  project: Projection,
  start: Float64Array,
  options: SpectralProjectedGradientOptions = {},
): Minimum {
  return runOptimisation(spectralProjectedGradientSteps(atOnce(objective), project, start, options))
}

/** The same, yielding after each iteration. */
export function* spectralProjectedGradientSteps<Wait = never>(
  objective: PendingObjective<Wait>,
  project: Projection,
  start: Float64Array,
  { iterations = 10_000, tolerance = 1e-8, memory = 10 }: SpectralProjectedGradientOptions = {},
): Optimisation<Wait> {
  const descent = yield* projectedDescent(objective, project, start, tolerance)
  const direction = new Float64Array(start.length)
  const lastValues = [descent.value]
  const shortSteps: number[] = []
  let spectral = clampStep(1 / descent.optimality)

  while (!descent.done) {
    if (descent.iterations >= iterations) return descent.end('iteration-limit')
    const { point, gradient, value, trial, trialGradient, optimality } = descent
    projectedDirection(project, point, gradient, spectral, direction)
    const slope = Math.min(dot(gradient, direction), 0)
    const worst = Math.max(...lastValues)
    const rounding = 4 * Number.EPSILON * Math.abs(worst)

    let step = 1
    let trialValue: number
    for (;;) {
      descent.tryStep(step, direction)
      project(trial, trial) // inside except for rounding
      trialValue = yield* descent.evaluateTrial()
      if (slope < 0 && trialValue <= worst + 1e-4 * step * slope) break
      // Where rounding hides descent in f, the projected gradient still shows it.
      if (trialValue <= worst + rounding && descent.optimalityOf(trial, trialGradient) < optimality) break
      step = shorterStep(step, slope, value, trialValue)
      if (step < 1e-20 || slope === 0) return descent.end('no-progress')
    }

    let square = 0
    let curvature = 0
    let change = 0
    for (let place = 0; place < trial.length; place++) {
      const moved = trial[place] - point[place]
      const turned = trialGradient[place] - gradient[place]
      square += moved * moved
      curvature += moved * turned
      change += turned * turned
    }
    spectral = curvature > 0 ? clampStep(spectralStep(square / curvature, curvature / change, shortSteps)) : 1e10
    lastValues.push(trialValue)
    if (lastValues.length > memory) lastValues.shift()
    yield descent.accept(trialValue)
  }
  return descent.end('converged')
}

/** A descent that starts at the point of the set closest to `start`, and has arrived where P(x − ∇f) = x. */
export function* projectedDescent<Wait>(
  objective: PendingObjective<Wait>,
  project: Projection,
  start: Float64Array,
  tolerance: number,
): Pending<Wait, Descent<Wait>> {
  const room = new Float64Array(start.length)
  const first = Float64Array.from(start)
  project(first, first)
  return yield* Descent.from(objective, first, tolerance, (point, gradient) => projectedGradientNorm(project, point, gradient, room))
}

/** ‖P(x − ∇f) − x‖∞. The last argument is room to work in. */
function projectedGradientNorm(project: Projection, point: Float64Array, gradient: Float64Array, room: Float64Array): number {
  projectedDirection(project, point, gradient, 1, room)
  return maximumNorm(room)
}

/** into = P(x − step ∇f) − x. */
export function projectedDirection(
  project: Projection,
  point: Float64Array,
  gradient: Float64Array,
  step: number,
  into: Float64Array,
): void {
  for (let place = 0; place < into.length; place++) into[place] = point[place] - step * gradient[place]
  project(into, into)
  for (let place = 0; place < into.length; place++) into[place] -= point[place]
}

/** The minimum of the parabola through what is known, between a tenth and half of the step. */
export function shorterStep(step: number, slope: number, value: number, trialValue: number): number {
  const minimum = (-slope * step * step) / (2 * (trialValue - value - step * slope))
  if (minimum >= 0.1 * step && minimum <= 0.5 * step) return minimum
  return Number.isFinite(trialValue) ? 0.5 * step : 0.1 * step
}

/**
 * The long Barzilai-Borwein step s·s/s·y, or, where it and the short one s·y/y·y disagree, the least of the last short ones:
 * it wipes out the steep directions that slow the long one down (Frassoldati, Zanghirati & Zanni 2008, "New adaptive
 * stepsize selections in gradient methods", ABBmin). `shortSteps` is brought up to date.
 */
function spectralStep(long: number, short: number, shortSteps: number[]): number {
  shortSteps.push(short)
  if (shortSteps.length > 6) shortSteps.shift()
  return short < 0.8 * long ? Math.min(...shortSteps) : long
}

function clampStep(step: number): number {
  return Math.min(Math.max(step, 1e-10), 1e10)
}
