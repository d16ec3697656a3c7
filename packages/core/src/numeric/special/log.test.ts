import { expect, test } from 'vitest'
import { seededRandom } from '../random.ts'
import { logOf } from './log.ts'

test('log is within two units in the last place of Math.log for numbers from 1 on', () => {
  const random = seededRandom(1)
  for (let i = 0; i < 20_000; i++) {
    const x = i % 2 === 0 ? 1 + random.uniform() * 3 : 2 ** (random.uniform() * 1023)
    const exact = Math.log(x)
    expect(Math.abs(logOf(x) - exact)).toBeLessThanOrEqual(2 * 2 ** -52 * exact)
  }
})

test('log is as close for numbers below 1, down to the least', () => {
  const random = seededRandom(2)
  for (let i = 0; i < 20_000; i++) {
    const x = i % 2 === 0 ? random.uniform() : 2 ** (-1074 * random.uniform())
    if (x === 0) continue
    expect(Math.abs(logOf(x) - Math.log(x))).toBeLessThanOrEqual(2 * 2 ** -52 * Math.abs(Math.log(x)))
  }
  expect(logOf(Number.MIN_VALUE)).toBeCloseTo(-1074 * Math.LN2, 12)
})

test('log of one is zero, of a power of two its exponent times log 2, of NaN NaN', () => {
  expect(Object.is(logOf(1), 0)).toBe(true)
  for (let k = 1; k < 1024; k++) expect(Math.abs(logOf(2 ** k) / (k * Math.LN2) - 1)).toBeLessThan(2 ** -51)
  expect(logOf(Number.NaN)).toBeNaN()
})
