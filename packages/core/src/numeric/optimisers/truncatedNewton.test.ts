import { optimiserContract, quadratic } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import type { Objective } from './objective.ts'
import { atOnce } from './objective.ts'
import { type Curvature, truncatedNewton, truncatedNewtonSteps } from './truncatedNewton.ts'

/** The objective with products of its Hessian by central differences of the gradient, at the point evaluated last. */
function withCurvature(objective: Objective): { objective: Objective; curvature: Curvature } {
  let last = new Float64Array(0)
  return {
    objective: (point, gradientInto) => {
      last = Float64Array.from(point)
      return objective(point, gradientInto)
    },
    curvature: (direction, into) => {
      const length = Math.hypot(...direction)
      const step = 1e-5 / length
      const back = new Float64Array(into.length)
      objective(
        last.map((entry, place) => entry + step * direction[place]),
        into,
      )
      objective(
        last.map((entry, place) => entry - step * direction[place]),
        back,
      )
      for (let place = 0; place < into.length; place++) into[place] = (into[place] - back[place]) / (2 * step)
    },
  }
}

optimiserContract('Truncated Newton', () => (given, start, goal) => {
  const { objective, curvature } = withCurvature(given)
  return truncatedNewton(objective, curvature, start, goal)
})

test('a quadratic takes few iterations, however stretched', () => {
  const { objective, curvature } = withCurvature(quadratic(30, 1e4, 2))
  const minimum = truncatedNewton(objective, curvature, new Float64Array(30), { tolerance: 1e-9 })
  expect(minimum.ended).toBe('converged')
  expect(minimum.iterations).toBeLessThan(15)
})

test('each iteration is reported', () => {
  const { objective, curvature } = withCurvature(quadratic(8, 100, 1))
  const steps = [...truncatedNewtonSteps(atOnce(objective), atOnce(curvature), new Float64Array(8))]
  expect(steps.map((step) => step.iteration)).toEqual(steps.map((_, place) => place + 1))
  expect(steps[steps.length - 1].optimality).toBeLessThan(1e-7)
})

test('a gradient that is all rounding ends the search soon', () => {
  let sign = 1
  const noise = (_: Float64Array, gradient: Float64Array) => {
    sign = -sign
    gradient.fill(0.6 * sign)
    return 1e16
  }
  const { ended, iterations } = truncatedNewton(
    noise,
    (direction, into) => into.set(direction.map((entry) => 1e16 * entry)),
    new Float64Array(2),
    { iterations: 3000 },
  )
  expect(ended).toBe('no-progress')
  expect(iterations).toBeLessThan(20)
})
