import { expect, test } from 'vitest'
import { seededRandom } from '../random.ts'
import { cosOf } from './cos.ts'

test('is the cosine, to two units of 2⁻⁵³', () => {
  const random = seededRandom(1)
  for (const reach of [1, 4, 100, 1e6, 2 ** 30]) {
    for (let trial = 0; trial < 2000; trial++) {
      const x = (2 * random.uniform() - 1) * reach
      expect(Math.abs(cosOf(x) - Math.cos(x))).toBeLessThan(3 * 2 ** -53)
    }
  }
})

test('knows its zeros, its extremes and its symmetry', () => {
  expect(cosOf(0)).toBe(1)
  expect(cosOf(Math.PI)).toBe(-1)
  expect(Math.abs(cosOf(Math.PI / 2))).toBeLessThan(1e-16)
  expect(cosOf(-2.5)).toBe(cosOf(2.5))
})

test('stays within [−1, 1] for any number, and NaN stays NaN', () => {
  for (const x of [2 ** 31, 1e300, Infinity, -Infinity]) expect(cosOf(x)).toBe(cosOf(Math.sign(x) * 2 ** 30))
  expect(cosOf(Number.NaN)).toBeNaN()
})
