/**
 * L-BFGS on a convex set with a cheap projection. Schmidt, van den Berg, Friedlander & Murphy 2009, "Optimizing costly
 * functions with simple constraints: a limited-memory projected quasi-Newton algorithm": each step minimises the quasi-Newton
 * model over the set by spectral projected gradients, which costs no evaluation of f, then searches along the segment.
 * Far fewer passes over the data than plain projected gradients when the problem is badly conditioned.
 */

import { dot } from '../compute/dot.ts'
import { addScaled } from '../dense/vectors.ts'
import { type Pair, pairBetween, remember } from './lbfgs.ts'
import {
  atOnce,
  type Minimum,
  type Objective,
  type Optimisation,
  type Pending,
  type PendingObjective,
  runOptimisation,
} from './objective.ts'
import {
  type Projection,
  projectedDescent,
  projectedDirection,
  shorterStep,
  spectralProjectedGradient,
} from './spectralProjectedGradient.ts'

export interface ProjectedLbfgsOptions {
  readonly iterations?: number
  /** Stop when ‖P(x − ∇f) − x‖∞ ≤ tolerance · max(1, the same at the start). */
  readonly tolerance?: number
  /** How many past steps shape the next one. */
  readonly memory?: number
  /** The error of a value of f, if it is more than rounding. */
  readonly noise?: number
}

export function projectedLbfgs(
  objective: Objective,
  project: Projection,
  start: Float64Array,
  options: ProjectedLbfgsOptions = {},
): Minimum {
  return runOptimisation(projectedLbfgsSteps(atOnce(objective), project, start, options))
}

/** The same, yielding after each iteration. */
export function* projectedLbfgsSteps<Wait = never>(
  objective: PendingObjective<Wait>,
  project: Projection,
  start: Float64Array,
  { iterations = 1000, tolerance = 1e-8, memory = 10, noise = 0 }: ProjectedLbfgsOptions = {},
): Optimisation<Wait> {
  const descent = yield* projectedDescent(objective, project, start, tolerance)
  const direction = new Float64Array(start.length)
  const history: Pair[] = []

  while (!descent.done) {
    if (descent.iterations >= iterations) return descent.end('iteration-limit')
    const { point, gradient, optimality } = descent
    if (history.length === 0) projectedDirection(project, point, gradient, Math.min(1, 1 / optimality), direction)
    else modelDirection(history, project, point, gradient, optimality, direction)
    const found = yield* search(Math.min(dot(gradient, direction), 0))
    if (found === undefined) {
      if (history.length === 0) return descent.end('no-progress')
      history.length = 0 // the history misleads: start again from the gradient alone
      continue
    }
    remember(pairBetween(point, descent.trial, gradient, descent.trialGradient), memory, history)
    yield descent.accept(found)
  }
  return descent.end('converged')

  /** Backs off along the segment until f descends; where rounding hides that, the projected gradient still shows it. */
  function* search(slope: number): Pending<Wait, number | undefined> {
    const { point, value, trial, trialGradient, optimality } = descent
    const rounding = Math.max(noise, 4 * Number.EPSILON * Math.abs(value))
    for (let step = 1; step > 1e-20; ) {
      descent.tryStep(step, direction)
      project(trial, trial) // inside except for rounding
      if (trial.every((entry, place) => entry === point[place])) return undefined // so short that it leads nowhere
      const trialValue = yield* descent.evaluateTrial()
      if (slope < 0 && trialValue <= value + 1e-4 * step * slope) return trialValue
      if (trialValue <= value + rounding && descent.optimalityOf(trial, trialGradient) < optimality) return trialValue
      if (slope === 0) return undefined
      step = shorterStep(step, slope, value, trialValue)
    }
    return undefined
  }
}

/** into = argmin over the set of the quasi-Newton model at the point, minus the point. */
function modelDirection(
  history: readonly Pair[],
  project: Projection,
  point: Float64Array,
  gradient: Float64Array,
  optimality: number,
  into: Float64Array,
): void {
  const { scale, plus, minus } = unrolledHessian(history)
  const away = new Float64Array(point.length)
  const model: Objective = (candidate, gradientInto) => {
    for (let place = 0; place < away.length; place++) {
      away[place] = candidate[place] - point[place]
      gradientInto[place] = scale * away[place]
    }
    for (let k = 0; k < plus.length; k++) {
      addScaled(dot(plus[k], away), plus[k], gradientInto)
      addScaled(-dot(minus[k], away), minus[k], gradientInto)
    }
    const quadratic = dot(gradientInto, away) / 2
    addScaled(1, gradient, gradientInto)
    return dot(gradient, away) + quadratic
  }
  const tolerance = (1e-2 * optimality) / Math.max(1, optimality)
  const inner = spectralProjectedGradient(model, project, point, { iterations: 100, tolerance })
  for (let place = 0; place < into.length; place++) into[place] = inner.point[place] - point[place]
}

/**
 * B = scale I + Σ plusₖ plusₖᵀ − Σ minusₖ minusₖᵀ, the BFGS matrix unrolled: plusₖ = yₖ/√(sₖ·yₖ) and
 * minusₖ = Bₖ sₖ/√(sₖ·Bₖ sₖ), Bₖ the matrix before step k (Nocedal & Wright 2006, §7.2).
 */
function unrolledHessian(history: readonly Pair[]) {
  const { change, inverse } = history[history.length - 1]
  const scale = inverse * dot(change, change)
  const plus: Float64Array[] = []
  const minus: Float64Array[] = []
  for (const pair of history) {
    const image = pair.step.map((entry) => scale * entry)
    for (let k = 0; k < plus.length; k++) {
      addScaled(dot(plus[k], pair.step), plus[k], image)
      addScaled(-dot(minus[k], pair.step), minus[k], image)
    }
    const energy = dot(pair.step, image)
    if (!(energy > 0)) continue // lost to rounding
    minus.push(image.map((entry) => entry / Math.sqrt(energy)))
    plus.push(pair.change.map((entry) => entry * Math.sqrt(pair.inverse)))
  }
  return { scale, plus, minus }
}
