import { expect, test } from 'vitest'
import { discountAt } from '../metrics/discount.ts'
import { gainOf } from '../metrics/gain.ts'
import { discountSum, lossDiscount, lossGain } from './dcgWeights.ts'

test('gains and discounts are those of the metrics', () => {
  for (const label of [-3, 0, 0.25, 1, 2.5, 4, 31, 300.7]) {
    expect(Math.abs(lossGain(label) - gainOf(label, 'exponential'))).toBeLessThanOrEqual(1e-15 * (1 + gainOf(label, 'exponential')))
  }
  for (const place of [0, 1, 2, 9, 1023, 1024, 5000]) expect(lossDiscount(place) / discountAt(place, 'log2')).toBeCloseTo(1, 14)
  expect(discountSum(2)).toBeCloseTo(1 + 1 / Math.log2(3), 14)
})

test('gains of enormous labels stay finite', () => {
  expect(Number.isFinite(1e20 * lossGain(1e6))).toBe(true)
})
