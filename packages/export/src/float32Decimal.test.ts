import fc from 'fast-check'
import { expect, test } from 'vitest'
import { float32Decimal } from './float32Decimal.ts'

test('the shortest decimal of a float32 reads back to it', () => {
  expect(float32Decimal(Math.fround(0.1))).toBe(0.1)
  expect(float32Decimal(1e7 + 1)).toBe(10000001)
  expect(float32Decimal(-0)).toBe(0)
  fc.assert(
    fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(Math.fround(Number(String(float32Decimal(value))))).toBe(value === 0 ? 0 : value)
    }),
  )
})
