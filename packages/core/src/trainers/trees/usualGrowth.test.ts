import { expect, test } from 'vitest'
import { usualFeatureShare, usualLeaves, usualMinRows, usualRate } from './usualGrowth.ts'

test('trees grow with the data, between what is good for few rows and what others take for many', () => {
  expect([1, 20_000, 50_000, 141_421, 1e6, 1e8].map((rows) => usualLeaves({ rows }, false))).toEqual([4, 4, 6, 11, 31, 31])
  expect([1, 20_000, 1e6].map((rows) => usualRate({ rows }))).toEqual([0.05, 0.05, 0.1])
  expect([6, 100, 999, 1000, 1e6].map((rows) => usualMinRows({ rows }))).toEqual([1, 2, 19, 20, 20])
})

test('categories get larger trees where there are enough rows, and all features', () => {
  expect([9999, 10_000, 50_000, 141_421].map((rows) => usualLeaves({ rows }, true))).toEqual([4, 8, 8, 11])
  expect([true, false].map(usualFeatureShare)).toEqual([1, 0.5])
})
