import { expect, test } from 'vitest'
import { thresholdsOf } from './featureBins.ts'

test('few values have a bin each, with the threshold in the middle', () => {
  expect(thresholdsOf(Float32Array.of(0, 0, 1, 3, 3), 255)).toEqual([0.5, 2])
  expect(thresholdsOf(Float32Array.of(2, 2), 255)).toEqual([])
  expect(thresholdsOf(new Float32Array(0), 255)).toEqual([])
})

test('many values share bins about equally, and a frequent one has its own', () => {
  const many = Float32Array.from({ length: 10_000 }, (_, place) => place)
  expect(thresholdsOf(many, 10)).toHaveLength(9)
  expect(thresholdsOf(many, 10)[4]).toBeCloseTo(5000, -2)
  const heavy = Float32Array.from({ length: 10_000 }, (_, place) => Math.max(0, place - 8999))
  const thresholds = thresholdsOf(heavy, 11)
  expect(thresholds[0]).toBe(0.5)
  expect(thresholds).toHaveLength(10)
  expect(thresholds[5]).toBeCloseTo(500, -2)
})

test('neighbours without a number between them', () => {
  const next = Math.fround(1 + 2 ** -23)
  expect(thresholdsOf(Float32Array.of(1, next), 255)).toEqual([1])
})
