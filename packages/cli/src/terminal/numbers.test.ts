import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exact, grouped, readable } from './numbers.ts'

test('an exact number reads back to the same bits', () => {
  fc.assert(
    fc.property(fc.double(), (value) => {
      expect(Number(exact(value))).toBe(value)
    }),
  )
  expect(exact(-0)).toBe('-0')
})

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
