import { expect, test } from 'vitest'
import { absoluteSum, addScaled, euclideanNorm, maximumNorm } from './vectors.ts'

test('the three norms of (3, −4)', () => {
  const vector = Float64Array.of(3, -4)
  expect([absoluteSum(vector), euclideanNorm(vector), maximumNorm(vector)]).toEqual([7, 5, 4])
})

test('the Euclidean norm neither overflows nor vanishes', () => {
  expect(euclideanNorm(Float64Array.of(3e200, 4e200)) / 5e200).toBeCloseTo(1, 14)
  expect(euclideanNorm(Float64Array.of(3e-200, 4e-200)) / 5e-200).toBeCloseTo(1, 14)
  expect(euclideanNorm(new Float64Array(3))).toBe(0)
  expect(euclideanNorm(Float64Array.of(1, Number.NEGATIVE_INFINITY))).toBe(Number.POSITIVE_INFINITY)
})

test('a norm of something that is no number is no number', () => {
  expect(maximumNorm(Float64Array.of(9, Number.NaN, 1))).toBeNaN()
  expect(euclideanNorm(Float64Array.of(9, Number.NaN, 1))).toBeNaN()
})

test('a multiple is added in place', () => {
  const into = Float64Array.of(1, 2)
  addScaled(-2, Float64Array.of(1, 0.5), into)
  expect([...into]).toEqual([-1, 1])
})
