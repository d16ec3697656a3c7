import { expect, test } from 'vitest'
import type { SparkTable } from './sparkTable.ts'
import { requireCells } from './tableProblems.ts'

const shop = { name: 'shop.b', columns: { names: ['qid', 'label'], list: 0, label: 1 } } as unknown as SparkTable

test('a table without rows, ids or labels is refused as a file is', () => {
  expect(() => requireCells(shop, [], [], [])).toThrow('shop.b: there are no rows. Give at least one row')
  expect(() => requireCells(shop, [true], [2], [2])).toThrow('shop.b: column "qid" is empty')
  expect(() => requireCells(shop, [false], [2], [1])).toThrow('shop.b: the label in column "label" is missing')
})

test('a table with all cells passes', () => {
  expect(() => requireCells(shop, [false], [2], [2])).not.toThrow()
})
