/**
 * Accelerated proximal gradients on a convex set: momentum, a projection, and a step as long as the curvature met allows.
 * Beck & Teboulle 2009, "A fast iterative shrinkage-thresholding algorithm" (FISTA) with backtracking; the momentum starts
 * anew where it points uphill (O'Donoghue & Candès 2015, "Adaptive restart for accelerated gradient schemes", gradient
 * scheme). On the L1 ball every iterate has exact zeros.
 */
import { dot } from '../compute/dot.ts'
import { atOnce, type Minimum, type Objective, type Optimisation, type PendingObjective, runOptimisation } from './objective.ts'
import { type Projection, projectedDescent } from './spectralProjectedGradient.ts'

export interface AcceleratedProximalOptions {
  readonly iterations?: number
  /** Stop when ‖P(x − ∇f) − x‖∞ ≤ tolerance · max(1, the same at the start). */
  readonly tolerance?: number
}

export function acceleratedProximal(
  objective: Objective,
  project: Projection,
  start: Float64Array,
  options: AcceleratedProximalOptions = {},
): Minimum {
  return runOptimisation(acceleratedProximalSteps(atOnce(objective), project, start, options))
}

/** The same, yielding after each iteration. Whenever it yields, f was evaluated last at the current point. */
export function* acceleratedProximalSteps<Wait = never>(
  objective: PendingObjective<Wait>,
  project: Projection,
  start: Float64Array,
  { iterations = 10_000, tolerance = 1e-8 }: AcceleratedProximalOptions = {},
): Optimisation<Wait> {
  const descent = yield* projectedDescent(objective, project, start, tolerance)
  const width = start.length
  const ahead = new Float64Array(width)
  const aheadGradient = new Float64Array(width)
  let steepness = Math.max(descent.optimality, 1e-10) // an estimate of the curvature; the step is its inverse
  let momentum = 1
  let moving = false // whether `ahead` differs from the point

  while (!descent.done) {
    if (descent.iterations >= iterations) return descent.end('iteration-limit')
    const { point, gradient, value, trial } = descent
    let aheadValue = value
    if (moving) {
      aheadValue = yield* objective(ahead, aheadGradient)
      descent.evaluations++
    } else {
      ahead.set(point)
      aheadGradient.set(gradient)
    }
    steepness = Math.max(steepness * 0.9, 1e-12)
    let trialValue: number
    for (;;) {
      for (let place = 0; place < width; place++) trial[place] = ahead[place] - aheadGradient[place] / steepness
      project(trial, trial)
      trialValue = yield* descent.evaluateTrial()
      if (fits(trialValue, aheadValue)) break
      if (!(steepness < 1e16)) return descent.end('no-progress')
      steepness *= 2
    }
    let uphill = 0
    for (let place = 0; place < width; place++) uphill += aheadGradient[place] * (trial[place] - point[place])
    const worse = trialValue > value + 4 * Number.EPSILON * Math.abs(value)
    if (moving && (uphill > 0 || worse)) {
      momentum = 1
      moving = false
      if (worse) continue // a step without momentum descends
    } else {
      const next = (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2
      const share = (momentum - 1) / next
      for (let place = 0; place < width; place++) ahead[place] = trial[place] + share * (trial[place] - point[place])
      momentum = next
      moving = share > 0
    }
    const standing = !moving && sameNumbers(trial, point)
    const step = descent.accept(trialValue)
    if (standing && !descent.done) return descent.end('no-progress')
    yield step
  }
  return descent.end('converged')

  /**
   * Whether the parabola of this steepness at `ahead` lies above f at the trial. Where rounding hides that in f, it shows in the
   * gradients: by convexity ⟨∇f(trial) − ∇f(ahead), trial − ahead⟩ ≤ ½ steepness ‖trial − ahead‖² is enough.
   */
  function fits(trialValue: number, aheadValue: number): boolean {
    const { trial, trialGradient } = descent
    let square = 0
    let along = 0
    let turned = 0
    for (let place = 0; place < width; place++) {
      const moved = trial[place] - ahead[place]
      square += moved * moved
      along += aheadGradient[place] * moved
      turned += (trialGradient[place] - aheadGradient[place]) * moved
    }
    return trialValue <= aheadValue + along + (steepness / 2) * square || turned <= (steepness / 2) * square
  }
}

function sameNumbers(a: Float64Array, b: Float64Array): boolean {
  return dot(a, a) === dot(b, b) && a.every((entry, place) => entry === b[place])
}
