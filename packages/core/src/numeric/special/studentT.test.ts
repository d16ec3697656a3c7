import { expect, test } from 'vitest'
import { normalCdf } from './normalDistribution.ts'
import { studentTTwoSided } from './studentT.ts'

test('one degree of freedom is the Cauchy distribution, two have a closed form', () => {
  for (const t of [0.1, 1, 3, 20]) {
    expect(studentTTwoSided(t, 1)).toBeCloseTo(1 - (2 / Math.PI) * Math.atan(t), 13)
    expect(studentTTwoSided(t, 2)).toBeCloseTo(1 - t / Math.sqrt(2 + t * t), 13)
  }
})

test('many degrees of freedom come to the normal distribution', () => {
  expect(studentTTwoSided(1.7, 1e7)).toBeCloseTo(2 * normalCdf(-1.7), 6)
})

test('the sign does not matter; 0 gives 1 and infinity 0', () => {
  expect(studentTTwoSided(-2, 5)).toBe(studentTTwoSided(2, 5))
  expect(studentTTwoSided(0, 5)).toBe(1)
  expect(studentTTwoSided(Number.POSITIVE_INFINITY, 5)).toBe(0)
  expect(studentTTwoSided(Number.NaN, 5)).toBeNaN()
})
