import { expect, test } from 'vitest'
import { seededRandom } from '../../numeric/random.ts'
import { explain } from '../../problems/problem.ts'
import { gradedLists, gradedListsTold, gradesOfCounts } from './grades.ts'
import { rankingLists } from './plainRows.ts'

test.each(['log', 'binary:2', 'quantile:2', 'quantile:5', 'quantile:1000'])('%s: counts of labels have the grades of the labels', (how) => {
  const random = seededRandom(3)
  const labels = Array.from({ length: 400 }, () => random.integer(12) ** 2 / 7 - 1)
  const counts = new Map<number, number>()
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  const different = Float64Array.from(counts.keys()).sort()
  const found = gradesOfCounts(
    how,
    different,
    different.map((label) => counts.get(label)!),
  )
  const lists = gradedLists(rankingLists({ features: labels.map(() => [1]), labels, lists: labels.map(() => 1) }), how)
  expect(found.grades).toEqual(lists.grades)
  expect(labels.map((label) => found.labels[different.indexOf(label)])).toEqual([...lists.labels])
  expect(gradesOfCounts(found.grades, different, different).labels).toEqual(found.labels)
})

test.each([
  ['log', [-3, -1, 0, 0, 2, 5], '2 of 6 rows have labels below 0, down to -3. They get grade 0, and so do 2 rows with greater labels.'],
  ['log', [-3, 1, 2], undefined],
  ['log', [0, 1, 2], undefined],
  ['quantile:2', [-3, -2, -1, 1, 2, 3], '3 of 6 rows have labels below 0, down to -3. They get grade 0, and are not all told apart.'],
  [
    'quantile:3',
    [-9, -8, -7, -6, 5, 6],
    '4 of 6 rows have labels below 0, down to -9. They get grades up to 1, and are not all told apart.',
  ],
  ['quantile:2', [-2, 1], undefined],
  ['binary:1', [-2, 0, 1], undefined],
] as const)('%s of %j tells how many labels below 0 are not told apart', (how, labels, said) => {
  const notes: string[] = []
  const lists = rankingLists({ features: labels.map(() => [1]), labels, lists: labels.map(() => 1) })
  gradedListsTold(lists, how, (note) => void notes.push(explain(note)))
  expect(notes).toEqual(said === undefined ? [] : [expect.stringContaining(said)])
  gradedListsTold(lists, { kind: 'log' }, (note) => void notes.push(explain(note)))
  expect(notes).toHaveLength(said === undefined ? 0 : 1)
})
