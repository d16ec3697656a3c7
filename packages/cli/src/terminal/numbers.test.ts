import { expect, test } from 'vitest'
import { grouped, readable } from './numbers.ts'

test('readable numbers keep their significant digits and little else', () => {
  expect([0, 1 / 3, 120, 1234567, 1e-9, Number.NaN].map((value) => readable(value))).toEqual([
    '0',
    '0.3333',
    '120',
    '1.235e+6',
    '1e-9',
    'n/a',
  ])
})

test('counts are grouped by thousands', () => {
  expect([1, 999, 1000, 1234567].map(grouped)).toEqual(['1', '999', '1,000', '1,234,567'])
})
