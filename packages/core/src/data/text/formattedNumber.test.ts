import { expect, test } from 'vitest'
import { formattedNumber } from './formattedNumber.ts'

test.each([
  ['₹12,34,567.50', 1_234_567.5],
  ['1,23,456', 123_456],
  ['1,234,567', 1_234_567],
  ['CHF 12.-', 12],
  ['US$5', 5],
  ['R$ 1,200.50', 1200.5],
  ['€ 1,250.–', 1250],
  ['(5.00)', -5],
  ['($12)', -12],
  ['$(1,200.50)', -1200.5],
  ['(12 €)', -12],
  ['(12) €', -12],
  ['(50%)', -0.5],
  ['72,027円', 72_027],
  ['￥ 29,484', 29_484],
  ['~866', 866],
  ['≈ $1,200', 1200],
  ['８６５．５', 865.5],
  ['WAHR', 1],
  ['nein', 0],
  ['sí', 1],
])('%s is %d', (text, value) => {
  expect(formattedNumber(text)).toBe(value)
})

test.each([
  '~',
  '~~5',
  '~yes',
  '８a',
  '1,2,345',
  '12,3,456',
  '123,45,678',
  '12.-',
  '1,23',
  '(-5)',
  '($-5)',
  '-($5)',
  '$((5))',
  '-$(5)',
  'w5',
  'Chf 5',
  'x 5 USD',
  'yes 5',
])('%s is no number', (text) => {
  expect(formattedNumber(text)).toBeUndefined()
})

test('a dash for the decimals stands after a comma, too, where that is before decimals', () => {
  expect(formattedNumber('12,- €', 'comma')).toBe(12)
})

test('an exponent follows decimals after a comma, too', () => {
  expect(formattedNumber('8,657E+02', 'comma')).toBe(865.7)
  expect(formattedNumber('8,657E+02')).toBeUndefined()
})
