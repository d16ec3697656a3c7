import { metricContract } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { dcg } from './dcg.ts'

test('each gain counts over the logarithm of its rank plus one', () => {
  expect(dcg([3, 2, 1], [0, 1, 2])).toBeCloseTo(1 / Math.log2(3) + 3 / Math.log2(4), 12)
  expect(dcg([3, 2, 1], [0, 1, 2], { gain: 'linear' })).toBeCloseTo(1 / Math.log2(3) + 2 / Math.log2(4), 12)
  expect(dcg([3, 2, 1], [0, 1, 2], { cutoff: 2 })).toBeCloseTo(1 / Math.log2(3), 12)
})

test('the LETOR discount starts at the third rank', () => {
  expect(dcg([4, 3, 2, 1], [1, 1, 1, 1], { discount: 'letor' })).toBeCloseTo(1 + 1 + 1 / Math.log2(3) + 1 / Math.log2(4), 12)
})

test('labels of 0 and below gain nothing', () => {
  expect(dcg([2, 1], [-3, 0])).toBe(0)
})

test('ranks beyond the table of discounts go on as before', () => {
  const scores = Array.from({ length: 5000 }, (_, item) => -item)
  const labels = scores.map((_, item) => (item === 4000 ? 1 : 0))
  expect(dcg(scores, labels)).toBeCloseTo(1 / Math.log2(4002), 14)
  expect(dcg(scores, labels, { discount: 'letor' })).toBeCloseTo(1 / Math.log2(4001), 14)
})

metricContract('dcg', dcg, {})
metricContract('dcg@4', (scores, labels, options) => dcg(scores, labels, { ...options, cutoff: 4, discount: 'letor' }), {})
