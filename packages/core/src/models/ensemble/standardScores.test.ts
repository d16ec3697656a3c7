import fc from 'fast-check'
import { expect, test } from 'vitest'
import { standardise } from './standardScores.ts'

const one = (scores: readonly number[]) => standardise(Float64Array.from(scores), Uint32Array.of(0, scores.length))

test('every list gets the mean 0 and the standard deviation 1', () => {
  const standard = standardise(Float64Array.of(1, 2, 3, 100, 300), Uint32Array.of(0, 3, 3, 5))
  expect(Array.from(standard)).toEqual([-Math.sqrt(1.5), 0, Math.sqrt(1.5), -1, 1].map((value) => expect.closeTo(value, 12)))
})

test('scale and level of the scores do not matter, however large or small', () => {
  const scores = [3, 1, 4, 1.5]
  for (const scale of [1e-300, 1e-9, 7, 1e300]) {
    const scaled = one(scores.map((score) => score * scale))
    expect(Array.from(scaled)).toEqual(Array.from(one(scores), (value) => expect.closeTo(value, 9)))
  }
  expect(Array.from(one(scores.map((score) => score + 1000)))).toEqual(Array.from(one(scores), (value) => expect.closeTo(value, 9)))
  expect(Array.from(one([-1.7e308, 1.7e308]))).toEqual([-1, 1])
})

test('a list without differences gets 0: equal scores, differences of rounding, one item, none', () => {
  for (const scores of [[0, 0], [0.1, 0.1, 0.1], [1, 1 + 2 ** -52], [5], []]) expect(Array.from(one(scores))).toEqual(scores.map(() => 0))
})

test('the order stays, and equal scores stay equal', () => {
  const score = fc.integer({ min: -1000, max: 1000 })
  fc.assert(
    fc.property(fc.array(score, { minLength: 2, maxLength: 20 }), (scores) => {
      const standard = one(scores)
      for (let i = 1; i < scores.length; i++) expect(Math.sign(standard[i] - standard[0])).toBe(Math.sign(scores[i] - scores[0]))
    }),
  )
})
