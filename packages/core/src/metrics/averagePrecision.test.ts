import { metricContract } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { averagePrecision } from './averagePrecision.ts'

test('it is the mean of the precisions at the relevant items', () => {
  expect(averagePrecision([4, 3, 2, 1], [1, 0, 1, 0])).toBeCloseTo((1 / 1 + 2 / 3) / 2, 12)
})

test('at a cut-off it is divided by the relevant items that fit above it, or by all', () => {
  expect(averagePrecision([4, 3, 2, 1], [1, 1, 1, 1], { cutoff: 2 })).toBe(1)
  expect(averagePrecision([4, 3, 2, 1], [1, 1, 1, 1], { cutoff: 2, divisor: 'relevant' })).toBe(2 / 4)
})

test('tied items taken together are one step of the curve', () => {
  const [precisionAtOne, precisionAtFour] = [1, 3 / 4]
  expect(averagePrecision([4, 1, 1, 1], [1, 1, 1, 0], { ties: 'together' })).toBeCloseTo((precisionAtOne + 2 * precisionAtFour) / 3, 12)
})

test('without relevant items it is undefined', () => {
  expect(averagePrecision([1, 2], [0, 0])).toBeUndefined()
})

metricContract('map', averagePrecision, { range: [0, 1], perfect: 1 })
metricContract('map@3', (scores, labels, options) => averagePrecision(scores, labels, { ...options, cutoff: 3 }), {
  range: [0, 1],
  perfect: 1,
})
