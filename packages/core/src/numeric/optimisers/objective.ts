/** f at a point; its gradient there is written into the second argument. */
export type Objective = (point: Float64Array, gradientInto: Float64Array) => number

export interface OptimiserStep {
  readonly iteration: number
  readonly value: number
  /** How far from optimal: see Minimum.optimality. */
  readonly optimality: number
}

export interface Minimum {
  readonly point: Float64Array
  readonly value: number
  readonly gradient: Float64Array
  /** ‖∇f‖∞ without constraints, ‖P(x − ∇f) − x‖∞ on a set with projection P: zero exactly at a minimum of a convex f. */
  readonly optimality: number
  readonly iterations: number
  readonly evaluations: number
  readonly ended: OptimiserEnd
}

/** `no-progress`: rounding hides any further descent. */
export type OptimiserEnd = 'converged' | 'iteration-limit' | 'no-progress'

export type Optimisation = Generator<OptimiserStep, Minimum, void>

/** Runs an optimisation to its end. */
export function runOptimisation(steps: Optimisation): Minimum {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
