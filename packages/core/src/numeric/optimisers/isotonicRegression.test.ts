import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isotonicRegression } from './isotonicRegression.ts'

const points = fc.array(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.constantFrom(0, 0.5, 1), fc.integer({ min: 1, max: 4 })), {
  minLength: 1,
  maxLength: 25,
})

/** max over low ≤ x of min over high ≥ x of the mean of y from low to high (Barlow, Bartholomew, Bremner & Brunk 1972, §1.2). */
function maxMin(drawn: readonly (readonly [number, number, number])[], x: number): number {
  const mean = (low: number, high: number) => {
    const inside = drawn.filter(([at]) => at >= low && at <= high)
    return inside.reduce((sum, [, y, weight]) => sum + y * weight, 0) / inside.reduce((sum, [, , weight]) => sum + weight, 0)
  }
  const places = [...new Set(drawn.map(([at]) => at))]
  const lows = places.filter((at) => at <= x)
  const highs = places.filter((at) => at >= x)
  return Math.max(...lows.map((low) => Math.min(...highs.map((high) => mean(low, high)))))
}

test('the steps are those of the max-min formula, whatever the order of the points', () => {
  fc.assert(
    fc.property(points, (drawn) => {
      const [x, y, weights] = [0, 1, 2].map((part) => Float64Array.from(drawn, (point) => point[part]))
      const steps = isotonicRegression(x, y, weights)
      for (const [at] of drawn) {
        const step = steps.lows.findLastIndex((low) => low <= at)
        expect(at).toBeLessThanOrEqual(steps.highs[step])
        expect(steps.values[step]).toBeCloseTo(maxMin(drawn, at), 12)
      }
      expect(steps.weights.reduce((a, b) => a + b, 0)).toBeCloseTo(
        weights.reduce((a, b) => a + b, 0),
        12,
      )
      const back = isotonicRegression(x.toReversed(), y.toReversed(), weights.toReversed())
      expect(back.lows).toEqual(steps.lows)
      back.values.forEach((value, step) => {
        expect(value).toBeCloseTo(steps.values[step], 12)
      })
    }),
  )
})

test('steps rise strictly, and points of equal x are in one step', () => {
  const { lows, highs, values } = isotonicRegression(
    Float64Array.of(1, 1, 2, 3, 3, 4),
    Float64Array.of(0, 1, 0, 1, 1, 0),
    new Float64Array(6).fill(1),
  )
  expect([...values]).toEqual([1 / 3, 2 / 3])
  expect([[...lows], [...highs]]).toEqual([
    [1, 3],
    [2, 4],
  ])
})
