import { metricContract } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { reciprocalRank } from './reciprocalRank.ts'

test('it is one over the rank of the first relevant item', () => {
  expect(reciprocalRank([4, 3, 2, 1], [0, 0, 1, 2])).toBe(1 / 3)
  expect(reciprocalRank([4, 3, 2, 1], [0, 0, 1, 2], { relevantFrom: 2 })).toBe(1 / 4)
})

test('a relevant item beyond the cut-off counts 0, none at all is undefined', () => {
  expect(reciprocalRank([4, 3, 2, 1], [0, 0, 1, 2], { cutoff: 2 })).toBe(0)
  expect(reciprocalRank([4, 3, 2, 1], [0, 0, 0, 0], { cutoff: 2 })).toBeUndefined()
})

test('one relevant item among tied ones may stand at each of their places', () => {
  expect(reciprocalRank([5, 1, 1, 1], [0, 0, 1, 0])).toBeCloseTo((1 / 2 + 1 / 3 + 1 / 4) / 3, 12)
  expect(reciprocalRank([5, 1, 1, 1], [0, 0, 1, 0], { cutoff: 3 })).toBeCloseTo((1 / 2 + 1 / 3) / 3, 12)
})

metricContract('mrr', reciprocalRank, { range: [0, 1], perfect: 1 })
metricContract('mrr@2', (scores, labels, options) => reciprocalRank(scores, labels, { ...options, cutoff: 2 }), {
  range: [0, 1],
  perfect: 1,
})
