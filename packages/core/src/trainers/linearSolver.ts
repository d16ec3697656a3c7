/**
 * The weights that minimise F(w) = L̂(w) + λ/2 ‖w‖² over a ball of weights, or over all weights. L̂ is the mean loss of a pass.
 */
import { acceleratedProximalSteps } from '../numeric/acceleratedProximal.ts'
import { dot } from '../numeric/dot.ts'
import { lbfgsSteps } from '../numeric/lbfgs.ts'
import type { Objective, Optimisation, OptimiserEnd, OptimiserStep } from '../numeric/objective.ts'
import { projectedLbfgsSteps } from '../numeric/projectedLbfgs.ts'
import { ballGap, type NormBall, projectOntoBall } from '../numeric/projections.ts'
import { truncatedNewtonSteps } from '../numeric/truncatedNewton.ts'
import { addScaled, maximumNorm } from '../numeric/vectors.ts'
import type { RankingPass } from './rankingPass.ts'

export interface Penalty {
  readonly lambda: number
  /** All weights are allowed where there is none. */
  readonly ball?: NormBall
}

export interface LinearFit {
  readonly weights: Float64Array
  readonly objective: number
  /**
   * Without a ball, ‖∇F‖∞ over ‖∇L̂(0)‖∞. On a ball, and for losses that are not smooth, a bound on F − min F over F, from the
   * gradient or from the dual problem.
   */
  readonly optimality: number
  readonly iterations: number
  readonly ended: OptimiserEnd
}

export interface LinearSolver {
  /** Yields after each iteration. */
  solve(penalty: Penalty, start: Float64Array): Generator<OptimiserStep, LinearFit, void>
  /** Where `solve` stands while it yields. */
  readonly standing: Float64Array
  /** What `fit` would have been at these weights. */
  assess(penalty: Penalty, weights: Float64Array): Pick<LinearFit, 'objective' | 'optimality'>
}

export interface SolverOptions {
  readonly iterations: number
  readonly tolerance: number
}

/** For losses with a gradient everywhere. `newton` uses the curvature of the loss where there is no ball. */
export function smoothSolver(
  pass: Pick<RankingPass, 'evaluate'> & Partial<RankingPass>,
  width: number,
  { iterations, tolerance }: SolverOptions,
  newton: boolean,
): LinearSolver {
  const standing = new Float64Array(width)
  const gradient = new Float64Array(width)
  const atZero = pass.evaluate(standing, gradient)
  const slopeAtZero = maximumNorm(gradient)
  const unit = powerOfTwoBelow(slopeAtZero)

  /** F in units of the first slope, so that tolerances are relative to it. */
  function objectiveFor(lambda: number): Objective {
    return (point, into) => {
      standing.set(point)
      const value = penalised(pass, lambda, point, into)
      for (let place = 0; place < width; place++) into[place] /= unit
      return value / unit
    }
  }

  function steps({ lambda, ball }: Penalty, start: Float64Array): Optimisation {
    const objective = objectiveFor(lambda)
    const given = { iterations, tolerance: tolerance * (slopeAtZero > 0 ? slopeAtZero / unit : 1) }
    if (ball !== undefined) {
      const project = (point: Float64Array, into: Float64Array) => projectOntoBall(ball, point, into)
      return ball.norm === 'l1'
        ? acceleratedProximalSteps(objective, project, start, given)
        : projectedLbfgsSteps(objective, project, start, given)
    }
    const { curvature } = pass
    if (!newton || curvature === undefined) return lbfgsSteps(objective, start, given)
    const product = (direction: Float64Array, into: Float64Array) => {
      curvature(direction, into)
      for (let place = 0; place < width; place++) into[place] = (into[place] + lambda * direction[place]) / unit
    }
    return truncatedNewtonSteps(objective, product, start, given)
  }

  function optimalityAt({ ball }: Penalty, value: number, point: Float64Array, slope: Float64Array): number {
    if (ball === undefined) return slopeAtZero > 0 ? maximumNorm(slope) / slopeAtZero : maximumNorm(slope)
    return relativeGap(ballGap(ball, point, slope), value, atZero)
  }

  return {
    standing,
    *solve(penalty, start) {
      const { point, value, gradient: scaled, iterations: made, ended } = yield* steps(penalty, start)
      const slope = scaled.map((entry) => entry * unit)
      const objective = value * unit
      return { weights: point, objective, optimality: optimalityAt(penalty, objective, point, slope), iterations: made, ended }
    },
    assess(penalty, weights) {
      const objective = penalised(pass, penalty.lambda, weights, gradient)
      return { objective, optimality: optimalityAt(penalty, objective, weights, gradient) }
    },
  }
}

/** F and its gradient. */
function penalised(pass: Pick<RankingPass, 'evaluate'>, lambda: number, point: Float64Array, into: Float64Array): number {
  const value = pass.evaluate(point, into) + (lambda / 2) * dot(point, point)
  addScaled(lambda, point, into)
  return value
}

/** A gap as a share of the objective, or of the objective at w = 0 where that is all there is. */
export function relativeGap(gap: number, objective: number, atZero: number): number {
  const positive = Math.max(0, gap) // rounding apart
  const size = objective > 0 ? objective : atZero
  return size > 0 ? positive / size : positive
}

/** Dividing by it loses no digit. */
function powerOfTwoBelow(size: number): number {
  if (!(size > 0 && size < Number.POSITIVE_INFINITY)) return 1
  let power = 1
  while (power > size) power /= 2
  while (2 * power <= size) power *= 2
  return power
}
