import { expect, test } from 'vitest'
import { oneScale } from './oneScale.ts'

test('scores of rankers that differ in scale and offset alone become the same', () => {
  const scores = Float64Array.of(0.1, 0.7, 0.7, 2.3)
  const others = scores.map((score) => 3.7 * score - 11)
  const [first, second] = [oneScale(scores), oneScale(others)]
  expect(Array.from(others, second)).toEqual(Array.from(scores, first))
  expect(first(0.7)).toBeLessThan(first(2.3))
})

test('scores that are all equal are 0', () => {
  expect(oneScale(Float64Array.of(4, 4))(4)).toBe(0)
})
