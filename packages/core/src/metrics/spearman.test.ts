import { metricContract } from '@rankwright/contracts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { spearman } from './spearman.ts'

test('without ties it follows from the squared differences of the ranks', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer(), { minLength: 2, maxLength: 30 }), (labels) => {
      const n = labels.length
      const scores = labels.map((_, item) => item)
      const rank = labels.map((label) => labels.filter((other) => other < label).length)
      const squares = rank.reduce((sum, place, item) => sum + (place - item) ** 2, 0)
      expect(spearman(scores, labels)).toBeCloseTo(1 - (6 * squares) / (n * (n * n - 1)), 12)
    }),
  )
})

test('tied items share their mean rank', () => {
  // Ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4: covariance 4.5, variances 4.5 and 5.
  expect(spearman([1, 2, 2, 4], [1, 2, 3, 4])).toBeCloseTo(4.5 / Math.sqrt(4.5 * 5), 12)
})

test('without an order there is no correlation', () => {
  expect(spearman([1, 1], [1, 2])).toBeUndefined()
  expect(spearman([1, 2], [1, 1])).toBeUndefined()
})

metricContract('spearman', spearman, { range: [-1, 1], averagesOverTies: false })
