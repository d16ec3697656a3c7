import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from '../numeric/random.ts'
import { bestThreshold, confidences, riskArea, riskCoverageCurve } from './riskCoverage.ts'

const samples = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.constantFrom(0, 0.5, 1)), { minLength: 1, maxLength: 40 })

test('the best threshold is the best of all, the smallest of equals, and 0 is among them', () => {
  fc.assert(
    fc.property(samples, fc.integer({ min: 0, max: 3 }), (drawn, quarter) => {
      const confidence = Float64Array.from(drawn, ([value]) => value / 8)
      const wrong = Float64Array.from(drawn, ([, cost]) => cost)
      const cost = quarter / 4
      const lossAt = (threshold: number) =>
        wrong.reduce((sum, each, pair) => sum + (confidence[pair] <= threshold ? cost : each), 0) / wrong.length
      const candidates = [0, ...confidence].sort((a, b) => a - b)
      const least = Math.min(...candidates.map(lossAt))
      const found = bestThreshold(confidence, wrong, cost)
      expect(found.loss).toBeCloseTo(least, 12)
      expect(lossAt(found.threshold)).toBeCloseTo(least, 12)
      for (const smaller of candidates) if (smaller < found.threshold) expect(lossAt(smaller)).toBeGreaterThan(least - 1e-12)
    }),
  )
})

test('the curve starts with all pairs answered and drops pairs of equal confidence together', () => {
  const curve = riskCoverageCurve(Float64Array.of(0.1, 0.1, 0.2, 0.4), Float64Array.of(1, 0, 1, 0), 4)
  expect(curve).toEqual([
    { threshold: 0, coverage: 1, risk: 0.5 },
    { threshold: 0.1, coverage: 0.5, risk: 0.5 },
    { threshold: 0.2, coverage: 0.25, risk: 0 },
  ])
})

test('the area is the mean risk over coverages, and that of the whole where all are equally sure', () => {
  const pairs = {
    lists: Uint32Array.of(0, 0, 1, 1),
    distances: Float64Array.of(4, 3, 2, 1),
    margins: new Float64Array(4).fill(1),
    wrong: Float64Array.of(0, 0, 1, 1),
  }
  const { area, interval } = riskArea(pairs, confidences(pairs, 'distance'), 50, 1)
  expect(area).toBeCloseTo((0 + 0 + 1 / 3 + 2 / 4) / 4, 12)
  expect(interval[0]).toBeLessThanOrEqual(area)
  expect(interval[1]).toBeGreaterThanOrEqual(area)
  expect(riskArea(pairs, confidences(pairs, 'margin'), 50, 1).area).toBe(0.5)
})

test('the interval of the area holds the truth about as often as it says', () => {
  let held = 0
  for (let seed = 0; seed < 60; seed++) {
    const random = seededRandom(seed)
    const count = 600
    const distances = Float64Array.from({ length: count }, () => random.uniform())
    const lists = Uint32Array.from({ length: count }, (_, pair) => Math.floor(pair / 10))
    // Wrong with chance (1 − d)/2: the risk among the surest share q is q/4, its mean over q is 1/8.
    const wrong = distances.map((distance) => (random.uniform() < (1 - distance) / 2 ? 1 : 0))
    const pairs = { lists, distances, margins: distances, wrong }
    const [low, high] = riskArea(pairs, distances, 100, seed).interval
    if (low <= 1 / 8 && high >= 1 / 8) held++
  }
  expect(held).toBeGreaterThanOrEqual(50)
})

test('the combined rule asks for both: the smaller share', () => {
  const pairs = {
    lists: new Uint32Array(4),
    distances: Float64Array.of(1, 2, 3, 4),
    margins: Float64Array.of(9, 8, 7, 6),
    wrong: new Float64Array(4),
  }
  expect([...confidences(pairs, 'combined')]).toEqual([0.25, 0.5, 0.5, 0.25])
})
