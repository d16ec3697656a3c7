import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finite32, float32AtMost, float32Below, greatestFloat32 } from './float32.ts'

const smallest = 2 ** -149
const edges = [0, -0, smallest, -smallest, 1, -1, 0.1, -0.1, greatestFloat32, -greatestFloat32, 1e300, -1e300, Infinity, -Infinity]
const float32 = fc.oneof(fc.float({ noNaN: true }), fc.constantFrom(...edges.map(Math.fround)))
const float64 = fc.oneof(fc.double({ noNaN: true }), float32, fc.constantFrom(...edges))

test('at most a number, below a number: comparisons of float32 values with either are the same', () => {
  fc.assert(
    fc.property(float32, float64, (x, threshold) => {
      expect(x <= float32AtMost(threshold)).toBe(x <= threshold)
      if (x !== -Infinity || threshold === -Infinity) expect(x <= float32Below(threshold) && x !== threshold).toBe(x < threshold)
    }),
    { numRuns: 2000 },
  )
  for (const threshold of edges) {
    for (const x of edges.map(Math.fround)) expect(x <= float32AtMost(threshold), `${x} ${threshold}`).toBe(x <= threshold)
  }
})

test('one step below', () => {
  expect(float32Below(0)).toBe(-smallest)
  expect(float32Below(-0)).toBe(-smallest)
  expect(float32Below(1)).toBe(1 - 2 ** -24)
  expect(float32Below(-1)).toBe(-1 - 2 ** -23)
  expect(float32Below(0.1)).toBe(Math.fround(0.1) - 2 ** -27)
  expect(float32AtMost(0.1)).toBe(float32Below(0.1))
  expect(float32AtMost(0.5)).toBe(0.5)
  expect(float32AtMost(1e300)).toBe(greatestFloat32)
  expect(float32Below(-greatestFloat32)).toBe(-Infinity)
})

test('infinite values become the greatest, missing ones stay', () => {
  expect([Infinity, -Infinity, 3, Number.NaN].map(finite32)).toEqual([greatestFloat32, -greatestFloat32, 3, Number.NaN])
})
