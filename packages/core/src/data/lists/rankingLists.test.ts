import { expect, test } from 'vitest'
import { RankwrightError } from '../../problems/problem.ts'
import { parseLetor } from '../letor/letorParser.ts'
import { rankingLists } from './plainRows.ts'
import { copyRow, fileOrder, listCount, rowCount, selectLists } from './rankingLists.ts'

const given = {
  features: [
    [1, 2],
    [3, Number.NaN],
    [5, 6],
  ],
  labels: [0, 1, 2],
  lists: ['a', 7, 'a'],
}

test('plain arrays become lists', () => {
  const lists = rankingLists({ ...given, items: ['x', 'y', 'z'], featureNames: ['f', 'g'], weights: { '7': 0.5 } })
  expect([rowCount(lists), listCount(lists), lists.width]).toEqual([3, 2, 2])
  expect(lists.listIds).toEqual(['a', '7'])
  expect([...lists.labels]).toEqual([0, 2, 1])
  expect(lists.itemIds).toEqual(['x', 'z', 'y'])
  expect([...lists.listWeights!]).toEqual([1, 0.5])
  const row = new Float64Array(2)
  copyRow(lists, 2, row)
  expect([...row]).toEqual([3, Number.NaN])
  expect([...fileOrder(lists)]).toEqual([0, 2, 1])
})

test.each([
  ['labels', { labels: [0, 1] }],
  ['labels', { labels: [0, Number.NaN, 1] }],
  ['lists', { lists: ['a'] }],
  ['items', { items: ['x'] }],
  ['features', { features: [[1, 2], [3], [5, 6]] }],
  [
    'features',
    {
      features: [
        [1, 2],
        [3, 1e39],
        [5, 6],
      ],
    },
  ],
  ['feature names', { featureNames: ['f'] }],
  ['weights', { weights: { a: -1 } }],
  ['weights', { weights: { b: 1 } }],
])('%s that do not fit are refused', (_, wrong) => {
  expect(() => rankingLists({ ...given, ...wrong })).toThrow(RankwrightError)
})

test('chosen lists keep their rows, ids and weights', () => {
  const lists = rankingLists({ ...given, items: ['x', 'y', 'z'], weights: { '7': 0.5 } })
  const chosen = selectLists(lists, [1])
  expect(chosen.listIds).toEqual(['7'])
  expect([...chosen.offsets]).toEqual([0, 1])
  expect([...chosen.labels]).toEqual([1])
  expect([...chosen.features.values]).toEqual([3, Number.NaN])
  expect(chosen.itemIds).toEqual(['y'])
  expect([...chosen.listWeights!]).toEqual([0.5])
  expect(chosen.sourceRows).toBeUndefined()
})

test('chosen lists keep the order that their rows had in the file', () => {
  const lists = rankingLists({
    features: [[0], [1], [2], [3], [4], [5]],
    labels: [0, 1, 2, 3, 4, 5],
    lists: ['a', 'b', 'c', 'b', 'c', 'a'],
  })
  const chosen = selectLists(lists, [2, 1])
  expect([...chosen.labels]).toEqual([2, 4, 1, 3])
  expect([...chosen.sourceRows!]).toEqual([1, 3, 0, 2])
  expect([...fileOrder(chosen)].map((row) => chosen.labels[row])).toEqual([1, 2, 3, 4])
})

test('sparse rows are chosen as sparse rows', () => {
  const lists = parseLetor(Array.from({ length: 300 }, (_, row) => `0 qid:${row} ${row + 1}:${row} 60000:1\n`).join(''))
  const chosen = selectLists(lists, [299, 4])
  expect(chosen.features).toEqual({
    kind: 'sparse',
    rowStarts: Uint32Array.of(0, 2, 4),
    columns: Uint32Array.of(299, 59_999, 4, 59_999),
    values: Float32Array.of(299, 1, 4, 1),
  })
})

test('a list that is not there is refused, by its place', () => {
  expect(() => selectLists(rankingLists(given), [2])).toThrow('give the number of a list')
})
