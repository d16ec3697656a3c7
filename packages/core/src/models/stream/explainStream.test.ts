import { driftingSeries } from '@rankwright/contracts'
import { describe, expect, test } from 'vitest'
import { rankingLists } from '../../data/lists/plainRows.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { explainer } from '../../library/explain.ts'
import { streamLearnerNames } from '../../streaming/learners.ts'
import { RankingStream } from '../../streaming/rankingStream.ts'
import { score } from '../score.ts'
import { streamModel } from './streamModel.ts'

const names = ['a', 'b', 'c', 'd', 'e']

/** Two series of items that the stream has met, with some values missing. */
function asked(): RankingLists {
  const rows = driftingSeries(12)
    .slice(-2)
    .flatMap(({ id, items, features, width }) =>
      Array.from(items ?? [], (item, at) => ({ id, item, values: Array.from(features.subarray(at * width, (at + 1) * width)) })),
    )
  return rankingLists({
    features: rows.map(({ values }, row) => values.map((value, column) => ((row + column) % 9 === 0 ? Number.NaN : value))),
    labels: rows.map(() => 0),
    lists: rows.map(({ id }) => id),
    items: rows.map(({ item }) => item),
    featureNames: names.slice(0, rows[0].values.length),
  })
}

describe.each(streamLearnerNames)('the learner %s', (learner) => {
  const stream = new RankingStream({ options: { learner } })
  for (const series of driftingSeries(12)) stream.learn(series)
  const lists = asked()
  const model = streamModel(stream, lists.featureNames ?? [])
  const scores = score(model, lists)
  const { item, pair } = explainer(model, lists)

  test('its scores are what it knows of the item and what the features add', () => {
    for (const [row, expected] of scores.entries()) {
      const { score: explained, intercept, contributions } = item(row)
      expect(explained).toBeCloseTo(expected, 9)
      expect(contributions.reduce((sum, { contribution }) => sum + contribution, intercept)).toBeCloseTo(expected, 9)
    }
  })

  test('leads of items of one series and of two add up, whichever way they are asked for', () => {
    const last = scores.length - 1
    for (const [one, two] of [
      [0, 1],
      [1, 0],
      [0, last],
      [2, 2],
    ]) {
      const { above, below, difference, itself = 0, contributions } = pair(one, two)
      expect(difference).toBeCloseTo(scores[above] - scores[below], 9)
      expect(difference).toBeGreaterThanOrEqual(0)
      expect(contributions.reduce((sum, { contribution }) => sum + contribution, itself)).toBeCloseTo(difference, 9)
      if (one === two) expect([difference, contributions]).toEqual([0, []])
    }
  })

  test('a learner that looks at no features has no reasons among them', () => {
    const byItems = ['elo', 'last', 'mean-rank'].includes(learner)
    const reasons = scores.reduce((sum, _, row) => sum + item(row).contributions.length, 0)
    if (byItems) expect(reasons).toBe(0)
    else expect(reasons).toBeGreaterThan(0)
  })
})
