import { optimiserContract } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { lbfgs, lbfgsSteps } from './lbfgs.ts'
import type { Objective } from './objective.ts'
import { atOnce } from './objective.ts'

optimiserContract('L-BFGS', () => lbfgs)

const rosenbrock: Objective = (point, gradientInto) => {
  const [x, y] = point
  gradientInto[0] = -2 * (1 - x) - 400 * x * (y - x * x)
  gradientInto[1] = 200 * (y - x * x)
  return (1 - x) ** 2 + 100 * (y - x * x) ** 2
}

test("the bottom of Rosenbrock's valley is found from its usual start", () => {
  const { point, optimality, iterations } = lbfgs(rosenbrock, Float64Array.of(-1.2, 1), { tolerance: 1e-12 })
  expect(point[0]).toBeCloseTo(1, 10)
  expect(point[1]).toBeCloseTo(1, 10)
  expect(optimality).toBeLessThan(1e-9)
  expect(iterations).toBeLessThan(80)
})

test('each iteration is reported, with descending values', () => {
  const steps = [...lbfgsSteps(atOnce(rosenbrock), Float64Array.of(-1.2, 1))]
  expect(steps.map((step) => step.iteration)).toEqual(steps.map((_, place) => place + 1))
  for (let step = 1; step < steps.length; step++) expect(steps[step].value).toBeLessThanOrEqual(steps[step - 1].value)
})

test('a region where the objective is infinite is stepped around', () => {
  const objective: Objective = (point, gradientInto) => {
    gradientInto[0] = 1 - 1 / point[0]
    return point[0] > 0 ? point[0] - Math.log(point[0]) : Number.POSITIVE_INFINITY
  }
  expect(lbfgs(objective, Float64Array.of(30), { tolerance: 1e-12 }).point[0]).toBeCloseTo(1, 9)
})

test('more memory needs no more iterations on a stretched quadratic', () => {
  const objective: Objective = (point, gradientInto) => {
    let value = 0
    for (let place = 0; place < point.length; place++) {
      gradientInto[place] = 3 ** place * (point[place] - 1)
      value += (3 ** place * (point[place] - 1) ** 2) / 2
    }
    return value
  }
  const iterations = (memory: number) => lbfgs(objective, new Float64Array(12), { memory, tolerance: 1e-10 }).iterations
  expect(iterations(12)).toBeLessThan(iterations(1))
})

test('with the Hessian for a guess, a quadratic is at its minimum after one step', () => {
  const bend = Float64Array.of(1e-3, 1, 1e4)
  const quadratic = (point: Float64Array, into: Float64Array) => {
    let value = 0
    for (let j = 0; j < 3; j++) {
      into[j] = bend[j] * (point[j] - 1)
      value += (into[j] * (point[j] - 1)) / 2
    }
    return value
  }
  const precondition = (into: Float64Array) => {
    for (let j = 0; j < 3; j++) into[j] /= bend[j]
  }
  const { iterations, evaluations, ended } = lbfgs(quadratic, new Float64Array(3), { tolerance: 1e-12, precondition: atOnce(precondition) })
  expect({ iterations, evaluations, ended }).toEqual({ iterations: 1, evaluations: 2, ended: 'converged' })
})
