import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Numbers } from '../data/lists/numbers.ts'
import { seededRandom } from '../numeric/random.ts'
import { heldOutBernstein } from './heldOutBernstein.ts'
import { heldOutBetting } from './heldOutBetting.ts'
import { heldOutHoeffding } from './heldOutHoeffding.ts'

/** The capital against the mean m after each value, straight from the definition. */
function capitals(values: Numbers, delta: number, m: number): number[] {
  const n = values.length
  return Array.from({ length: n }, (_, last) => {
    let capital = 1
    for (let i = 0; i <= last; i++) {
      const before = Array.from({ length: i }, (_, k) => values[k])
      const meanAfter = (k: number) => (1 / 2 + before.slice(0, k + 1).reduce((sum, value) => sum + value, 0)) / (k + 2)
      const variance = (1 / 4 + before.reduce((sum, value, k) => sum + (value - meanAfter(k)) ** 2, 0)) / (i + 1)
      const bet = Math.min(Math.sqrt((2 * Math.log(1 / delta)) / (n * variance)), 1 / (2 * m))
      capital *= 1 + bet * (values[i] - m)
    }
    return capital
  })
}

test('the capital reaches 1/δ at every mean below the bound and at none above it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 }),
      fc.constantFrom(0.3, 0.1, 0.01),
      (values, delta) => {
        const { lower, mean } = heldOutBetting(values, delta)
        const best = (m: number) => Math.max(...capitals(values, delta, m))
        if (lower > 0) expect(best(lower)).toBeGreaterThanOrEqual((1 - 1e-9) / delta)
        if (lower < mean) expect(best(lower + 1e-9)).toBeLessThanOrEqual((1 + 1e-6) / delta)
        for (let m = 0.05; m < 1; m += 0.1) {
          if (m < lower) expect(best(m)).toBeGreaterThanOrEqual((1 - 1e-9) / delta)
          else if (lower < mean) expect(best(m)).toBeLessThan((1 + 1e-6) / delta)
        }
      },
    ),
    { numRuns: 100 },
  )
})

test('the capital falls as the mean grows', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 }), (values) => {
      let before = Number.POSITIVE_INFINITY
      for (let m = 0.02; m < 1; m += 0.07) {
        const capital = capitals(values, 0.05, m)[values.length - 1]
        expect(capital).toBeLessThanOrEqual(before * (1 + 1e-12))
        before = capital
      }
    }),
  )
})

test('on average the bound is tighter than Hoeffding and empirical Bernstein', () => {
  const shapes = [
    (uniform: number) => uniform,
    (uniform: number) => (uniform < 0.1 ? 0 : 0.9),
    (uniform: number) => uniform ** 4,
    (uniform: number) => (uniform < 0.5 ? 1 : 0),
  ]
  for (const shape of shapes) {
    for (const n of [30, 300]) {
      const random = seededRandom(n)
      let [betting, hoeffding, bernstein] = [0, 0, 0]
      for (let repetition = 0; repetition < 100; repetition++) {
        const values = Float64Array.from({ length: n }, () => shape(random.uniform()))
        betting += heldOutBetting(values, 0.05).lower
        hoeffding += heldOutHoeffding(values, 0.05).lower
        bernstein += heldOutBernstein(values, 0.05).lower
      }
      expect(betting).toBeGreaterThan(0.99 * hoeffding)
      expect(betting).toBeGreaterThan(bernstein)
    }
  }
})

test('the same values in the same order give the same bound, in another order a close one', () => {
  const random = seededRandom(8)
  const values = Float64Array.from({ length: 500 }, () => random.uniform())
  const { lower } = heldOutBetting(values, 0.05)
  expect(heldOutBetting(values, 0.05).lower).toBe(lower)
  expect(Math.abs(heldOutBetting(random.shuffle(Float64Array.from(values)), 0.05).lower - lower)).toBeLessThan(0.02)
})

test('values that fall along the way do not prove more than their mean', () => {
  const falling = Float64Array.from({ length: 400 }, (_, place) => (place < 200 ? 1 : 0))
  expect(heldOutBetting(falling, 0.05).lower).toBeLessThanOrEqual(0.5)
})

test('a long run of lost bets does not end in underflow', () => {
  const values = Float64Array.from({ length: 100_000 }, (_, place) => (place % 1000 === 0 ? 1 : 0))
  const { lower, mean } = heldOutBetting(values, 0.05)
  expect(lower).toBeGreaterThan(0.5 * mean)
  expect(lower).toBeLessThan(mean)
})
