import { metricContract } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { ndcg } from './ndcg.ts'

const log2 = Math.log2

test('the example worked by hand', () => {
  const reached = 3 / log2(4) + 1 / log2(3)
  const ideal = 3 + 1 / log2(3)
  expect(ndcg([0.3, 1.2, 0.7], [2, 0, 1])).toBeCloseTo(reached / ideal, 12)
})

test('with linear gain a label counts as it is', () => {
  const reached = 2 / log2(4) + 1 / log2(3)
  const ideal = 2 + 1 / log2(3)
  expect(ndcg([0.3, 1.2, 0.7], [2, 0, 1], { gain: 'linear' })).toBeCloseTo(reached / ideal, 12)
})

test('the LETOR discount counts ranks 1 and 2 fully', () => {
  expect(ndcg([3, 2, 1], [0, 0, 1], { discount: 'letor' })).toBeCloseTo(1 / log2(3), 12)
  expect(ndcg([3, 2, 1], [0, 1, 0], { discount: 'letor' })).toBe(1)
})

test('places beyond the cut-off count neither in the list nor in its ideal', () => {
  expect(ndcg([3, 2, 1], [1, 0, 2], { cutoff: 1 })).toBeCloseTo(1 / 3, 12)
  expect(ndcg([3, 2, 1], [0, 0, 2], { cutoff: 2 })).toBe(0)
})

test('tied items share the mean of their gains', () => {
  const shared = (3 + 0) / 2
  expect(ndcg([1, 1], [2, 0])).toBeCloseTo((shared * (1 + 1 / log2(3))) / 3, 12)
})

test('a run of tied items that crosses the cut-off counts with the share that is above it', () => {
  expect(ndcg([1, 1, 1, 1], [1, 0, 0, 0], { cutoff: 1 })).toBeCloseTo(1 / 4, 12)
})

test('a list in which no item is relevant has no value', () => {
  expect(ndcg([1, 2], [0, 0])).toBeUndefined()
  expect(ndcg([1, 2], [-1, 0])).toBeUndefined()
  expect(ndcg([], [])).toBeUndefined()
})

test('lists with fewer items than the cut-off count 0 where the LETOR scripts are followed', () => {
  expect(ndcg([1, 0], [1, 0], { cutoff: 3, shortLists: 'zero' })).toBe(0)
  expect(ndcg([1, 0], [1, 0], { cutoff: 2, shortLists: 'zero' })).toBe(1)
  expect(ndcg([1, 0], [1, 0], { shortLists: 'zero' })).toBe(1)
})

test('labels of any size and any real value keep their order of magnitude', () => {
  expect(ndcg([1, 2], [5000, 4999])).toBeCloseTo((1 / 2 + 1 / log2(3)) / (1 + 1 / 2 / log2(3)), 12)
  expect(ndcg([1, 2], [0.5, 0.25])).toBeCloseTo((2 ** 0.25 - 1 + (2 ** 0.5 - 1) / log2(3)) / (2 ** 0.5 - 1 + (2 ** 0.25 - 1) / log2(3)), 12)
})

metricContract('ndcg', ndcg, { range: [0, 1], perfect: 1 })
metricContract('ndcg@3, linear', (scores, labels, options) => ndcg(scores, labels, { ...options, cutoff: 3, gain: 'linear' }), {
  range: [0, 1],
  perfect: 1,
})
