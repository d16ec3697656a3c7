import { lossContract } from '@rankwright/contracts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { dcg } from '../metrics/dcg.ts'
import { seededRandom } from '../numeric/random.ts'
import { smoothedDcg } from './smoothedDcg.ts'

for (const [sigma, cutoff] of [
  [1, 1],
  [0.3, 1],
  [1, 3],
  [0.5, 10],
]) {
  lossContract(`smoothed DCG@${cutoff} with sigma ${sigma}`, () => smoothedDcg({ sigma, cutoff }))
}

const discount = (place: number) => 1 / Math.log2(place + 2)

test('at 1 it is the greatest gain less the gains under the softmax of s / σ', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 15 }), fc.nat(), fc.constantFrom(0.1, 1, 3), (length, seed, sigma) => {
      const random = seededRandom(seed)
      const scores = Float64Array.from({ length }, () => random.normal())
      const labels = Float64Array.from({ length }, () => 4 * random.uniform())
      const gains = labels.map((label) => 2 ** label - 1)
      const powers = scores.map((score) => Math.exp(score / sigma))
      const sum = powers.reduce((total, power) => total + power, 0)
      const gain = gains.reduce((total, one, item) => total + (one * powers[item]) / sum, 0)
      expect(smoothedDcg({ sigma }).evaluate(scores, labels, new Float64Array(length))).toBeCloseTo(Math.max(...gains) - gain, 11)
    }),
    { numRuns: 50 },
  )
})

test('at k it is the discounted gains under soft indicators, taken from the greatest gain at every place', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.nat(),
      fc.constantFrom(0.1, 1, 3),
      fc.integer({ min: 2, max: 14 }),
      (length, seed, sigma, cutoff) => {
        const random = seededRandom(seed)
        const scores = Float64Array.from({ length }, () => Math.round(8 * random.normal()) / 8)
        const gains = Float64Array.from({ length }, () => 2 ** random.integer(5) - 1)
        const labels = gains.map((gain) => Math.log2(gain + 1))
        const greatest = Math.max(...gains)
        let wanted = 0
        for (const [place, centre] of scores.toSorted().toReversed().entries()) {
          if (place >= cutoff) break
          const powers = scores.map((score) => Math.exp(-((score - centre) ** 2) / sigma))
          const sum = powers.reduce((total, power) => total + power, 0)
          wanted += discount(place) * powers.reduce((total, power, item) => total + (power / sum) * (greatest - gains[item]), 0)
        }
        expect(smoothedDcg({ sigma, cutoff }).evaluate(scores, labels, new Float64Array(length))).toBeCloseTo(wanted, 10)
      },
    ),
    { numRuns: 50 },
  )
})

test('with little smoothing the gain is DCG', () => {
  const scores = Float64Array.of(0.3, 1.2, 0.7, -2)
  const labels = Float64Array.of(2, 0, 1, 3)
  for (const cutoff of [1, 2, 4]) {
    const most = 7 * Array.from({ length: cutoff }, (_, place) => discount(place)).reduce((total, one) => total + one, 0)
    const loss = smoothedDcg({ sigma: 1e-4, cutoff }).evaluate(scores, labels, new Float64Array(4))
    expect(most - loss).toBeCloseTo(dcg(scores, labels, { cutoff }), 10)
  }
})

test('the gain can rise above the DCG of the ideal order, as an item can stand at several places', () => {
  const apart = Math.sqrt(-Math.log(0.76))
  const scores = Float64Array.from({ length: 12 }, (_, item) => (item < 9 ? 100 + 10 * item : (10 - item) * apart))
  const labels = Float64Array.from({ length: 12 }, (_, item) => (item < 9 || item === 10 ? 1 : 0))
  const most = Array.from({ length: 12 }, (_, place) => discount(place)).reduce((total, one) => total + one, 0)
  const gain = most - smoothedDcg({ sigma: 1, cutoff: 12 }).evaluate(scores, labels, new Float64Array(12))
  expect(gain).toBeGreaterThan(dcg(labels, labels) + 0.02)
})

test('at 1 no smaller constants would do', () => {
  const sigma = 0.5
  const { lipschitz, smoothness, lipschitzL2 } = smoothedDcg({ sigma }).constants({ greatestLabel: 2, longestList: 4 })
  expect(lipschitz.printed).toBe((2 * 3) / sigma)
  const gradient = new Float64Array(2)
  smoothedDcg({ sigma }).evaluate(new Float64Array(2), Float64Array.of(2, 0), gradient)
  expect(Math.abs(gradient[0]) + Math.abs(gradient[1])).toBeCloseTo(lipschitz.value, 12)
  expect(Math.hypot(...gradient)).toBeCloseTo(lipschitzL2.value, 12)
  // Two items with a gain and two without; one of each pulled up, the others down; measured against the other two.
  const step = 1e-5
  const [ahead, behind] = [step, -step].map((t) => {
    const slope = new Float64Array(4)
    smoothedDcg({ sigma }).evaluate(Float64Array.of(t, -t, t, -t), Float64Array.of(2, 0, 0, 2), slope)
    return slope
  })
  const bent = ahead.map((entry, item) => (entry - behind[item]) / (2 * step))
  expect(bent.reduce((total, entry) => total + Math.abs(entry), 0)).toBeCloseTo(smoothness?.value ?? Number.NaN, 5)
})

test('at k, equal scores are a fixed point', () => {
  const gradient = new Float64Array(3)
  smoothedDcg({ cutoff: 5 }).evaluate(new Float64Array(3), Float64Array.of(2, 0, 1), gradient)
  expect([...gradient].map(Math.abs)).toEqual([0, 0, 0])
})
