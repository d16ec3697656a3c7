import { expect, test } from 'vitest'
import { gaussLegendre } from './gaussLegendre.ts'

test.each([1, 2, 3, 7, 20, 64])('%i points integrate every power up to twice their number, less one', (count) => {
  const { points, weights } = gaussLegendre(count)
  for (let power = 0; power < 2 * count; power++) {
    const integral = points.reduce((sum, point, i) => sum + weights[i] * point ** power, 0)
    expect(integral).toBeCloseTo(1 / (power + 1), 13)
  }
  expect(points.every((point, i) => point > (i === 0 ? 0 : points[i - 1]) && point < 1)).toBe(true)
})

test('the next power is not exact any more', () => {
  const { points, weights } = gaussLegendre(2)
  expect(points.reduce((sum, point, i) => sum + weights[i] * point ** 4, 0)).not.toBeCloseTo(1 / 5, 4)
})
