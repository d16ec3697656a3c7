import { expect, test } from 'vitest'
import { isHopeless, pairedDifference, summaryOf } from './comparison.ts'

const apart = (lists: number) => Array.from({ length: lists }, (_, list) => [list])

test('no method is hopeless by rounding', () => {
  const values = new Float64Array(30).fill(0.3)
  expect(isHopeless(values, new Float64Array(30).fill(0.1 + 0.2), apart(30))).toBe(false)
  expect(isHopeless(values, new Float64Array(30).fill(0.4), apart(30))).toBe(true)
})

test('copies of a list tell as much as the list: the mean stays, and the error is that of the different ones', () => {
  const one = Float64Array.of(0.1, 0.5, 0.9, 0.4, Number.NaN)
  const other = Float64Array.of(0.3, 0.4, 0.2, 0.6, 0.5)
  const three = (values: Float64Array) => Float64Array.from([...values, ...values, ...values])
  const groups = [0, 1, 2, 3, 4].map((list) => [list, list + 5, list + 10])
  const once = pairedDifference(one, other, apart(5))
  const thrice = pairedDifference(three(one), three(other), groups)
  expect(thrice.mean).toBeCloseTo(once.mean, 12)
  expect(thrice.error).toBeCloseTo(once.error, 12)
  expect([once.lists, thrice.lists]).toEqual([4, 4])
  expect(pairedDifference(three(one), three(other), apart(15)).error).toBeLessThan(0.6 * once.error)
  const [low, high] = summaryOf(three(one), 1, groups)!.interval!
  const [lowOnce, highOnce] = summaryOf(one, 1, apart(5))!.interval!
  expect(low).toBeCloseTo(lowOnce, 12)
  expect(high).toBeCloseTo(highOnce, 12)
  const ten = Float64Array.from({ length: 40 }, (_, list) => (list % 10) / 10)
  const tens = Array.from({ length: 10 }, (_, list) => [list, list + 10, list + 20, list + 30])
  expect(
    isHopeless(
      ten,
      ten.map((value) => value + 0.5),
      tens,
    ),
  ).toBe(false) // ten lists say nothing of what is hopeless
  expect(
    isHopeless(
      ten,
      ten.map((value) => value + 0.5),
      apart(40),
    ),
  ).toBe(true)
})
