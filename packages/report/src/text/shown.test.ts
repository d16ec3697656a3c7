import { expect, test } from 'vitest'
import { atLeast, cleaned, column, decimals, fixed, grouped, inSentence, percent, readable, shortened, signed } from './shown.ts'

test.each([
  [0, '0'],
  [1234567, '1,234,567'],
  [-0.12345, '−0.1235'],
  [12345.678, '12,346'],
  [1234.5678, '1,235'],
  [12.3456, '12.35'],
  [1e-7, '1e−7'],
  [2.5e12, '2.5e12'],
  [Number.NaN, 'n/a'],
  [-Infinity, '−∞'],
])('%d is shown as %s', (value, shown) => expect(readable(value)).toBe(shown))

test('a column has the same decimals, four digits in its greatest number', () => {
  expect(column([2.1119, 0.28, -0.011423, Number.NaN])).toEqual(['2.112', '0.280', '−0.011', 'n/a'])
  expect(column([1234.5, 2])).toEqual(['1,235', '2'])
  expect(column([2e-7, 0])).toEqual(['2e−7', '0'])
})

test('a bound is rounded down, a difference has its sign', () => {
  expect([atLeast(0.64699), decimals(0.64699), signed(0.5), signed(-0.5), signed(0)]).toEqual([
    '0.646',
    '0.647',
    '+0.500',
    '−0.500',
    '0.000',
  ])
  expect(grouped(1000)).toBe('1,000')
  expect([decimals(-0.00001, 4), signed(0.00001, 4), percent(-0.0001), fixed(-1234.5, 2)]).toEqual([
    '0.0000',
    '0.0000',
    '0.0 %',
    '−1,234.50',
  ])
})

test('long names keep both ends, and whole characters', () => {
  expect(shortened('abcdefghij', 5)).toBe('ab…ij')
  expect(shortened('😀😀😀😀', 3)).toBe('😀…😀')
  expect(cleaned('a\0b\ud800c\u0085')).toBe('a\ufffdb\ufffdc\ufffd')
})

test('a name from right to left stays by itself in a sentence', () => {
  expect(inSentence('מחיר')).toBe('\u2068מחיר\u2069')
  expect(inSentence('a\u202eb')).toBe('\u2068a\u202eb\u2069')
  expect(inSentence('price in €')).toBe('price in €')
})
