import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimal, featureValue, longDecimalAsFloat32 } from './tableNumber.ts'
import { encodeUtf8 } from './utf8.ts'

test('a decimal is digits with a point, a sign and an exponent at most', () => {
  for (const text of ['1', '-1.5', '+.5', '5.', '1e9', '2E-3']) expect(decimal(text)).toBe(Number(text))
  for (const text of ['', '.', '-', 'e5', '1e', '0x1f', '1_000', 'Infinity', 'NaN', ' 1', '1 ', '1,5', '１'])
    expect(decimal(text)).toBeUndefined()
  expect(decimal('1e400')).toBe(Infinity)
})

test('what is not a number, a truth value or a missing value is no feature', () => {
  expect([featureValue('True'), featureValue('FALSE')]).toEqual([1, 0])
  for (const text of ['', 'na', 'NaN', 'NULL', 'none', '-', 'N/A']) expect(featureValue(text)).toBeNaN()
  for (const text of ['inf', '+', 'red', '1,5', '0,123', '1,2345', '$', '%', '5%%', '--3', '(-1)', '0x1f'])
    expect(featureValue(text)).toBeUndefined()
  expect(['$1,200.50', '11%', 'yes', 'No', '(5.00)', '€ 3', '1 000', '-£2'].map(featureValue)).toEqual([
    1200.5, 0.11, 1, 0, -5, 3, 1000, -2,
  ])
})

/** Exactly halfway between two neighbouring floats, with more digits around it: where 15 digits cannot decide. */
const nearHalfway = fc
  .tuple(
    fc.integer({ min: 2 ** 23, max: 2 ** 24 - 2 }),
    fc.integer({ min: 0, max: 40 }),
    fc.constantFrom('', '0001', '9'),
    fc.integer({ min: -1, max: 1 }),
  )
  .map(([mantissa, shift, tail, last]) => {
    const halfway = (BigInt(2 * mantissa + 1) * 10n ** 41n) / 2n ** BigInt(shift + 1) + BigInt(last)
    const digits = halfway.toString().padStart(42, '0')
    return `${digits.slice(0, -41)}.${digits.slice(-41)}${tail}`
  })

test('long decimals give the float that the double gives, or nothing', () => {
  const long = fc.stringMatching(/^[0-9]{0,25}\.[0-9]{15,25}$/)
  let decided = 0
  fc.assert(
    fc.property(fc.oneof(long, nearHalfway), (text) => {
      const bytes = encodeUtf8(text)
      const value = longDecimalAsFloat32(bytes, 0, bytes.length)
      if (Number.isNaN(value)) return
      decided++
      expect(value).toBe(Math.fround(Number(text)))
    }),
    { numRuns: 5000 },
  )
  expect(decided).toBeGreaterThan(1000)
})

test('halfway cases are left to the slow way', () => {
  const text = '16777217.00000000000000000'
  expect(longDecimalAsFloat32(encodeUtf8(text), 0, text.length)).toBeNaN()
})
