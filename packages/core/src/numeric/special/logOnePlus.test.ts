import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { logOnePlus } from './logOnePlus.ts'

test('it is log(1 + x) to the last digits, for x small and large', () => {
  fc.assert(
    fc.property(fc.double({ min: -40, max: 40, noNaN: true }), (exponent) => {
      const x = Math.exp(exponent)
      expect(Math.abs(logOnePlus(x) / Math.log1p(x) - 1)).toBeLessThan(1e-15)
    }),
  )
  expect(logOnePlus(0)).toBe(0)
})

test('it is log(1 + x) for negative x, too', () => {
  fc.assert(
    fc.property(fc.double({ min: -40, max: -1e-9, noNaN: true }), (exponent) => {
      const x = -Math.exp(exponent)
      expect(Math.abs(logOnePlus(x) / Math.log1p(x) - 1)).toBeLessThan(1e-15)
    }),
  )
})
