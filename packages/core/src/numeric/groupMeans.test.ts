import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupMeans } from './groupMeans.ts'
import { seededRandom } from './random.ts'

test('each group has the mean of its values, in the order of their first ones', () => {
  expect(groupMeans(Float64Array.of(3, 1, 5, 2), Uint32Array.of(9, 4, 9, 4))).toEqual(Float64Array.of(4, 1.5))
  expect(groupMeans(Float64Array.of(0.1, 0.1, 0.1), Uint32Array.of(0, 0, 0))).toEqual(Float64Array.of(0.1))
  expect(groupMeans(new Float64Array(0), new Uint32Array(0))).toHaveLength(0)
})

test('the order of the values changes no bit', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(3)), { maxLength: 20 }), fc.nat(), (given, seed) => {
      const means = (pairs: readonly (readonly [number, number])[]) =>
        groupMeans(
          Float64Array.from(pairs, ([value]) => value),
          Uint32Array.from(pairs, ([, group]) => group),
        ).sort()
      expect(means(seededRandom(seed).shuffle([...given]))).toEqual(means(given))
    }),
  )
})
