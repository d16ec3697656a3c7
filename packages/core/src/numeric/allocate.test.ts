import { expect, test } from 'vitest'
import { RankwrightError } from '../problems/problem.ts'
import { allocate, grown } from './allocate.ts'

test('a grown array starts with the used entries, and then has zeros', () => {
  expect(grown(Float64Array, Float64Array.of(1, 2, 3), 2, 4)).toEqual(Float64Array.of(1, 2, 0, 0))
})

test('an array that cannot be had is a problem of the input', () => {
  expect(() => allocate(Float32Array, 2 ** 60)).toThrow(RankwrightError)
})
