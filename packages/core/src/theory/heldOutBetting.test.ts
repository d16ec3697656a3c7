import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Numbers } from '../data/lists/numbers.ts'
import { seededRandom } from '../numeric/random.ts'
import { heldOutBernstein } from './heldOutBernstein.ts'
import { heldOutBetting, orderCount, refutesMean } from './heldOutBetting.ts'
import { heldOutHoeffding } from './heldOutHoeffding.ts'

/** The mean of the final capitals against the mean m over the seeded orders, straight from the definition. */
function meanCapital(values: Numbers, delta: number, m: number): number {
  const random = seededRandom(1)
  const orders = Array.from({ length: orderCount(values.length) }, () => random.shuffle(Float64Array.from(values).sort()))
  return orders.reduce((sum, order) => sum + capital(order, delta, m), 0) / orders.length
}

function capital(values: Float64Array, delta: number, m: number): number {
  let product = 1
  for (let i = 0; i < values.length; i++) {
    const before = [...values.slice(0, i)]
    const meanAfter = (k: number) => (1 / 2 + before.slice(0, k + 1).reduce((sum, value) => sum + value, 0)) / (k + 2)
    const variance = (1 / 4 + before.reduce((sum, value, k) => sum + (value - meanAfter(k)) ** 2, 0)) / (i + 1)
    product *= 1 + Math.min(Math.sqrt((2 * Math.log(1 / delta)) / (values.length * variance)), 1 / (2 * m)) * (values[i] - m)
  }
  return product
}

test('the mean capital reaches 1/δ at every mean below the bound and at none above it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 }),
      fc.constantFrom(0.3, 0.1, 0.01),
      (values, delta) => {
        const { lower, mean } = heldOutBetting(values, delta)
        if (lower > 0) expect(meanCapital(values, delta, lower)).toBeGreaterThanOrEqual((1 - 1e-9) / delta)
        if (lower < mean) expect(meanCapital(values, delta, lower + 1e-9)).toBeLessThanOrEqual((1 + 1e-6) / delta)
        for (let m = 0.05; m < 1; m += 0.3) {
          if (m < lower) expect(meanCapital(values, delta, m)).toBeGreaterThanOrEqual((1 - 1e-9) / delta)
          else if (lower < mean) expect(meanCapital(values, delta, m)).toBeLessThan((1 + 1e-6) / delta)
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('a claim is refuted exactly when it lies below the bound', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 40 }),
      fc.double({ min: 0.001, max: 1, noNaN: true }),
      fc.constantFrom(0.5, 0.1, 0.01),
      (values, claimed, delta) => {
        const { lower } = heldOutBetting(values, delta)
        if (Math.abs(claimed - lower) > 1e-9) expect(refutesMean(values, claimed, delta)).toBe(claimed < lower)
      },
    ),
  )
})

test('the order of the values changes no bit', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 0, max: 1000 }),
      (values, seed) => {
        const bound = heldOutBetting(values, 0.05)
        expect(heldOutBetting(seededRandom(seed).shuffle([...values]), 0.05)).toEqual(bound)
        expect(
          heldOutBetting(
            [...values].sort((a, b) => b - a),
            0.05,
          ),
        ).toEqual(bound)
      },
    ),
  )
})

test.each(['best first', 'worst first', 'in blocks', 'as drawn'])(
  'a file of tied values %s fails no more often than delta',
  (arrangement) => {
    const [n, delta, repetitions] = [40, 0.1, 600]
    const random = seededRandom(11)
    const grades = [0, 0.2, 0.8, 1]
    let missed = 0
    for (let repetition = 0; repetition < repetitions; repetition++) {
      const values = Array.from({ length: n }, () => grades[random.integer(4)])
      if (heldOutBetting(arranged(values, arrangement), delta).lower > 0.5) missed++
    }
    expect(missed / repetitions).toBeLessThanOrEqual(delta)
  },
)

function arranged(values: number[], arrangement: string): number[] {
  if (arrangement === 'as drawn') return values
  const sorted = values.sort((a, b) => b - a)
  if (arrangement === 'best first') return sorted
  if (arrangement === 'worst first') return sorted.reverse()
  return [0, 1, 2].flatMap((block) => sorted.filter((_, place) => place % 3 === block))
}

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
      for (let repetition = 0; repetition < 40; repetition++) {
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

test('a long run of lost bets does not end in underflow', () => {
  const values = Float64Array.from({ length: 20_000 }, (_, place) => (place % 1000 === 0 ? 1 : 0))
  const { lower, mean } = heldOutBetting(values, 0.05)
  expect(lower).toBeGreaterThan(0.5 * mean)
  expect(lower).toBeLessThan(mean)
})

test('orders are fewer where there are many values, and never few', () => {
  expect([1, 100, 100_000, 200_000, 10_000_000].map(orderCount)).toEqual([50, 50, 50, 25, 20])
})
