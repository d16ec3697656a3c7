import { describe, expect, test } from 'vitest'
import { type Random, seededRandom } from '../numeric/random.ts'
import { AnytimeMean } from './anytimeMean.ts'

/** Values with their conditional means; some of them look at the past. */
const processes: Readonly<
  Record<string, (random: Random) => (series: number, before: readonly number[]) => readonly [value: number, mean: number]>
> = {
  'the same coin': (random) => () => [random.uniform() < 0.3 ? 1 : 0, 0.3],
  'a coin that turns': (random) => (series) => {
    const mean = series < 100 ? 0.1 : 0.8
    return [random.uniform() < mean ? 1 : 0, mean]
  },
  'a coin that answers to the past': (random) => (_, before) => {
    const total = before.reduce((sum, value) => sum + value, 0)
    const mean = total > 0.3 * before.length ? 0.05 : 0.9
    return [random.uniform() < mean ? 1 : 0, mean]
  },
  'rare disasters': (random) => () => [random.uniform() < 0.02 ? 1 : 0, 0.02],
  'always the same value': () => () => [0.5, 0.5],
  'never wrong': () => () => [0, 0],
  'always wrong': () => () => [1, 1],
  'shares of two and three pairs': (random) => (series) => {
    const pairs = 2 + (series % 2)
    const wrong = Array.from({ length: pairs }, (): number => (random.uniform() < 0.25 ? 1 : 0))
    return [wrong.reduce((sum, value) => sum + value, 0) / pairs, 0.25]
  },
}

describe.each(Object.entries(processes))('%s', (_, process) => {
  test('the mean of the conditional means is below the bound at all times, but for one stream in twenty', () => {
    const [streams, delta] = [60, 0.05]
    let failures = 0
    for (let seed = 1; seed <= streams; seed++) {
      const next = process(seededRandom(seed))
      const bound = new AnytimeMean()
      const before: number[] = []
      let [means, failed] = [0, false]
      for (let series = 0; series < 240; series++) {
        const [value, mean] = next(series, before)
        before.push(value)
        means += mean
        bound.add(value)
        if (series % 12 === 11 && means / (series + 1) > bound.upper(delta) + 1e-12) failed = true
      }
      if (failed) failures++
    }
    expect(failures).toBeLessThanOrEqual(0.05 * streams)
  })
})

test('the bound comes close: a coin of 0.3 is below 0.36 after a thousand values', () => {
  const random = seededRandom(4)
  const bound = new AnytimeMean()
  for (let n = 0; n < 1000; n++) bound.add(random.uniform() < 0.3 ? 1 : 0)
  expect(bound.upper(0.05)).toBeLessThan(0.37)
  expect(bound.upper(0.05)).toBeGreaterThan(0.3)
  expect(bound.upper(0.001)).toBeGreaterThan(bound.upper(0.05))
})

test('nothing is said of nothing, and a missing value does not count', () => {
  const bound = new AnytimeMean()
  bound.add(Number.NaN)
  expect([bound.count, bound.upper(0.05)]).toEqual([0, 1])
})
