import { expect, test } from 'vitest'
import { centredUtilities, utilitiesOfRanks } from './series.ts'

test('the first of three gets 1, the last a third', () => {
  expect([...utilitiesOfRanks(Float64Array.of(2, 1, 3))]).toEqual([2 / 3, 1, 1 / 3])
})

test('a subset of a longer ranking is ranked afresh', () => {
  expect(utilitiesOfRanks(Float64Array.of(40, 7, 900))).toEqual(utilitiesOfRanks(Float64Array.of(2, 1, 3)))
})

test('items of one band share the mean of their places', () => {
  expect([...utilitiesOfRanks(Float64Array.of(1, 225.5, 225.5, 275.5))]).toEqual([1, 2.5 / 4, 2.5 / 4, 1 / 4])
})

test('centred utilities add up to nothing', () => {
  expect(centredUtilities(Float64Array.of(1, 2, 6))).toEqual(Float64Array.of(-2, -1, 3))
})
