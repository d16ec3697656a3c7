import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { metBets, metLosses } from '../models/common/metLosses.ts'
import { seededRandom } from '../numeric/random.ts'
import { bound } from './bound.ts'
import { martingaleLimit } from './martingale.ts'

const values = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 60 })
const limit = (met: readonly number[], delta = 0.05) => bound('q-martingale', { delta }, { values: met }).value

test('the limit is where the average capital of the bets is 1/δ', () => {
  const met = [0.1, 0.3, 0, 0.2, 0.25, 0.05, 0.15, 0.1, 0.2, 0.1]
  const m = limit(met)
  // Ten values at δ = 0.05: no bet of the grid is above √(8 ln 20/10), so the largest alone is used.
  const kappa = metBets[0]
  const capital = met.reduce((product, x) => (product * (1 - kappa * x)) / (1 - kappa * m), 1)
  expect(capital).toBeCloseTo(20, 6)
})

test('the limit lies between the mean and 1, falls as δ grows and does not depend on the order', () => {
  fc.assert(
    fc.property(values, (met) => {
      const mean = met.reduce((sum, x) => sum + x, 0) / met.length
      const m = limit(met)
      expect(m).toBeGreaterThanOrEqual(mean - 1e-12)
      expect(m).toBeLessThanOrEqual(1)
      expect(limit(met, 0.2)).toBeLessThanOrEqual(m + 1e-12)
      expect(limit([...met].reverse())).toBeCloseTo(m, 9)
    }),
  )
})

test('extreme losses: all 0, all 1, one list, a hundred thousand', () => {
  expect(limit([1, 1, 1])).toBe(1)
  expect(limit([0])).toBeLessThanOrEqual(1)
  expect(limit(new Array(1000).fill(0))).toBeCloseTo((1 - 20 ** (-1 / 1000)) / 0.99, 2)
  const many = Array.from({ length: 100_000 }, (_, index) => (index % 2 === 0 ? 0.1 : 0.3))
  expect(limit(many) - 0.2).toBeGreaterThan(0)
  expect(limit(many) - 0.2).toBeLessThan(0.0012) // σ √(2 ln 20/n) is 0.00077
})

test('totals added one by one give the same', () => {
  const losses = metLosses(2)
  const some = [0.5, 0.25, 0.125, 0]
  for (const value of some) losses.add(2 * value)
  expect(martingaleLimit(losses.met(), 0.1).value).toBe(limit(some, 0.1))
  expect(losses.met()).toMatchObject({ lists: 4, ceiling: 2, sum: 0.875 })
})

test('values that are no share of B are refused with their line', () => {
  expect(() => bound('q-martingale', {}, { values: [0.5, 1.5], file: 'losses.txt' })).toThrow('losses.txt:2:1')
  expect(() => bound('q-martingale')).toThrow('needs at least one value')
})

// research/martingaleCoverage.mjs does the same ten thousand times, and with a learner.
describe('the mean of the conditional means lies above the limit in no more than δ of the runs', () => {
  const [runs, n, delta] = [1500, 80, 0.1]
  /** The next conditional mean, from everything met so far, and the draw of a loss with that mean. */
  const generators: Readonly<Record<string, (past: { n: number; sum: number }, uniform: () => number) => [mean: number, loss: number]>> = {
    'losses 0 or 1 with one mean': (_, uniform) => [0.1, uniform() < 0.1 ? 1 : 0],
    'means that chase the losses: high after luck, 0 after misfortune': ({ n: count, sum }, uniform) => {
      const mean = sum > 0.15 * count ? 0.02 : 0.4
      return [mean, uniform() < mean ? 1 : 0]
    },
    'means that fall as a learner learns, with rare large losses': ({ n: count }, uniform) => {
      const chance = 0.05 + 0.3 / (1 + count / 10)
      return [0.75 * chance, uniform() < chance ? 0.5 + uniform() / 2 : 0]
    },
    'equal losses': () => [0.2, 0.2],
  }
  test.each(Object.keys(generators))('%s', (name) => {
    const random = seededRandom(5)
    let failed = 0
    for (let run = 0; run < runs; run++) {
      const met: number[] = []
      let [sum, means] = [0, 0]
      for (let t = 0; t < n; t++) {
        const [mean, loss] = generators[name]({ n: t, sum }, random.uniform)
        means += mean
        met.push(loss)
        sum += loss
      }
      if (means / n > limit(met, delta)) failed++
    }
    expect(failed / runs).toBeLessThanOrEqual(delta)
  })
})
