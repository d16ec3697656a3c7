import { expect, test } from 'vitest'
import { metricDifference } from './metricDifference.ts'

test('values that differ by rounding alone are equal, others keep their difference', () => {
  expect([metricDifference(0.1 + 0.2, 0.3), metricDifference(0.3, 0.1 + 0.2), metricDifference(0, 0)]).toEqual([0, 0, 0])
  expect(metricDifference(0.5, 0.5 - 1e-9)).toBe(0.5 - (0.5 - 1e-9))
  expect(metricDifference(1e-300, 0)).toBe(1e-300)
  expect(metricDifference(Number.NaN, 1)).toBeNaN()
})
