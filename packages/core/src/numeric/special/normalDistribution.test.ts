import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalCdf, normalQuantile } from './normalDistribution.ts'

test('the quantile undoes the distribution function', () => {
  fc.assert(
    fc.property(fc.double({ min: -30, max: 5, noNaN: true }), (x) => {
      expect(Math.abs(normalQuantile(normalCdf(x)) - x)).toBeLessThan(1e-9 * Math.max(1, Math.abs(x)))
    }),
  )
})

test('both sides of 0 mirror each other', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 8, noNaN: true }), (x) => {
      expect(normalCdf(x) + normalCdf(-x)).toBeCloseTo(1, 15)
    }),
  )
  expect(normalCdf(0)).toBe(0.5)
  expect(normalQuantile(0.5)).toBe(0)
})

test('the ends are the ends', () => {
  expect([normalCdf(-50), normalCdf(50)]).toEqual([0, 1])
  expect([normalQuantile(0), normalQuantile(1)]).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY])
  expect(normalQuantile(1.1)).toBeNaN()
  expect(normalCdf(Number.NaN)).toBeNaN()
})
