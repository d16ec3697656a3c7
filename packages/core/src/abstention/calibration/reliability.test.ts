import { expect, test } from 'vitest'
import { seededRandom } from '../../numeric/random.ts'
import type { Calibration } from '../../rules/calibration.ts'
import { reliability } from './reliability.ts'

/** P rises from 1/2 to 1 as the margin goes to 1. */
const straight: Calibration = {
  margins: Float64Array.of(0, 1),
  probabilities: Float64Array.of(0.5, 1),
  lists: 1,
  pairs: 1,
  data: '',
}

test('ten bins of equal weight, lists with weight 1', () => {
  // The first list says 0.6 twenty times and is right in half, the second says 0.9 once and is right: five bins each.
  const lists = Uint32Array.from([...new Array(20).fill(0), 1])
  const ahead = Float64Array.from([...Array.from({ length: 20 }, (_, pair) => (pair % 2 === 0 ? 0.2 : -0.2)), 0.8])
  const { bins, error, lists: count } = reliability({ lists, ahead }, () => straight)!
  expect(count).toBe(2)
  expect(bins.map(({ said, right }) => [Number(said.toFixed(6)), Number(right.toFixed(6))])).toEqual([
    ...new Array(5).fill([0.6, 0.5]),
    ...new Array(5).fill([0.9, 1]),
  ])
  expect(error).toBeCloseTo(0.1, 12)
})

test('what is drawn as it was said has a small error, what is said twice as boldly a large one', () => {
  const random = seededRandom(1)
  const margins = Float64Array.from({ length: 40_000 }, () => random.uniform())
  const draw = (boldness: number) => margins.map((margin) => (random.uniform() < 0.5 + margin / 2 / boldness ? margin : -margin))
  const lists = margins.map((_, pair) => pair)
  const errorOf = (ahead: Float64Array) => reliability({ lists: Uint32Array.from(lists), ahead }, () => straight)!.error
  expect(errorOf(draw(1))).toBeLessThan(0.01)
  expect(errorOf(draw(2))).toBeCloseTo(0.125, 2) // the mean of margin/4
})
