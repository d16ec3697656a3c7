import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import type { LinearModel } from '../models/linear/linear.ts'
import { modelToJson, parsedModel } from '../models/modelJson.ts'
import { seededRandom } from '../numeric/random.ts'
import { type Calibration, probabilityAbove } from '../rules/calibration.ts'
import type { AbstentionRule } from '../rules/ruleTable.ts'
import { rank } from './rank.ts'
import { train } from './train.ts'

/** P rises from 1/2 to 1 as the margin goes to 1. */
const straight: Calibration = { margins: Float64Array.of(0, 1), probabilities: Float64Array.of(0.5, 1), lists: 1, pairs: 1, data: '' }

/** Scores are the feature. */
const model: LinearModel = {
  ...train(rankingLists({ features: [[0], [1]], labels: [0, 1], lists: ['a', 'a'] }), { method: 'least-squares', scale: 'none' }),
  weights: Float64Array.of(1),
  intercept: 0,
  calibration: straight,
}

function oneList(scores: readonly number[]) {
  return rankingLists({ features: scores.map((score) => [score]), labels: scores.map(() => 0), lists: scores.map(() => 'q') })
}

const withRule = (rule: AbstentionRule): LinearModel => ({ ...model, abstention: { ...rule, origin: { by: 'hand' } } })

test('pairs are undecided up to the margin, ties among them at margin 0', () => {
  const lists = oneList([0.25, 1, 0.25, 0.5])
  expect(rank(model, lists, { abstainMargin: 0.25 })[0].undecided).toEqual([
    [3, 0],
    [3, 2],
    [0, 2],
  ])
  expect(rank(model, lists, { abstainMargin: 0 })[0].undecided).toEqual([[0, 2]])
})

test('pairs are undecided below the probability; at one half nothing is', () => {
  const lists = oneList([0.25, 1, 0.25, 0.5])
  expect(rank(model, lists, { abstainProbability: 0.75 })[0].undecided).toEqual([
    [3, 0],
    [3, 2],
    [0, 2],
  ]) // a margin of one half has P = 0.75 and is answered
  expect(rank(model, lists, { abstainProbability: 0.5 })[0].undecided).toEqual([])
})

test('two items change the order they came in only if P is high enough', () => {
  const lists = oneList([0.2, 0.5, 0.9])
  const rows = (abstainProbability: number) => rank(model, lists, { abstainProbability, ties: 'keep' })[0].items.map(({ row }) => row)
  expect(rows(0.5)).toEqual([2, 1, 0])
  expect(rows(0.8)).toEqual([1, 2, 0]) // 0.9 over 0.2 has P = 0.85, the neighbours 0.7 and 0.65
  expect(rows(0.95)).toEqual([0, 1, 2])
})

test('undecided pairs are those of all pairs, for any scores, ties and policy, and no decided pair is reversed', () => {
  const scores = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 25 })
  fc.assert(
    fc.property(scores, fc.integer({ min: 0, max: 6 }), fc.constantFrom('keep' as const, 'review' as const), (drawn, steps, ties) => {
      const lists = oneList(drawn.map((score) => score / 8))
      const [{ items, undecided = [] }] = rank(model, lists, { abstainMargin: steps / 8, ties })
      const expected: [number, number][] = []
      for (const [place, { row, score }] of items.entries()) {
        for (const lower of items.slice(place + 1)) {
          if (Math.abs(score - lower.score) <= steps / 8) expected.push([row, lower.row])
          else expect(score).toBeGreaterThan(lower.score)
        }
      }
      expect(undecided).toEqual(expected)
    }),
  )
})

test('a rule in the model is obeyed, another one wins over it, and decideAll sets it aside', () => {
  const lists = oneList([0.25, 1, 0.25, 0.5])
  const read = parsedModel(modelToJson(withRule({ rule: 'margin', threshold: 0.25 })), 'm.json')
  expect(rank(read, lists)).toEqual(rank(model, lists, { abstainMargin: 0.25 }))
  expect(rank(read, lists, { abstainProbability: 0.5 })[0].undecided).toEqual([])
  expect(rank(read, lists, { decideAll: true })).toEqual(rank(model, lists))
  expect(rank(read, lists, { ties: 'keep' })[0].items.map(({ row }) => row)).toEqual([1, 0, 2, 3])
  const byDistance = withRule({ rule: 'distance', threshold: 0.25, norm: '2' })
  expect(rank(byDistance, lists)[0].undecided).toEqual(rank(model, lists, { abstainRadius: 0.25 })[0].undecided)
})

