import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from '../numeric/random.ts'
import { bootstrapInterval } from './bootstrap.ts'

test('equal values have an interval without width', () => {
  expect(bootstrapInterval([0.3, 0.3, 0.3, 0.3])).toEqual([0.3, 0.3])
})

test('fewer than two values have no interval', () => {
  expect(bootstrapInterval([])).toEqual([Number.NaN, Number.NaN])
  expect(bootstrapInterval([0.5])).toEqual([Number.NaN, Number.NaN])
})

test('the same seed gives the same interval, another seed a close one', () => {
  const values = uniforms(200, 1)
  const interval = bootstrapInterval(values, { seed: 4 })
  expect(bootstrapInterval(values, { seed: 4 })).toEqual(interval)
  const other = bootstrapInterval(values, { seed: 5 })
  expect(other).not.toEqual(interval)
  expect(Math.abs(other[0] - interval[0])).toBeLessThan(0.2 * (interval[1] - interval[0]))
})

test('on many symmetric values the interval is the normal one', () => {
  const values = uniforms(4000, 2)
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const error = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0)) / values.length
  const [low, high] = bootstrapInterval(values, { samples: 4000 })
  expect(Math.abs(low - (mean - 1.959964 * error))).toBeLessThan(0.15 * error)
  expect(Math.abs(high - (mean + 1.959964 * error))).toBeLessThan(0.15 * error)
})

test('the interval moves and scales with the values', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 2, maxLength: 30 }), (values) => {
      const [low, high] = bootstrapInterval(values, { samples: 200 })
      const [movedLow, movedHigh] = bootstrapInterval(
        values.map((value) => 2 * value + 7),
        { samples: 200 },
      )
      expect(movedLow).toBeCloseTo(2 * low + 7, 8)
      expect(movedHigh).toBeCloseTo(2 * high + 7, 8)
      expect(low).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9)
      expect(high).toBeLessThanOrEqual(Math.max(...values) + 1e-9)
      expect(low).toBeLessThanOrEqual(high)
    }),
    { numRuns: 50 },
  )
})

test('equal weights change nothing and a weight of zero takes a value out', () => {
  const values = uniforms(50, 3)
  const plain = bootstrapInterval(values)
  const weighted = bootstrapInterval(values, { weights: values.map(() => 3) })
  expect(weighted[0]).toBeCloseTo(plain[0], 12)
  expect(weighted[1]).toBeCloseTo(plain[1], 12)
  const withStrangers = [...values, ...values.map(() => 1000)]
  const weights = [...values.map(() => 1), ...values.map(() => 0)]
  const [low, high] = bootstrapInterval(withStrangers, { weights })
  expect(low).toBeGreaterThan(0)
  expect(high).toBeLessThan(1)
})

test('the 90 % interval of a skewed mean holds the truth about 90 times in 100', () => {
  const repetitions = 400
  let held = 0
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const random = seededRandom(repetition)
    const values = Array.from({ length: 60 }, () => random.uniform() ** 3) // mean 1/4
    const [low, high] = bootstrapInterval(values, { confidence: 0.9, samples: 400, seed: repetition })
    if (low <= 1 / 4 && 1 / 4 <= high) held++
  }
  const deviation = Math.sqrt(0.9 * 0.1 * repetitions)
  expect(held).toBeGreaterThan(0.9 * repetitions - 4 * deviation)
  expect(held).toBeLessThan(0.9 * repetitions + 3 * deviation)
})

function uniforms(count: number, seed: number): number[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => random.uniform())
}

test('an end that is 0 but for rounding is 0', () => {
  // One list of 25 differs: a resample without it has the mean 0.
  const ends = Array.from({ length: 300 }, (_, step) => {
    const values = new Float64Array(25)
    values[step % 25] = -(0.1 + step / 997)
    return bootstrapInterval(values, { samples: 200 })[1]
  })
  expect(ends.filter((end) => end !== 0)).toEqual([])
})
