import { expect, test } from 'vitest'
import { requireFinite } from './requireFinite.ts'

test('weights and an objective that are numbers pass', () => {
  expect(() => requireFinite({ weights: Float64Array.of(0, -1e300), objective: 0 })).not.toThrow()
})

test.each([
  [Float64Array.of(0, Number.NaN), 1],
  [Float32Array.of(Number.POSITIVE_INFINITY), 1],
  [Float64Array.of(1), Number.NaN],
])('%o with the objective %s ends the training', (weights, objective) => {
  expect(() => requireFinite({ weights, objective })).toThrow('not finite')
})
