import { expect, test } from 'vitest'
import { rankingLists } from '../../data/lists/plainRows.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { training } from '../../library/train.ts'
import { seededRandom } from '../../numeric/random.ts'
import { finish } from '../../runtime/training.ts'
import { endNotes } from './endNotes.ts'

/** Labels without a relation to the features, whose sizes differ by `decades` powers of ten from one to the next. */
function noise(decades: number): RankingLists {
  const random = seededRandom(4)
  const rows = Array.from({ length: 400 }, (_, row) => row)
  return rankingLists({
    features: rows.map(() => Array.from({ length: 6 }, (_, j) => 10 ** (decades * (j - 3)) * (random.uniform() - 0.5))),
    labels: rows.map(() => random.integer(3)),
    lists: rows.map((row) => row >> 3),
  })
}

test.each([
  ['iteration-limit', 1e-2, 'stopped after 7 iterations at 1.0e-2 from optimal; allow more with `iterations`'],
  ['no-progress', 1e-2, 'no further progress after 7 iterations, at 1.0e-2 from optimal'],
  ['converged', 1e-2, 'no further progress after 7 iterations, at 1.0e-2 from optimal'],
  ['kinks', 1e-2, 'kinks wherever scores tie'],
  ['jumps', 1e-2, 'the loss jumps'],
] as const)('%s at %d: %s', (ended, optimality, note) => {
  expect(endNotes({ ended, iterations: 7, optimality }, 1e-7)).toEqual([expect.stringContaining(note)])
})

test.each([
  ['converged', 1e-7],
  ['converged', 1e-6],
  ['validation', 1e-2],
  ['no-progress', 1e-6],
  ['kinks', 1e-6],
] as const)('%s at %d needs no note', (ended, optimality) => {
  expect(endNotes({ ended, iterations: 7, optimality }, 1e-7)).toEqual([])
})

test.each([
  [{ method: 'ranksvm', hinge: 'plain', scale: 'none', ball: 'l1' }, noise(2), 'no further progress'],
  [{ method: 'smoothed-dcg', lambda: 1e-3 }, noise(0), 'kinks'],
  [{ method: 'ranknet', lambdaWeights: 'ndcg' }, noise(0), 'jumps'],
  [{ method: 'ranknet', cutoff: 3 }, noise(0), 'jumps'],
  [{ method: 'listnet', scale: 'none', ball: 'l2', radius: 1000, iterations: 100 }, noise(2), 'stopped after 100 iterations'],
] as const)('%o ends far from optimal and says so', (options, lists, note) => {
  const { notes, optimality } = finish(training(lists, options))
  expect(optimality).toBeGreaterThan(1e-5)
  expect(notes.join()).toContain(note)
})

/** One value is a million million times the others: the first slope is so large that all others seem flat. */
function outlier(): RankingLists {
  const random = seededRandom(4)
  const rows = Array.from({ length: 160 }, (_, row) => row)
  return rankingLists({
    features: rows.map((row) => Array.from({ length: 5 }, () => (row === 7 ? 1e12 : 1) * random.normal())),
    labels: rows.map(() => random.integer(3)),
    lists: rows.map((row) => row >> 3),
  })
}

test.each(['listmle', 'ranksvm', 'ranknet'] as const)('%s on a ball says that one outlier hides what is left to gain', (method) => {
  const { notes, optimality } = finish(training(outlier(), { method, scale: 'none', ball: 'l2' }))
  expect(optimality).toBeGreaterThan(1e-5)
  expect(notes.join()).toContain('no further progress')
})

test.each(['listnet', 'listmle', 'ranksvm', 'ranknet'] as const)('%s converges without a word', (method) => {
  expect(finish(training(noise(0), { method, lambda: 0.1 })).notes).toEqual([])
})

test('where no list has different labels, nothing is said about a search that had nothing to find', () => {
  const lists = noise(2)
  const { notes } = finish(training({ ...lists, labels: new Float64Array(lists.labels.length) }, { method: 'listnet', iterations: 3 }))
  expect(notes.join()).not.toContain('optimal')
})