test('a list below the confidence stays as it came', () => {
  const lists = oneList([0.2, 0.5, 0.9])
  const [{ answered, confidence, items }] = rank(withRule({ rule: 'list', about: 'order', cutoff: 10, threshold: 0.8 }), lists)
  expect(confidence).toBeCloseTo((0.85 + 0.7 + 0.65) / 3, 6)
  expect([answered, ...items.map(({ row }) => row)]).toEqual([false, 0, 1, 2])
  expect(items[0].probability).toBeCloseTo(0.35, 6)
  const [sure] = rank(withRule({ rule: 'list', about: 'order', cutoff: 10, threshold: 0.7 }), lists)
  expect([sure.answered, ...sure.items.map(({ row }) => row)]).toEqual([true, 2, 1, 0])
  expect(rank(withRule({ rule: 'list', about: 'order', cutoff: 1, threshold: 0.7 }), lists)[0].confidence).toBeCloseTo(0.775, 6)
  expect(rank(withRule({ rule: 'list', about: 'top', cutoff: 2, threshold: 0.7 }), lists)[0]).toMatchObject({ answered: false })
  expect(rank(withRule({ rule: 'list', about: 'top', cutoff: 2, threshold: 0.7 }), lists)[0].confidence).toBeCloseTo(0.65, 6)
  expect(rank(withRule({ rule: 'list', about: 'top', cutoff: 3, threshold: 1 }), lists)[0]).toMatchObject({ answered: true, confidence: 1 })
})

test('the probability between neighbours is that of their margin', () => {
  const [{ items }] = rank(model, oneList([0.2, 0.9, 0.5]))
  expect(items.map(({ probability }) => probability)).toEqual([
    probabilityAbove(straight, items[0].score - items[1].score),
    probabilityAbove(straight, items[1].score - items[2].score),
    undefined,
  ])
})

test('a long list with all pairs undecided is answered at once if only its top is asked for', () => {
  const random = seededRandom(1)
  const lists = oneList(Array.from({ length: 10_000 }, () => random.uniform()))
  const start = performance.now()
  const [{ undecided, items }] = rank(model, lists, { abstainMargin: 2, top: 10, ties: 'keep' })
  expect(items.map(({ row }) => row)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(undecided).toHaveLength(45)
  expect(performance.now() - start).toBeLessThan(2000)
})

test.each([
  [{ abstainMargin: 1, abstainProbability: 0.7 }, 'Several rules were given'],
  [{ abstainMargin: 1, decideAll: true }, 'Several rules were given'],
  [{ ties: 'keep' }, '`ties` would change nothing'],
  [{ abstainMargin: -1 }, '`abstainMargin` is -1'],
  [{ abstainProbability: 0.4 }, '`abstainProbability` is 0.4'],
  [{ abstainMargin: 1, norm: '1' }, 'it only works with `abstainRadius`'],
] as const)('%j is refused', (options, message) => {
  expect(() => rank(model, oneList([1, 2]), options)).toThrow(message)
})

test('a model that is not calibrated says what to do, and a file with such a rule is damaged', () => {
  const { calibration: _, ...bare } = model
  expect(() => rank(bare, oneList([1, 2]), { abstainProbability: 0.8 })).toThrow('Train it with `valid` of `train`')
  const text = modelToJson({ ...bare, abstention: { rule: 'probability', threshold: 0.8, origin: { by: 'hand' } } })
  expect(() => parsedModel(text, 'm.json')).toThrow('damaged at abstention.rule')
  expect(() => modelToJson(withRule({ rule: 'probability', threshold: 0.3 }))).toThrow('model.abstention.threshold is not in order')
})
