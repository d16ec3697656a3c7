import { metricContract } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { rankList } from './rankedList.ts'
import { recall, recallOfRanked } from './recall.ts'

test('it is the share of the relevant items that stand among the leading ones', () => {
  expect(recall([4, 3, 2, 1], [1, 0, 2, 1], { cutoff: 3 })).toBe(2 / 3)
  expect(recall([4, 3, 2, 1], [1, 0, 2, 1])).toBe(1)
  expect(recall([4, 3, 2, 1], [1, 0, 2, 1], { cutoff: 1, relevantFrom: 2 })).toBe(0)
})

test('judged items that are not in the list count as not found', () => {
  expect(recallOfRanked(rankList([2, 1], [1, 0], { judged: [1, 0, 1, 1] }))).toBe(1 / 3)
})

test('without relevant items there is nothing to find', () => {
  expect(recall([1, 2], [0, 0])).toBeUndefined()
})

metricContract('r@2', (scores, labels, options) => recall(scores, labels, { ...options, cutoff: 2 }), { range: [0, 1] })
