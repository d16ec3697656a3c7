import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from '../numeric/random.ts'
import { pairedTTest } from './pairedTTest.ts'

test('two differences 1 and 3 give t = 2 on one degree of freedom, where p is an arctangent', () => {
  const { statistic, degrees, p } = pairedTTest([1, 3])
  expect(statistic).toBeCloseTo(2, 12)
  expect(degrees).toBe(1)
  expect(p).toBeCloseTo(1 - (2 / Math.PI) * Math.atan(2), 12)
})

test('turning the differences round turns the statistic round and keeps p', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 2, maxLength: 30 }), (differences) => {
      const there = pairedTTest(differences)
      const back = pairedTTest(differences.map((difference) => -difference))
      expect(back.statistic === -there.statistic).toBe(true)
      expect(back.p).toBe(there.p)
      expect(there.p).toBeGreaterThanOrEqual(0)
      expect(there.p).toBeLessThanOrEqual(1)
    }),
  )
})

test('differences without spread: all 0 prove nothing, all alike prove everything', () => {
  expect(pairedTTest([0, 0, 0]).p).toBe(1)
  expect(pairedTTest([0.1, 0.1, 0.1])).toEqual({ statistic: Number.POSITIVE_INFINITY, degrees: 2, p: 0 })
})

test('differences that are alike but for rounding have no spread', () => {
  expect(pairedTTest([-0.9999999999999967, -0.9999999999999947]).statistic).toBe(Number.NEGATIVE_INFINITY)
})

test('fewer than two differences have no p-value', () => {
  expect(pairedTTest([0.3]).p).toBeNaN()
  expect(pairedTTest([]).p).toBeNaN()
})

test('without a true difference, p falls below 0.1 in a tenth of the cases', () => {
  const random = seededRandom(11)
  const repetitions = 2000
  let below = 0
  for (let repetition = 0; repetition < repetitions; repetition++) {
    if (pairedTTest(Array.from({ length: 12 }, random.normal)).p < 0.1) below++
  }
  expect(Math.abs(below - repetitions / 10)).toBeLessThan(4 * Math.sqrt(repetitions * 0.09))
})
