import { expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import { explainer } from '../library/explain.ts'
import { rank } from '../library/rank.ts'
import { train } from '../library/train.ts'
import { explainedLists } from './rankReport.ts'

test('contributions and the intercept sum to the score', () => {
  const lists = rankingLists({
    features: [
      [1, 0],
      [0.5, 2],
      [0, 1],
    ],
    labels: [2, 1, 0],
    lists: ['a', 'a', 'a'],
  })
  const model = train(lists, { method: 'least-squares', lambda: 0.1 })
  const { intercept, lists: ranked } = explainedLists(rank(model, lists), explainer(model, lists))
  const explained = [...ranked]
  expect(explained[0].items).toHaveLength(3)
  for (const { score, contributions } of explained[0].items)
    expect(contributions.reduce((sum, { contribution }) => sum + contribution, intercept)).toBeCloseTo(score, 12)
})
