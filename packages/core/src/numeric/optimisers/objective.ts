import { resumed, runToEnd } from '../steps.ts'

/** f at a point; its gradient there is written into the second argument. */
export type Objective = (point: Float64Array, gradientInto: Float64Array) => number

/**
 * The same if the value may arrive later: until then the generator yields what it waits for. Optimisers pass that on to their caller, and
 * pass back what they are resumed with.
 */
export type PendingObjective<Wait> = (point: Float64Array, gradientInto: Float64Array) => Pending<Wait, number>

/** A value that may have to be waited for. */
export type Pending<Wait, Value> = Generator<Wait, Value, unknown>

/** A function whose values are there at once, in the form of one whose values may have to be waited for. */
export function atOnce<Given extends readonly unknown[], Value>(
  known: (...given: Given) => Value,
): (...given: Given) => Pending<never, Value> {
  // biome-ignore lint/correctness/useYield: nothing is waited for
  return function* (...given) {
    return known(...given)
  }
}

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

/** Yields after each iteration, and what its objective waits for. */
export type Optimisation<Wait = never, Result = Minimum> = Generator<OptimiserStep | Wait, Result, unknown>

/** Runs an optimisation to its end. */
export function runOptimisation(steps: Optimisation): Minimum {
  return runToEnd(steps)
}

/** Runs an optimisation up to its next iteration or its end, passing on what it waits for. */
export function nextStep<Wait extends object, Result>(
  steps: Optimisation<Wait, Result>,
): Pending<Wait, IteratorResult<OptimiserStep, Result>> {
  return nextIteration<OptimiserStep, Wait, Result>(steps)
}

/** The same for any steps that count their iterations. */
export function* nextIteration<Step extends { readonly iteration: number }, Wait extends object, Result>(
  steps: Generator<Step | Wait, Result, unknown>,
): Pending<Wait, IteratorResult<Step, Result>> {
  let next = steps.next()
  for (;;) {
    if (next.done) return next
    const { value } = next
    if (isStep<Step>(value)) return { done: false, value }
    next = yield* resumed(steps, value)
  }
}

function isStep<Step extends { readonly iteration: number }>(yielded: object): yielded is Step {
  return 'iteration' in yielded
}
