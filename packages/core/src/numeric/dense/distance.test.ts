import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { greatestSumWithin, rowDistance } from './distance.ts'

test('the three norms of a difference', () => {
  const points = Float32Array.of(1, 2, 3, 4, -2, 3)
  expect(rowDistance('1', points, 3, 0, 1)).toBe(7)
  expect(rowDistance('2', points, 3, 0, 1)).toBe(5)
  expect(rowDistance('inf', points, 3, 0, 1)).toBe(4)
})

test('comparing sums of squares with the greatest one within a radius is comparing distances', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e150, noNaN: true }), fc.double({ min: 0, max: 4, noNaN: true }), (sum, share) => {
      for (const radius of [Math.sqrt(sum), share * Math.sqrt(sum)]) {
        expect(sum <= greatestSumWithin('2', radius)).toBe(Math.sqrt(sum) <= radius)
        const greatest = greatestSumWithin('2', radius)
        expect(Math.sqrt(greatest) <= radius).toBe(true)
      }
    }),
  )
  expect(greatestSumWithin('2', 0)).toBe(0)
  expect(greatestSumWithin('inf', 0.3)).toBe(0.3)
})
