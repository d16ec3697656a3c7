import { expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import { timeFolds } from './timeFolds.ts'

const lists = rankingLists({ features: [[0], [1], [2], [3], [4], [5]], labels: [0, 1, 0, 1, 0, 1], lists: ['a', 'a', 'b', 'c', 'c', 'd'] })
const column = (...cells: string[]) => ({ file: 'log.csv', name: 'day', cells })
const dates = column('2024-01-01', '2024-01-02', '2024-01-03', '2024-01-04', '2024-02-01', '2024-02-02')

test('lists before the point train, lists from it on test, and those on both sides do neither', () => {
  expect(timeFolds(lists, dates, ['2024-02-01'])).toEqual([
    { name: 'from-2024-02-01', train: Uint32Array.of(0, 1), test: Uint32Array.of(3), across: 1 },
  ])
})

test('dates of either order are read in the one that is given', () => {
  const slashes = column('05/01/2024', '05/01/2024', '06/01/2024', '01/02/2024', '02/02/2024', '01/03/2024')
  const trained = (dateOrder: 'day-first' | 'month-first') => [...timeFolds(lists, { ...slashes, dateOrder }, ['2024-02-01'])[0].train]
  expect(trained('day-first')).toEqual([0, 1]) // 5 and 6 January
  expect(trained('month-first')).toEqual([3]) // 3 January
})

test('with several points each fold tests up to the next, and trains on all before', () => {
  const folds = timeFolds(lists, column('1', '1', '2', '3', '3', '4'), ['4', '2'])
  expect(folds.map(({ name, train, test }) => [name, [...train], [...test]])).toEqual([
    ['from-2', [0], [1, 2]],
    ['from-4', [0, 1, 2], [3]],
  ])
})

test('a point that leaves nothing, and a cell or a point that is no time, are refused', () => {
  expect(() => timeFolds(lists, dates, ['2023-01-01'])).toThrow(/nothing to train on; the lists run from 2024-01-01 to 2024-02-02/)
  expect(() => timeFolds(lists, dates, ['2025-01-01'])).toThrow(/nothing to test on/)
  expect(() => timeFolds(lists, column('2024-01-01', 'soon', '', '', '', ''), ['2024-02-01'])).toThrow(
    /log\.csv: the column day holds "soon"/,
  )
  expect(() => timeFolds(lists, dates, ['soon'])).toThrow(/log\.csv: the column day is to be divided at "soon"/)
})
