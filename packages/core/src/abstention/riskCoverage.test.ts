import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from '../numeric/random.ts'
import { bestThreshold, cautiousThreshold, confidences, riskArea, riskCoverageCurve } from './riskCoverage.ts'

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
    first: Uint32Array.of(0, 1, 2, 3),
    second: Uint32Array.of(1, 0, 3, 2),
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
    const pairs = { lists, first: lists, second: lists, distances, margins: distances, wrong }
    const [low, high] = riskArea(pairs, distances, 100, seed).interval
    if (low <= 1 / 8 && high >= 1 / 8) held++
  }
  expect(held).toBeGreaterThanOrEqual(50)
})

test('the combined rule asks for both: the smaller share', () => {
  const pairs = {
    distances: Float64Array.of(1, 2, 3, 4),
    margins: Float64Array.of(9, 8, 7, 6),
  }
  expect([...confidences(pairs, 'combined')]).toEqual([0.25, 0.5, 0.5, 0.25])
})

/** Pairs of so many rows of one list: wrong with this chance up to a distance of one half, else never. */
function oneList(rows: number, chance: number, seed: number) {
  const random = seededRandom(seed)
  const ends = Array.from({ length: rows * rows }, (_, at) => [Math.floor(at / rows), at % rows]).filter(([i, j]) => i < j)
  const distances = Float64Array.from(ends, () => random.uniform())
  return {
    lists: new Uint32Array(ends.length),
    first: Uint32Array.from(ends, ([i]) => i),
    second: Uint32Array.from(ends, ([, j]) => j),
    distances,
    margins: distances,
    wrong: distances.map((distance) => (distance <= 0.5 && random.uniform() < chance ? 1 : 0)),
  }
}

test('the cautious threshold never exceeds the best, loses little, and is 0 where the gain may be chance', () => {
  const cost = 0.1
  for (let seed = 1; seed <= 20; seed++) {
    const few = oneList(8, 0.12, seed)
    const best = bestThreshold(few.distances, few.wrong, cost)
    const cautious = cautiousThreshold(few, few.distances, cost, best, 100, seed)
    expect(cautious.threshold).toBeLessThanOrEqual(best.threshold)
    const lossAt = few.wrong.reduce((sum, wrong, pair) => sum + (few.distances[pair] <= cautious.threshold ? cost : wrong), 0)
    expect(cautious.loss).toBeCloseTo(lossAt / few.wrong.length, 12)
    if (best.threshold > 0.1 && best.threshold < 0.9) expect(cautious.threshold).toBeLessThan(0.5)
  }
  const many = oneList(120, 0.5, 1)
  const best = bestThreshold(many.distances, many.wrong, cost)
  expect(best.threshold).toBeCloseTo(0.5, 1)
  const cautious = cautiousThreshold(many, many.distances, cost, best, 100, 1)
  expect(cautious.threshold).toBeCloseTo(0.5, 1)
  expect(cautious.loss).toBeLessThan(best.loss + 0.003)
})

test('a single list has an interval too, from its rows, wider the fewer they are', () => {
  const [few, many] = [8, 60].map((rows) => {
    const pairs = oneList(rows, 0.5, 2)
    const { area, interval } = riskArea(pairs, pairs.distances, 200, 1)
    expect(interval[0]).toBeLessThan(area)
    expect(interval[1]).toBeGreaterThan(area)
    return interval[1] - interval[0]
  })
  expect(many).toBeLessThan(few / 2)
})
