import { expect, test } from 'vitest'
import { sampleMoments } from './sampleMoments.ts'

test('1, 2 and 6 have the mean 3 and the variance 7', () => {
  expect(sampleMoments([1, 2, 6])).toEqual({ mean: 3, variance: (4 + 1 + 9) / 2 })
})

test('one value has no variance', () => {
  expect(sampleMoments([0.4])).toEqual({ mean: 0.4, variance: 0 })
})
