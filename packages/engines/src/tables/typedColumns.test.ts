import { expect, test } from 'vitest'
import { duckDbTypes } from '../duckdb/duckDbTypes.ts'
import { typedColumns } from './typedColumns.ts'

test('labels that are texts are refused with the type of their column', () => {
  const typed = [
    { name: 'qid', type: 'BIGINT' },
    { name: 'label', type: 'VARCHAR' },
    { name: 'price', type: 'DOUBLE' },
  ]
  expect(() => typedColumns('clicks', typed, {}, duckDbTypes)).toThrow(
    'clicks: the labels in column "label" are of type VARCHAR, not numbers. Give every row a grade such as 0 or 2, or turn the labels into numbers in a query.',
  )
})
