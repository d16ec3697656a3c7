import { optimiserContract, quadratic } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { acceleratedProximal, acceleratedProximalSteps } from './acceleratedProximal.ts'
import { atOnce } from './objective.ts'
import { ballGap, type NormBall, projectOntoBall } from './projections.ts'

const onto = (ball?: NormBall) => (point: Float64Array, into: Float64Array) => {
  if (ball !== undefined) projectOntoBall(ball, point, into)
  else if (point !== into) into.set(point)
}

optimiserContract(
  'Accelerated proximal gradients',
  (ball) => (objective, start, goal) => acceleratedProximal(objective, onto(ball), start, goal),
  { projectOntoBall, ballGap },
)

test('on the L1 ball most weights are zero to the last bit', () => {
  const minimum = acceleratedProximal(quadratic(40, 10, 3), onto({ norm: 'l1', radius: 0.5 }), new Float64Array(40), { tolerance: 1e-9 })
  expect(minimum.ended).toBe('converged')
  expect(minimum.point.filter((weight) => weight === 0).length).toBeGreaterThan(20)
})

test('the steps grow fewer with momentum: a stretched quadratic takes about the root of its condition number', () => {
  const minimum = acceleratedProximal(quadratic(20, 1e4, 1), onto(), new Float64Array(20), { tolerance: 1e-6 })
  expect(minimum.ended).toBe('converged')
  expect(minimum.iterations).toBeLessThan(2000)
})

test('each iteration is reported', () => {
  const steps = [...acceleratedProximalSteps(atOnce(quadratic(8, 100, 1)), onto({ norm: 'l1', radius: 1 }), new Float64Array(8))]
  expect(steps.map((step) => step.iteration)).toEqual(steps.map((_, place) => place + 1))
  expect(steps[steps.length - 1].optimality).toBeLessThan(1e-7)
})
