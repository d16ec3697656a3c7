import { plainRuntime, rankingLists, train } from '@rankwright/core'
import { expect, test } from 'vitest'
import { marginThresholds } from './marginThresholds.ts'

test('margins begin at 0, rise, and leave some pairs decided', () => {
  const rows = Array.from({ length: 60 }, (_, row) => row)
  const lists = rankingLists({
    features: rows.map((row) => [(row * 7) % 11]),
    labels: rows.map((row) => ((row * 7) % 11 > 5 ? 1 : 0)),
    lists: rows.map((row) => row >> 2),
  })
  const thresholds = marginThresholds(train(lists, { method: 'listnet', lambda: 0.1 }), lists, plainRuntime)
  expect(thresholds[0]).toBe(0)
  expect(thresholds.length).toBeGreaterThan(3)
  expect(thresholds).toEqual([...thresholds].sort((a, b) => a - b))
})

test('lists of one item each have no margins', () => {
  const lists = rankingLists({ features: [[1], [2]], labels: [1, 0], lists: [1, 2] })
  const model = train(rankingLists({ features: [[1], [2]], labels: [1, 0], lists: [1, 1] }), { method: 'listnet', lambda: 0.1 })
  expect(marginThresholds(model, lists, plainRuntime)).toEqual([0])
})
