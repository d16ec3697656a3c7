import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { rankList } from './rankedList.ts'
import { squaredError, squaredErrorOfRanked } from './squaredError.ts'

/** As it is defined. */
function overPairs(scores: readonly number[], labels: readonly number[]): number {
  let sum = 0
  for (let j = 0; j < scores.length; j++) {
    for (let k = 0; k < scores.length; k++) sum += (labels[j] - labels[k] - (scores[j] - scores[k])) ** 2
  }
  return sum / scores.length ** 2
}

const item = fc.record({ score: fc.integer({ min: -50, max: 50 }), label: fc.integer({ min: -4, max: 4 }) })
const list = fc.array(item, { minLength: 2, maxLength: 12 })

test('it is the mean over all pairs', () => {
  fc.assert(
    fc.property(list, (items) => {
      const [scores, labels] = [items.map(({ score }) => score / 7), items.map(({ label }) => label)]
      expect(squaredError(scores, labels)).toBeCloseTo(overPairs(scores, labels), 9)
    }),
  )
})

test('labels as scores have none, and neither have scores moved by the same amount', () => {
  expect(squaredError([3, 1, 2], [3, 1, 2])).toBe(0)
  expect(squaredError([1e9 + 3, 1e9 + 1, 1e9 + 2], [3, 1, 2])).toBe(0)
  expect(squaredError([0, 0], [1, 0])).toBe(0.5)
})

test('the order of the items does not matter', () => {
  expect(squaredError([0.5, 2, -1], [1, 2, 0])).toBeCloseTo(squaredError([-1, 0.5, 2], [0, 1, 2]) ?? Number.NaN, 12)
})

test('one item has no pairs; an infinite score, or one too large to be squared, is infinitely wrong', () => {
  expect(squaredError([], [])).toBe(undefined)
  expect(squaredError([4], [1])).toBe(undefined)
  expect(squaredErrorOfRanked(rankList([Infinity, 1], [1, 0]))).toBe(Infinity)
  expect(squaredErrorOfRanked(rankList([Infinity, Infinity], [1, 0]))).toBe(Infinity)
  expect(squaredError([1e200, 0], [1, 0])).toBe(Infinity)
})

test('what is no list of scores and labels is refused', () => {
  expect(() => squaredError([0, Number.NaN], [0, 1])).toThrow('scores[1] is NaN')
  expect(() => squaredError([0, Infinity], [0, 1])).toThrow('scores[1] is Infinity')
  expect(() => squaredError([0, 1], [0, Infinity])).toThrow('labels[1] is Infinity')
  expect(() => squaredError([0, 1], [0])).toThrow('scores has 2 entries and labels 1')
})
