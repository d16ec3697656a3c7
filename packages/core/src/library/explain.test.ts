import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import { score } from '../models/score.ts'
import { RankwrightError } from '../problems/problem.ts'
import { explainItem, explainPair } from './explain.ts'
import { train } from './train.ts'

/** The rows of the lists are scattered, so that places in the file are not places in the lists. */
const lists = rankingLists({
  features: [
    [1, 5, 0],
    [9, Number.NaN, 0],
    [2, 6, 0],
    [4, 8, 0],
    [3, 5, 0],
  ],
  labels: [0, 3, 0, 2, 1],
  lists: ['a', 'a', 'b', 'b', 'a'],
  items: ['p', 'q', 'r', 's', 't'],
  featureNames: ['quality', 'size', 'constant'],
})
const scoreAt = (model: Parameters<typeof score>[0], row: number) => score(model, lists)[lists.sourceRows!.indexOf(row)]

describe.each(['none', 'min-max', 'standard', 'quantile', 'per-list'] as const)('with the scale %s', (scale) => {
  const model = train(lists, { method: 'least-squares', lambda: 0.1, scale, featureBall: 'l2' })

  test('contributions and intercept sum to the score, and each is weight times mapped value', () => {
    for (let row = 0; row < 5; row++) {
      const { score: explained, contributions, intercept, item } = explainItem(model, lists, row)
      expect(contributions.reduce((sum, { contribution }) => sum + contribution, intercept)).toBeCloseTo(scoreAt(model, row), 13)
      expect(explained).toBeCloseTo(scoreAt(model, row), 13)
      expect(item).toBe('pqrst'[row])
      for (const { contribution, weight, mapped } of contributions)
        expect(contribution).toBe((weight ?? Number.NaN) * (mapped ?? Number.NaN))
    }
  })

  test('why one stands above the other is the difference of their contributions, whichever way it is asked', () => {
    fc.assert(
      fc.property(fc.nat(4), fc.nat(4), (a, b) => {
        const { how, above, below, difference, contributions } = explainPair(model, lists, a, b)
        expect(how).toBe('exact')
        expect([above, below].sort()).toEqual([a, b].sort())
        expect(difference).toBeCloseTo(scoreAt(model, above) - scoreAt(model, below), 13)
        expect(contributions.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(difference, 13)
        for (const { feature, contribution } of contributions) {
          const of = (row: number) => explainItem(model, lists, row).contributions.find((one) => one.feature === feature)?.contribution ?? 0
          expect(contribution).toBeCloseTo(of(above) - of(below), 13)
        }
        if (difference > 0) expect(explainPair(model, lists, b, a)).toEqual({ how, above, below, difference, contributions })
      }),
      { numRuns: 25 },
    )
  })
})

test('the strongest come first, what adds nothing is left out, missing values are shown as such', () => {
  const { contributions } = explainItem(train(lists, { method: 'least-squares', missing: 'mean' }), lists, 1)
  const strengths = contributions.map(({ contribution }) => Math.abs(contribution))
  expect(strengths).toEqual([...strengths].sort((a, b) => b - a))
  expect(contributions.map(({ feature }) => feature)).not.toContain('constant')
  expect(contributions.find(({ feature }) => feature === 'size')?.value).toBeNaN()
})

test('an item compared with itself has no lead and no reasons', () => {
  expect(explainPair(train(lists, { method: 'least-squares' }), lists, 2, 2)).toEqual({
    how: 'exact',
    above: 2,
    below: 2,
    difference: 0,
    contributions: [],
  })
})

test('features without names are shown by their numbers', () => {
  const unnamed = rankingLists({ features: [[1], [2]], labels: [0, 1], lists: [1, 1] })
  expect(explainItem(train(unnamed, { method: 'least-squares' }), unnamed, 1).contributions[0].feature).toBe('1')
})

test.each([-1, 5, 0.5, Number.NaN])('there is no row %d', (row) => {
  const attempt = () => explainItem(train(lists, { method: 'least-squares' }), lists, row)
  expect(attempt).toThrow(RankwrightError)
  expect(attempt).toThrow('give rows of the data, 0 to 4')
})
