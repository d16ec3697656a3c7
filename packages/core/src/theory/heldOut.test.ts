import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Random, seededRandom } from '../numeric/random.ts'
import { type HeldOutMethod, heldOutMethods, requireUnitValues } from './heldOut.ts'

const methods = Object.keys(heldOutMethods) as HeldOutMethod[]

/** Distributions on [0, 1] with their means: the ones that break a bound that is not valid. */
const distributions: Readonly<Record<string, { readonly mean: number; readonly draw: (random: Random) => number }>> = {
  'a rare 1': { mean: 0.03, draw: (random) => (random.uniform() < 0.03 ? 1 : 0) },
  'a fair coin': { mean: 0.5, draw: (random) => random.integer(2) },
  'a rare 0': { mean: 0.97, draw: (random) => (random.uniform() < 0.97 ? 1 : 0) },
  'Beta(1, 5)': { mean: 1 / 6, draw: (random) => Math.min(...Array.from({ length: 5 }, random.uniform)) },
  'Beta(5, 1)': { mean: 5 / 6, draw: (random) => Math.max(...Array.from({ length: 5 }, random.uniform)) },
  'a point': { mean: 0.4, draw: () => 0.4 },
  'two points, one far and rare': { mean: 0.2 + 0.8 * 0.04, draw: (random) => (random.uniform() < 0.04 ? 1 : 0.2) },
  'the uniform distribution': { mean: 0.5, draw: (random) => random.uniform() },
}

describe.each(methods)('%s', (method) => {
  const bound = heldOutMethods[method]

  test.each(Object.keys(distributions))('misses the mean of %s no more often than delta allows', (name) => {
    const { mean, draw } = distributions[name]
    for (const [delta, n, repetitions] of [
      [0.1, 15, 1500],
      [0.1, 150, 300],
      [0.02, 60, 800],
    ]) {
      const random = seededRandom(n).fork(name)
      let missed = 0
      for (let repetition = 0; repetition < repetitions; repetition++) {
        const values = Float64Array.from({ length: n }, () => draw(random))
        // A point mass at the mean may be met exactly; one rounding error above it is not a miss.
        if (bound(values, delta).lower > mean + 1e-12) missed++
      }
      expect(missed / repetitions).toBeLessThanOrEqual(delta + 4 * Math.sqrt((delta * (1 - delta)) / repetitions))
    }
  })

  test('the bound lies between 0 and the mean', () => {
    fc.assert(
      fc.property(unitValues(), deltas(), (values, delta) => {
        const { lower, mean, n } = bound(values, delta)
        expect(lower).toBeGreaterThanOrEqual(0)
        expect(lower).toBeLessThanOrEqual(mean)
        expect(mean).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 12)
        expect(n).toBe(values.length)
      }),
    )
  })

  test('raising values does not lower the bound where only their level changes', () => {
    const random = seededRandom(2)
    const values = Float64Array.from({ length: 200 }, () => 0.6 * random.uniform())
    const raised = values.map((value) => value + 0.3)
    expect(bound(raised, 0.05).lower).toBeGreaterThan(bound(values, 0.05).lower)
  })

  test('asking for more certainty lowers the bound', () => {
    for (const [seed, { draw }] of Object.values(distributions).entries()) {
      const random = seededRandom(seed)
      const values = Float64Array.from({ length: 300 }, () => draw(random))
      const lowers = [0.5, 0.2, 0.1, 0.05, 0.01, 0.001].map((delta) => bound(values, delta).lower)
      for (let place = 1; place < lowers.length; place++) expect(lowers[place]).toBeLessThanOrEqual(lowers[place - 1])
    }
  })

  test('with many values the bound comes close to the mean', () => {
    const random = seededRandom(6)
    const { lower } = bound(
      Float64Array.from({ length: 20_000 }, () => random.uniform()),
      0.05,
    )
    expect(lower).toBeGreaterThan(0.48)
    expect(lower).toBeLessThan(0.5)
  })

  test('one value of 1 proves little', () => {
    expect(bound([1], 0.05).lower).toBeLessThan(0.2)
  })

  test('values that are all 0 prove nothing', () => {
    expect(bound(new Float64Array(50), 0.05).lower).toBe(0)
  })
})

test('a value outside [0, 1] is named by its line, by its words, or by its number', () => {
  const refuse = (source: Parameters<typeof requireUnitValues>[2], value: number) => () =>
    requireUnitValues('heldout-betting', [0.5, value, 0.1], source)
  expect(refuse({ file: 'values.txt' }, 1.5)).toThrow('values.txt:2:1: the value is 1.5')
  expect(refuse({ file: 'values.txt', lines: [1, 7, 9] }, Number.NaN)).toThrow('values.txt:7:1: the value is NaN')
  expect(refuse({ describe: (index) => `ndcg of list ${index}` }, -0.1)).toThrow('ndcg of list 1 is -0.1')
  expect(refuse({}, -0.1)).toThrow('Value 2 is -0.1')
  expect(refuse({}, 1)).not.toThrow()
})

test('no values are refused', () => {
  expect(() => requireUnitValues('heldout-betting', [], { file: 'empty.txt' })).toThrow(
    'empty.txt: heldout-betting needs at least one value',
  )
})

function unitValues(): fc.Arbitrary<number[]> {
  return fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 60 })
}

function deltas(): fc.Arbitrary<number> {
  return fc.double({ min: 1e-6, max: 0.9, noNaN: true })
}
