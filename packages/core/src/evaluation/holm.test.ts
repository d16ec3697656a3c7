import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { holm } from './holm.ts'

test('the least p-value counts for all tests, the next for one less, and none falls below the one before', () => {
  expect(holm([0.01, 0.04, 0.03])).toEqual([3 * 0.01, 2 * 0.03, 2 * 0.03])
})

test('one test needs no correction, and no p-value exceeds 1', () => {
  expect(holm([0.2])).toEqual([0.2])
  expect(holm([0.9, 0.8])).toEqual([1, 1])
  expect(holm([])).toEqual([])
})

test('a test without a p-value does not count', () => {
  expect(holm([0.02, Number.NaN, 0.5])).toEqual([0.04, Number.NaN, 0.5])
})

test('corrected values keep the order and lie between p and the number of tests times p', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 }), (pValues) => {
      const adjusted = holm(pValues)
      for (const [i, p] of pValues.entries()) {
        expect(adjusted[i]).toBeGreaterThanOrEqual(p)
        expect(adjusted[i]).toBeLessThanOrEqual(Math.min(1, pValues.length * Math.max(...pValues.filter((other) => other <= p))))
        for (const [j, other] of pValues.entries()) if (p < other) expect(adjusted[i]).toBeLessThanOrEqual(adjusted[j])
      }
    }),
  )
})
