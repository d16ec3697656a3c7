import { expect, test } from 'vitest'
import { hypergeometricTail } from './hypergeometricTail.ts'

test('the lady tasting tea: all four cups right has probability 1/70, three or more 17/70', () => {
  expect(hypergeometricTail(4, 4, 0, 4)).toBeCloseTo(1 / 70, 12)
  expect(hypergeometricTail(3, 4, 1, 4)).toBeCloseTo(17 / 70, 12)
})

test('nothing found is certain, and so is all that there is', () => {
  expect(hypergeometricTail(0, 10, 3, 20)).toBeCloseTo(1, 12)
  expect(hypergeometricTail(10, 10, 20, 20)).toBeCloseTo(1, 12)
  expect(hypergeometricTail(0, 0, 0, 0)).toBeCloseTo(1, 12)
})

test('counts of a hundred thousand keep their digits', () => {
  // All of five among the first half: close to 1/32.
  expect(hypergeometricTail(5, 100_000, 0, 100_000)).toBeCloseTo(1 / 32, 4)
})
