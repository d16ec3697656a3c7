import { metricContract } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { precision } from './precision.ts'

test('it is the share of relevant items among the leading ones', () => {
  expect(precision([4, 3, 2, 1], [1, 0, 2, 0], { cutoff: 3 })).toBe(2 / 3)
  expect(precision([4, 3, 2, 1], [1, 0, 2, 0])).toBe(2 / 4)
})

test('the threshold of relevance is a choice', () => {
  expect(precision([4, 3, 2, 1], [1, 0, 2, 0], { relevantFrom: 2 })).toBe(1 / 4)
  expect(precision([2, 1], [0.1, 0])).toBe(1 / 2)
})

test('a list shorter than the cut-off is divided by the cut-off, or by its places', () => {
  expect(precision([2, 1], [1, 1], { cutoff: 10 })).toBe(2 / 10)
  expect(precision([2, 1], [1, 1], { cutoff: 10, divisor: 'places' })).toBe(1)
})

test('a tied run that crosses the cut-off counts with its density', () => {
  expect(precision([2, 1, 1, 1], [1, 1, 0, 0], { cutoff: 2 })).toBeCloseTo((1 + 1 / 3) / 2, 12)
})

test('an empty list has no relevant items', () => {
  expect(precision([], [])).toBe(0)
})

metricContract('p', precision, { range: [0, 1] })
metricContract('p@3', (scores, labels, options) => precision(scores, labels, { ...options, cutoff: 3 }), { range: [0, 1] })
