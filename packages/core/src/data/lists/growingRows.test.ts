import { expect, test } from 'vitest'
import { fileRows } from './fileRows.ts'
import { GrowingRows } from './growingRows.ts'

test('rows before a late column have no value there', () => {
  const rows = new GrowingRows()
  expect(rows.hasItems).toBeUndefined()
  rows.add('a', 1, [1, 2], 'x')
  rows.add('b', 0, [3, 4], 'y')
  rows.add('a', 2, [5, 6, 7], 'z')
  expect([rows.count, rows.hasItems]).toEqual([3, true])
  const lists = rows.finish(['p', 'q', 'late'])
  expect([lists.width, lists.featureNames]).toEqual([3, ['p', 'q', 'late']])
  expect([...fileRows(lists)].map(({ list, label, item, values }) => [list, label, item, ...values])).toEqual([
    ['a', 1, 'x', 1, 2, Number.NaN],
    ['b', 0, 'y', 3, 4, Number.NaN],
    ['a', 2, 'z', 5, 6, 7],
  ])
})

test('rows without item ids give lists without them', () => {
  const rows = new GrowingRows()
  rows.add('a', 1, [1], undefined)
  const lists = rows.finish(['p'])
  expect([rows.hasItems, lists.itemIds, lists.width]).toEqual([false, undefined, 1])
})
