import { expect, test } from 'vitest'
import { rankingLists } from '../../data/lists/plainRows.ts'
import { categoryBin, categoryTables } from './categoryTable.ts'

const listsOf = (values: readonly number[]) =>
  rankingLists({ features: values.map((value) => [1, value]), labels: values.map(() => 0), lists: values.map(() => 1) })

test('each category has a bin, then come all others and missing values', () => {
  const { tables } = categoryTables(listsOf([40, 3, 3, 7, 40, Number.NaN]), 1, 254, 'brand')
  const [table] = tables
  expect(table.numbers).toEqual(Uint32Array.of(3, 7, 40))
  expect([3, 7, 40, 7.9, 8, -1, 41, 1e38, -Infinity, Number.NaN].map((value) => categoryBin(table, value))).toEqual([
    0, 1, 2, 1, 3, 3, 3, 3, 3, 4,
  ])
})

test('many categories take several columns, the most frequent ones the first', () => {
  const { tables, found } = categoryTables(listsOf([9, 9, 9, 4, 5, 5, 1]), 1, 3, 'brand')
  expect(tables.map(({ numbers }) => [...numbers])).toEqual([[1, 5, 9], [4]])
  expect(found).toBe(4)
  expect(tables.map((table) => [4, 5, 6].map((value) => categoryBin(table, value)))).toEqual([
    [3, 1, 3],
    [0, 1, 1],
  ])
})

test('one category, or none, is a constant; a category beside missing values is not', () => {
  expect(categoryTables(listsOf([2, 2]), 1, 254, 'brand').tables).toEqual([])
  expect(categoryTables(listsOf([Number.NaN]), 1, 254, 'brand').tables).toEqual([])
  expect(categoryTables(listsOf([2, Number.NaN]), 1, 254, 'brand').tables[0].numbers).toEqual(Uint32Array.of(2))
})

test.each([2.5, -1, 65_536, 1e38])('%d is no category', (value) => {
  expect(() => categoryTables(listsOf([1, value]), 1, 254, 'brand')).toThrow(
    `\`categories\` is "brand", which is ${Math.fround(value)} in row 2 of the lists; give features whose values are whole numbers from 0 to 65535.`,
  )
})
