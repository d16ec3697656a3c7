import { expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import { compare } from './compare.ts'
import { evaluate } from './evaluate.ts'

const labels = Array.from({ length: 30 }, () => [2, 1, 0, 0]).flat()
const lists = (shuffled = false) =>
  rankingLists({
    features: labels.map((_, row) => [row]),
    labels: shuffled ? labels.map((_, row) => labels[(row + (row % 8 > 3 ? 1 : 0)) % labels.length]) : labels,
    lists: labels.map((_, row) => `q${Math.floor(row / 4)}`),
  })
const equal = labels.map(() => 1)
const descending = labels.map((_, row) => -row)

test('equal scores on a file with the best items first are said to measure the file', () => {
  const { metrics, notes } = evaluate(equal, lists(), { metrics: ['ndcg@10', 'map', 'auc'], profile: 'lightgbm' })
  expect(metrics['ndcg@10']).toBe(1)
  expect(notes).toContainEqual(
    expect.stringMatching(/^ndcg@10, map: items with equal scores .* decides 30 of 30 lists\. There the best items stand first/),
  )
  const compared = compare({ equal, descending }, lists(), { profile: 'lightgbm' })
  expect(compared.notes).toContainEqual(expect.stringContaining('equal: ndcg@10: items with equal scores'))
})

test('where the file is not sorted, only the share of lists is told', () => {
  const { notes } = evaluate(equal, lists(true), { metrics: ['ndcg@10'], profile: 'lightgbm' })
  expect(notes.join()).toMatch(/decides \d+ of 30 lists/)
  expect(notes.join()).not.toContain('best items')
})

test('nothing is said where ties have no order, or there are none', () => {
  expect(evaluate(equal, lists(), { metrics: ['ndcg@10'] }).notes.join()).not.toContain('equal scores')
  expect(evaluate(descending, lists(), { metrics: ['ndcg@10'], profile: 'lightgbm' }).notes.join()).not.toContain('equal scores')
})
