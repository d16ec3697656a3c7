import { metricContract } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { expectedReciprocalRank } from './expectedReciprocalRank.ts'

const stop = (grade: number, best: number) => (2 ** grade - 1) / 2 ** best

test('a reader who passed the items before stops with the chance of the grade', () => {
  const expected = stop(1, 4) + ((1 - stop(1, 4)) * stop(3, 4)) / 2
  expect(expectedReciprocalRank([3, 2, 1], [1, 3, 0], { maxGrade: 4 })).toBeCloseTo(expected, 14)
  expect(expectedReciprocalRank([3, 2, 1], [1, 3, 0], { maxGrade: 4, cutoff: 1 })).toBeCloseTo(stop(1, 4), 14)
})

test('the best grade of the list is the scale unless one is given', () => {
  expect(expectedReciprocalRank([2, 1], [2, 0])).toBeCloseTo(stop(2, 2), 14)
})

test('labels may be the chances themselves', () => {
  expect(expectedReciprocalRank([2, 1], [0.25, 0.5], { stopping: 'probability' })).toBeCloseTo(0.25 + (0.75 * 0.5) / 2, 14)
})

test('a grade beyond the scale stops every reader, and grades too great for a power of two still count', () => {
  expect(expectedReciprocalRank([2, 1], [9, 1], { maxGrade: 4 })).toBe(1)
  expect(expectedReciprocalRank([2, 1], [4000, 3999])).toBeCloseTo(1, 14)
  expect(expectedReciprocalRank([1, 2], [4000, 3999])).toBeCloseTo(1 / 2 + 1 / 2 / 2, 14)
})

test('a list of one thousand tied items has the mean of its orders too', () => {
  const labels = Array.from({ length: 1000 }, (_, item) => (item === 0 ? 1 : 0))
  const harmonic = labels.reduce<number>((sum, _, place) => sum + 1 / (place + 1), 0)
  expect(
    expectedReciprocalRank(
      labels.map(() => 0),
      labels,
    ),
  ).toBeCloseTo(harmonic / 1000 / 2, 14)
})

test('without relevant items it is undefined', () => {
  expect(expectedReciprocalRank([1, 2], [0, 0])).toBeUndefined()
})

metricContract('err', (scores, labels, options) => expectedReciprocalRank(scores, labels, { ...options, maxGrade: 4 }), { range: [0, 1] })
metricContract('err@3', (scores, labels, options) => expectedReciprocalRank(scores, labels, { ...options, maxGrade: 4, cutoff: 3 }), {
  range: [0, 1],
})
