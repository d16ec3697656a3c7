import { optimiserContract, quadratic } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { atOnce } from './objective.ts'
import { projectedLbfgs, projectedLbfgsSteps } from './projectedLbfgs.ts'
import { ballGap, type NormBall, projectOntoBall } from './projections.ts'
import { spectralProjectedGradient } from './spectralProjectedGradient.ts'

const onto = (ball?: NormBall) => (point: Float64Array, into: Float64Array) => {
  if (ball !== undefined) projectOntoBall(ball, point, into)
  else if (point !== into) into.set(point)
}

optimiserContract('L-BFGS with projection', (ball) => (objective, start, goal) => projectedLbfgs(objective, onto(ball), start, goal), {
  projectOntoBall,
  ballGap,
})
optimiserContract(
  'L-BFGS with a projection that changes nothing',
  () => (objective, start, goal) => projectedLbfgs(objective, onto(), start, goal),
)

test('a stretched problem takes fewer evaluations than with spectral projected gradients, and ends at the same value', () => {
  const objective = quadratic(30, 1e6, 2)
  const project = onto({ norm: 'l2', radius: 3 })
  const start = new Float64Array(30)
  const ours = projectedLbfgs(objective, project, start, { tolerance: 1e-9 })
  const plain = spectralProjectedGradient(objective, project, start, { tolerance: 1e-9, iterations: 50_000 })
  expect(ours.value).toBeCloseTo(plain.value, 10)
  expect(ours.evaluations).toBeLessThan(plain.evaluations)
})

test('each iteration is reported', () => {
  const steps = [...projectedLbfgsSteps(atOnce(quadratic(8, 100, 1)), onto({ norm: 'l1', radius: 1 }), new Float64Array(8))]
  expect(steps.map((step) => step.iteration)).toEqual(steps.map((_, place) => place + 1))
  expect(steps[steps.length - 1].optimality).toBeLessThan(1e-7)
})
