import { metricContract } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { auc } from './auc.ts'

test('it is the share of pairs, one relevant and one not, in the right order', () => {
  expect(auc([4, 3, 2, 1], [1, 0, 1, 0])).toBe(3 / 4)
  expect(auc([4, 3, 2, 1], [2, 1, 2, 0], { relevantFrom: 2 })).toBe(3 / 4)
})

test('tied pairs count one half, or nothing at worst', () => {
  expect(auc([1, 1], [1, 0])).toBe(1 / 2)
  expect(auc([1, 1], [1, 0], { ties: 'worst' })).toBe(0)
})

test('with only one kind of item there are no pairs', () => {
  expect(auc([1, 2], [0, 0])).toBeUndefined()
  expect(auc([1, 2], [1, 1])).toBeUndefined()
})

metricContract('auc', auc, { range: [0, 1], perfect: 1 })
