import { describe, expect, test } from 'vitest'
import { seededRandom } from '../numeric/random.ts'
import { ExpertMixing } from './expertMixing.ts'

const priors = (count: number) => new Float64Array(count).fill(1)
const options = (count: number) => ({ rate: 20, keeps: 0.98, priors: priors(count) })

/** Losses of each series, some of them made to hurt the expert that has most of the weight. */
const games: Readonly<Record<string, (seed: number, count: number) => (series: number, shares: Float64Array) => Float64Array>> = {
  'at random': (seed, count) => {
    const random = seededRandom(seed)
    return () => Float64Array.from({ length: count }, () => random.uniform())
  },
  'against whoever leads': (_, count) => (_series, shares) => {
    const most = Math.max(...shares)
    return Float64Array.from({ length: count }, (_, expert) => (shares[expert] === most ? 1 : 0))
  },
  'in turns': (_, count) => (series) => Float64Array.from({ length: count }, (_, expert) => (series % count === expert ? 0 : 1)),
  'all the same': (_, count) => () => new Float64Array(count).fill(1),
  'one always right': (_, count) => () => Float64Array.from({ length: count }, (_, expert) => (expert === 1 ? 0 : 1)),
}

describe.each(Object.entries(games))('losses %s', (_, game) => {
  test.each([2, 5, 14])('the random answer of %d experts never loses more than its bound says', (count) => {
    for (let seed = 1; seed <= 3; seed++) {
      const mixing = new ExpertMixing(options(count))
      const next = game(seed, count)
      for (let series = 0; series < 700; series++) {
        mixing.add(next(series, mixing.shares), 0, 20)
        const { random, randomAtMost } = mixing.summary()
        expect(random).toBeLessThanOrEqual(randomAtMost + 1e-9)
      }
    }
  })
})

test('the bound comes down to a few hundredths of the best expert', () => {
  const mixing = new ExpertMixing(options(14))
  const next = games['one always right'](1, 14)
  for (let series = 0; series < 4000; series++) mixing.add(next(series, mixing.shares), 0, 20)
  expect(mixing.summary().randomAtMost).toBeLessThan(0.08)
  expect(mixing.weights()[1]).toBeGreaterThan(0.98)
})

test('weights follow an expert that becomes the best', () => {
  const mixing = new ExpertMixing(options(3))
  for (let series = 0; series < 300; series++)
    mixing.add(series < 200 ? Float64Array.of(0.1, 0.4, 0.5) : Float64Array.of(0.5, 0.4, 0.1), 0.2, 20)
  expect(mixing.weights()[2]).toBeGreaterThan(0.9)
  expect(mixing.summary().mean).toBeCloseTo(0.2, 12)
})

test('weights and shares always add up to 1', () => {
  const mixing = new ExpertMixing(options(4))
  for (let series = 0; series < 100; series++) {
    mixing.add(Float64Array.of(0, 1, 1, 1), 0, 20)
    for (const values of [mixing.weights(), mixing.shares]) expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12)
  }
})

test('a loss on many items counts for more than one on few', () => {
  const [few, many] = [2, 500].map((items) => {
    const mixing = new ExpertMixing(options(2))
    mixing.add(Float64Array.of(0.1, 0.2), 0.1, items)
    return mixing.weights()[0]
  })
  expect(few).toBeGreaterThan(0.5)
  expect(many).toBeGreaterThan(few + 0.2)
})
