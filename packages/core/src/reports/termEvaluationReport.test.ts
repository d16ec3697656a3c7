import { expect, test } from 'vitest'
import { termEvaluationReport } from './termEvaluationReport.ts'

test('what was not asked for is left out, and a correlation that is undefined is null', () => {
  const pairs = [
    { a: 'x', b: 'y', value: 1, rating: 2 },
    { a: 'x', b: 'z', value: Number.NaN, rating: 2 },
  ]
  expect(termEvaluationReport({ model: 'm.json' }, { compared: { pairs, skipped: 3, withoutValue: 1, pearson: 0.5 } })).toEqual({
    model: 'm.json',
    pairs: 1,
    skipped: 3,
    withoutValue: 1,
    spearman: null,
    pearson: 0.5,
  })
  const nearest = { at: 5, terms: 2, skipped: 0, short: 1, precision: 0.25 }
  expect(termEvaluationReport({ model: 'm.json' }, { nearest })).toEqual({
    model: 'm.json',
    at: 5,
    'p@n': 0.25,
    neighbours: { terms: 2, skipped: 0, short: 1 },
  })
})
