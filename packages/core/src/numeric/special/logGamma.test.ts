import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { logBeta, logGamma } from './logGamma.ts'

test('Γ(n) is the factorial of n − 1, and Γ(½) is √π', () => {
  let factorial = 1
  for (let n = 1; n < 30; n++) {
    expect(logGamma(n)).toBeCloseTo(Math.log(factorial), 11)
    factorial *= n
  }
  expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 14)
})

test('Γ(x + 1) = x Γ(x)', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-3, max: 1e3, noNaN: true }), (x) => {
      const next = logGamma(x + 1)
      expect(Math.abs(next - logGamma(x) - Math.log(x))).toBeLessThan(1e-12 * Math.max(1, Math.abs(next)))
    }),
  )
})

test('B(a, 1) = 1/a, also for large a, and the order of the arguments does not matter', () => {
  for (const a of [0.5, 3, 14, 200, 1e6]) {
    expect(logBeta(a, 1)).toBeCloseTo(-Math.log(a), 11)
    expect(logBeta(1, a)).toBe(logBeta(a, 1))
  }
})

test('outside its domain it is no number', () => {
  expect(logGamma(0)).toBeNaN()
  expect(logGamma(-1)).toBeNaN()
})
