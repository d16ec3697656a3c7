import { expect, test } from 'vitest'
import { rankingLists } from '../../../data/lists/plainRows.ts'
import { categoryBin, categoryTables, countCategories } from './categoryTable.ts'

const listsOf = (values: readonly number[]) =>
  rankingLists({ features: values.map((value) => [1, value]), labels: values.map(() => 0), lists: values.map(() => 1) })
const tablesOf = (values: readonly number[], most = 254) => categoryTables(countCategories(listsOf(values), 1), most)

test('each category has a bin, then come all others and missing values', () => {
  const { tables } = tablesOf([40, 3, 3, 7, 40, Number.NaN])
  const [table] = tables
  expect(table.numbers).toEqual(Uint32Array.of(3, 7, 40))
  expect([3, 7, 40, 7.9, 8, -1, 41, 1e38, -Infinity, Number.NaN].map((value) => categoryBin(table, value))).toEqual([
    0, 1, 2, 1, 3, 3, 3, 3, 3, 4,
  ])
})

test('many categories take several columns, the most frequent ones the first', () => {
  const { tables, found } = tablesOf([9, 9, 9, 4, 5, 5, 1], 3)
  expect(tables.map(({ numbers }) => [...numbers])).toEqual([[1, 5, 9], [4]])
  expect(found).toBe(4)
  expect(tables.map((table) => [4, 5, 6].map((value) => categoryBin(table, value)))).toEqual([
    [3, 1, 3],
    [0, 1, 1],
  ])
})

test('one category, or none, is a constant; a category beside missing values is not', () => {
  expect(tablesOf([2, 2]).tables).toEqual([])
  expect(tablesOf([Number.NaN]).tables).toEqual([])
  expect(tablesOf([2, Number.NaN]).tables[0].numbers).toEqual(Uint32Array.of(2))
})

test.each([2.5, -1, 65_536, 1e38])('%d is no category', (value) => {
  expect(countCategories(listsOf([1, value, value]), 1).refused).toEqual({ value: Math.fround(value), row: 1 })
})
