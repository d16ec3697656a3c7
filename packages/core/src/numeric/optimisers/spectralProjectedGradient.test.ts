import { optimiserContract, quadratic } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { atOnce } from './objective.ts'
import { ballGap, type NormBall, projectOntoBall } from './projections.ts'
import { spectralProjectedGradient, spectralProjectedGradientSteps } from './spectralProjectedGradient.ts'

const onto = (ball?: NormBall) => (point: Float64Array, into: Float64Array) => {
  if (ball !== undefined) projectOntoBall(ball, point, into)
  else if (point !== into) into.set(point)
}

optimiserContract(
  'the spectral projected gradient',
  (ball) => (objective, start, goal) => spectralProjectedGradient(objective, onto(ball), start, goal),
  { projectOntoBall, ballGap },
)

test('each iteration is reported', () => {
  const steps = [...spectralProjectedGradientSteps(atOnce(quadratic(8, 100, 1)), onto({ norm: 'l1', radius: 1 }), new Float64Array(8))]
  expect(steps.map((step) => step.iteration)).toEqual(steps.map((_, place) => place + 1))
  expect(steps[steps.length - 1].optimality).toBeLessThan(1e-7)
})

test('a start outside the set is brought inside', () => {
  const { point } = spectralProjectedGradient(quadratic(3, 1, 1), onto({ norm: 'inf', radius: 0.1 }), Float64Array.of(9, -9, 9))
  expect(Math.max(...point.map(Math.abs))).toBeLessThanOrEqual(0.1)
})
