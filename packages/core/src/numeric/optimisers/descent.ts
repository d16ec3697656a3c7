import { dot } from '../compute/dot.ts'
import { type LinePoint, wolfeStep } from './lineSearch.ts'
import type { Minimum, OptimiserEnd, OptimiserStep, Pending, PendingObjective } from './objective.ts'

/** How far a point with this gradient is from optimal: see Minimum.optimality. */
export type OptimalityOf = (point: Float64Array, gradient: Float64Array) => number

/** The current point of a descent and the point to try next. Optimisers fill `trial`, evaluate f there, and move to it if they accept it. */
export class Descent<Wait> {
  point: Float64Array
  gradient: Float64Array
  value: number
  optimality: number
  trial: Float64Array
  trialGradient: Float64Array
  iterations = 0
  evaluations = 1
  /** Enough, as an optimality: the tolerance, relative to that of the start where it is above 1. */
  readonly goal: number
  readonly objective: PendingObjective<Wait>
  readonly optimalityOf: OptimalityOf

  /** Evaluates f at the start, which belongs to the descent from now on. */
  static *from<Wait>(
    objective: PendingObjective<Wait>,
    start: Float64Array,
    tolerance: number,
    optimalityOf: OptimalityOf,
  ): Pending<Wait, Descent<Wait>> {
    const gradient = new Float64Array(start.length)
    const value = yield* objective(start, gradient)
    return new Descent(objective, start, gradient, value, tolerance, optimalityOf)
  }

  private constructor(
    objective: PendingObjective<Wait>,
    start: Float64Array,
    gradient: Float64Array,
    value: number,
    tolerance: number,
    optimalityOf: OptimalityOf,
  ) {
    this.objective = objective
    this.optimalityOf = optimalityOf
    this.point = start
    this.gradient = gradient
    this.trial = new Float64Array(start.length)
    this.trialGradient = new Float64Array(start.length)
    this.value = value
    this.optimality = optimalityOf(start, gradient)
    this.goal = tolerance * Math.max(1, this.optimality)
  }

  get done(): boolean {
    return this.optimality <= this.goal
  }

  /** f at the trial point; its gradient is in `trialGradient`. */
  evaluateTrial(): Pending<Wait, number> {
    this.evaluations++
    return this.objective(this.trial, this.trialGradient)
  }

  /** The trial point is point + step · direction. */
  tryStep(step: number, direction: Float64Array): void {
    const { point, trial } = this
    for (let place = 0; place < trial.length; place++) trial[place] = point[place] + step * direction[place]
  }

  /** A step along the direction that meets the Wolfe conditions, as trial point; gives f there, or undefined when no step descends. */
  *searchAlong(direction: Float64Array, slope: number, firstStep: number): Pending<Wait, number | undefined> {
    let tried = 0
    const at = function* (this: Descent<Wait>, step: number): Pending<Wait, LinePoint> {
      tried = step
      this.tryStep(step, direction)
      const value = yield* this.evaluateTrial()
      return { step, value, slope: dot(this.trialGradient, direction) }
    }.bind(this)
    const found = yield* wolfeStep(at, { step: 0, value: this.value, slope }, firstStep)
    if (found === undefined) return undefined
    if (tried !== found.step) yield* at(found.step) // the search may end on an earlier trial; the buffers must hold that one
    return found.value
  }

  /** Moves to the trial point, where f is `value`. */
  accept(value: number): OptimiserStep {
    ;[this.point, this.trial] = [this.trial, this.point]
    ;[this.gradient, this.trialGradient] = [this.trialGradient, this.gradient]
    this.value = value
    this.optimality = this.optimalityOf(this.point, this.gradient)
    this.iterations++
    return { iteration: this.iterations, value, optimality: this.optimality }
  }

  end(ended: OptimiserEnd): Minimum {
    const { point, value, gradient, optimality, iterations, evaluations } = this
    return { point, value, gradient, optimality, iterations, evaluations, ended }
  }
}
