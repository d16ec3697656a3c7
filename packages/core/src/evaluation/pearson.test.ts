import { expect, test } from 'vitest'
import { pearson } from './pearson.ts'

test('1 on a line, -1 on a falling one, whatever the scale', () => {
  expect(pearson([1, 2, 5], [10, 20, 50])).toBeCloseTo(1, 12)
  expect(pearson([1, 2, 5], [-1, -3, -9])).toBeCloseTo(-1, 12)
})

test('between, the covariance over the standard deviations', () => {
  // Deviations from the means: -1, 0, 1 and -1, 1, 0.
  expect(pearson([1, 2, 3], [1, 3, 2])).toBeCloseTo(1 / 2, 12)
})

test('undefined where one side is constant', () => {
  expect(pearson([1, 1], [1, 2])).toBeUndefined()
})
