import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from '../numeric/random.ts'
import { fisherRandomisation } from './fisherRandomisation.ts'

test('differences all on one side are as extreme as two of the 2ⁿ ways', () => {
  for (const n of [1, 3, 8, 13]) {
    const differences = Array.from({ length: n }, (_, place) => 0.1 + place / 100)
    expect(fisherRandomisation(differences)).toEqual({ p: 2 / 2 ** n, exact: true, samples: 2 ** n })
  }
})

test('the exact p-value is the share of signs that reach as far, counted one by one', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 9 }), (tenths) => {
      const observed = Math.abs(tenths.reduce((sum, tenth) => sum + tenth, 0))
      let reached = 0
      for (let signs = 0; signs < 2 ** tenths.length; signs++) {
        const sum = tenths.reduce((total, tenth, place) => total + (signs & (1 << place) ? tenth : -tenth), 0)
        if (Math.abs(sum) >= observed) reached++
      }
      expect(fisherRandomisation(tenths.map((tenth) => tenth / 10)).p).toBeCloseTo(reached / 2 ** tenths.length, 12)
    }),
  )
})

test('differences of 0 change nothing', () => {
  const differences = [0.3, -0.1, 0.2, 0.4, 0.25]
  const padded = [...differences, ...new Array<number>(40).fill(0)]
  expect(fisherRandomisation(padded)).toEqual(fisherRandomisation(differences))
  expect(fisherRandomisation([0, 0, 0]).p).toBe(1)
})

test('no differences have no p-value', () => {
  expect(fisherRandomisation([]).p).toBeNaN()
})

test('the sampled p-value is close to the exact one', () => {
  const random = seededRandom(5)
  // Twenty differences that matter and five that hardly do: too many to count, and the same p-value.
  const differences = Array.from({ length: 20 }, () => random.normal() + 0.4)
  const exact = fisherRandomisation(differences)
  const sampled = fisherRandomisation([...differences, 1e-12, 1e-12, 1e-12, 1e-12, 1e-12], { samples: 50_000 })
  expect(exact.exact).toBe(true)
  expect(sampled.exact).toBe(false)
  expect(Math.abs(sampled.p - exact.p)).toBeLessThan(4 * Math.sqrt((exact.p * (1 - exact.p)) / 50_000) + 1e-4)
})

test('a sampled p-value is never 0, and a seed fixes it', () => {
  const differences = Array.from({ length: 100 }, (_, place) => 1 + place / 1000)
  expect(fisherRandomisation(differences, { samples: 999 }).p).toBe(1 / 1000)
  const unclear = differences.map((difference, place) => (place % 2 === 0 ? difference : -difference))
  expect(fisherRandomisation(unclear, { seed: 3 })).toEqual(fisherRandomisation(unclear, { seed: 3 }))
  expect(fisherRandomisation(unclear, { seed: 3 }).p).not.toBe(fisherRandomisation(unclear, { seed: 4 }).p)
})

test('without a true difference, p falls below 0.1 in at most a tenth of the cases', () => {
  const random = seededRandom(12)
  const repetitions = 1000
  for (const [n, samples] of [
    [8, 0],
    [40, 199],
  ]) {
    let below = 0
    for (let repetition = 0; repetition < repetitions; repetition++) {
      const differences = Array.from({ length: n }, () => random.normal() ** 3)
      if (fisherRandomisation(differences, { seed: repetition, samples }).p <= 0.1) below++
    }
    expect(below).toBeLessThan(repetitions / 10 + 4 * Math.sqrt(repetitions * 0.09))
    expect(below).toBeGreaterThan(repetitions / 10 - 4 * Math.sqrt(repetitions * 0.09))
  }
})
