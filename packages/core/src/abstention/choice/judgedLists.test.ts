import { expect, test } from 'vitest'
import type { Calibration } from '../../rules/calibration.ts'
import { judgedLists } from './judgedLists.ts'
import { listCurve } from './listCurve.ts'

/** P rises from 1/2 to 1 as the margin goes to 1. */
const straight: Calibration = { margins: Float64Array.of(0, 1), probabilities: Float64Array.of(0.5, 1), lists: 1, pairs: 1, data: '' }

// A perfect list, one turned around, one of equal labels, one of equal scores.
const scores = Float64Array.of(0, 1, 1, 0, 0.3, 0.2, 0.5, 0.5)
const labels = Float64Array.of(0, 1, 0, 1, 1, 1, 1, 0)
const offsets = Uint32Array.of(0, 2, 4, 6, 8)

test('each list with different labels has a confidence and four risks', () => {
  const { lists, confidence, risks, asTheyCame } = judgedLists(scores, { labels, offsets }, () => straight, { about: 'order', cutoff: 1 })
  expect([...lists]).toEqual([0, 1, 3])
  expect([...confidence]).toEqual([1, 1, 0.5])
  expect([...risks['wrong-pairs']]).toEqual([0, 1, 0.5])
  expect([...risks.ndcg]).toEqual([0, 1, 0.5])
  expect([...asTheyCame]).toEqual([0, 0, 1])
  expect([...risks.worse]).toEqual([0, 0, 1])
  expect([...risks.top]).toEqual([0, 1, 0])
})

test('the confidence in the top is that of its last place over the next', () => {
  const list = { labels: Float64Array.of(2, 1, 0), offsets: Uint32Array.of(0, 3) }
  const of = (cutoff: number) => judgedLists(Float64Array.of(1, 0.4, 0.2), list, () => straight, { about: 'top', cutoff }).confidence[0]
  expect([1, 2, 3, 9].map((cutoff) => Number(of(cutoff).toFixed(6)))).toEqual([0.8, 0.6, 1, 1])
})

test('the curve answers the surest lists first, ties together, and leaves the others as they came', () => {
  const judged = judgedLists(scores, { labels, offsets }, () => straight, { about: 'order', cutoff: 1 })
  expect(listCurve(judged, 'wrong-pairs', 20)).toEqual([
    { rule: 'list', threshold: 0.5, coverage: 1, risk: 0.5, ndcg: 0.5, ndcgAsTheyCame: 1 / 3, ndcgOfAll: 0.5 },
    { rule: 'list', threshold: 1, coverage: 2 / 3, risk: 0.5, ndcg: 0.5, ndcgAsTheyCame: 0, ndcgOfAll: 2 / 3 },
  ])
})
