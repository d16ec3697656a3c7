import { expect, test } from 'vitest'
import { seededRandom } from '../../numeric/random.ts'
import { gradedLists, gradesOfCounts } from './grades.ts'
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
