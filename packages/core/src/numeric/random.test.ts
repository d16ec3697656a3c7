import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { RankwrightError } from '../problems/problem.ts'
import { seededRandom, splitMix64, xoshiro128 } from './random.ts'

test('xoshiro128** gives the outputs of the reference program', () => {
  // xoshiro128starstar.c 1.1 of prng.di.unimi.it from the state {1, 2, 3, 4}, as published in the tests of rand_xoshiro.
  const published = [11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804]
  const state = Int32Array.of(1, 2, 3, 4)
  expect(published.map(() => xoshiro128(state))).toEqual(published)
})

test('SplitMix64 gives the outputs of the reference program', () => {
  // splitmix64.c of prng.di.unimi.it from the state 1234567, as published on Rosetta Code, "Pseudo-random numbers/Splitmix64".
  const published = [6457827717110365317n, 3203168211198807973n, 9817491932198370423n, 4593380528125082431n, 16408922859458223821n]
  expect(splitMix64(1234567n, 5)).toEqual(published)
})

test('a seed fills the state with two SplitMix64 outputs, low words first', () => {
  const [first, second] = splitMix64(42n, 2)
  const words = [first & 0xffffffffn, first >> 32n, second & 0xffffffffn, second >> 32n]
  const state = Int32Array.from(words, Number)
  const random = seededRandom(42)
  for (let draw = 0; draw < 20; draw++) expect(random.bits()).toBe(xoshiro128(state))
})

test('the same seed gives the same numbers and another seed gives others', () => {
  const draw = (seed: number) => {
    const random = seededRandom(seed)
    return [random.uniform(), random.normal(), random.normal(), random.integer(1000), random.shuffle([1, 2, 3, 4, 5])]
  }
  expect(draw(7)).toEqual(draw(7))
  expect(draw(7)).not.toEqual(draw(8))
})

test('a seed that is not a whole number is refused', () => {
  expect(() => seededRandom(1.5)).toThrow(RankwrightError)
  expect(() => seededRandom(Number.NaN)).toThrow(RankwrightError)
})

test('uniform numbers have the moments of the uniform distribution', () => {
  const random = seededRandom(1)
  const draws = Array.from({ length: 100_000 }, () => random.uniform())
  expect(draws.every((value) => value >= 0 && value < 1)).toBe(true)
  const deviation = Math.sqrt(1 / 12 / draws.length)
  expect(Math.abs(mean(draws) - 1 / 2)).toBeLessThan(4 * deviation)
  expect(mean(draws.map((value) => value * value))).toBeCloseTo(1 / 3, 2)
})

test('integers below a bound are all equally likely', () => {
  for (const below of [1, 2, 3, 6, 7, 10]) {
    const random = seededRandom(below)
    const counts = new Array<number>(below).fill(0)
    const draws = 60_000
    for (let draw = 0; draw < draws; draw++) counts[random.integer(below)]++
    const deviation = Math.sqrt((draws / below) * (1 - 1 / below))
    for (const count of counts) expect(Math.abs(count - draws / below)).toBeLessThanOrEqual(4.5 * deviation)
  }
})

test('integers stay below bounds of any size and reach both halves', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: Number.MAX_SAFE_INTEGER }), fc.nat(), (below, seed) => {
      const random = seededRandom(seed)
      const draws = Array.from({ length: 64 }, () => random.integer(below))
      expect(draws.every((value) => Number.isInteger(value) && value >= 0 && value < below)).toBe(true)
      expect(draws.some((value) => value < below / 2) && draws.some((value) => value >= Math.floor(below / 2))).toBe(true)
    }),
  )
})

test('a bound that is no bound is refused', () => {
  for (const below of [0, -1, Number.NaN, 2 ** 60]) expect(() => seededRandom(1).integer(below)).toThrow(RangeError)
})

test('filling an array draws what one draw after another gives, and leaves the generator where they would', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 21 }), fc.nat(), (below, seed) => {
      const filled = new Uint32Array(50)
      const filling = seededRandom(seed)
      const single = seededRandom(seed)
      filling.fillIntegers(below, filled)
      expect([...filled]).toEqual(Array.from({ length: 50 }, () => single.integer(below)))
      expect(filling.bits()).toBe(single.bits())
    }),
  )
})

test('normal numbers have the moments and the tail of the normal distribution', () => {
  const random = seededRandom(3)
  const draws = Array.from({ length: 100_000 }, () => random.normal())
  expect(Math.abs(mean(draws))).toBeLessThan(4 / Math.sqrt(draws.length))
  expect(Math.abs(mean(draws.map((value) => value ** 2)) - 1)).toBeLessThan(4 * Math.sqrt(2 / draws.length))
  expect(Math.abs(mean(draws.map((value) => value ** 4)) - 3)).toBeLessThan(4 * Math.sqrt(96 / draws.length))
  const beyondTwo = 0.0455002638963584 // 2 (1 − Φ(2))
  const share = draws.filter((value) => Math.abs(value) > 2).length / draws.length
  expect(Math.abs(share - beyondTwo)).toBeLessThan(4 * Math.sqrt((beyondTwo * (1 - beyondTwo)) / draws.length))
})

test('a shuffle keeps the items, reaches every order equally often, and works in place', () => {
  const random = seededRandom(5)
  const counts = new Map<string, number>()
  const draws = 24_000
  for (let draw = 0; draw < draws; draw++) {
    const order = [1, 2, 3, 4]
    expect(random.shuffle(order)).toBe(order)
    counts.set(order.join(), (counts.get(order.join()) ?? 0) + 1)
  }
  expect(counts.size).toBe(24)
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(4.5 * Math.sqrt(1000))
  expect([...random.shuffle(Uint32Array.of(3, 1, 2))].sort()).toEqual([1, 2, 3])
})

test('a fork depends on the seed and its label, not on what was drawn before', () => {
  const early = seededRandom(9).fork('folds')
  const busy = seededRandom(9)
  for (let draw = 0; draw < 10; draw++) busy.uniform()
  const late = busy.fork('folds')
  expect(Array.from({ length: 5 }, late.bits)).toEqual(Array.from({ length: 5 }, early.bits))
})

test('forks with other labels, of other seeds, and forks without a label differ', () => {
  const random = seededRandom(9)
  const forks = [
    random,
    random.fork(),
    random.fork(),
    random.fork('a'),
    random.fork('b'),
    seededRandom(10).fork('a'),
    random.fork('a').fork('a'),
  ]
  expect(new Set(forks.map((fork) => fork.bits())).size).toBe(forks.length)
})

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length
}
