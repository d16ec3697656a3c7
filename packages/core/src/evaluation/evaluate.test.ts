import { expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import { bootstrapInterval } from './bootstrap.ts'
import { evaluate } from './evaluate.ts'

const lists = rankingLists({
  features: [[1], [0], [0.5], [1], [0.2], [0.1], [0.9], [0.4]],
  labels: [2, 0, 1, 0, 0, 0, 0, 1],
  lists: ['shoes', 'shoes', 'shoes', 'lamps', 'lamps', 'rugs', 'rugs', 'rugs'].map(String),
})
const scores = [3, 2, 1, 2, 1, 1, 2, 3]

test('a report has the means, how many lists they are of, and an interval for each', () => {
  const report = evaluate(scores, lists, { metrics: ['mrr', 'p@1'] })
  expect(report).toMatchObject({
    profile: 'rankwright',
    lists: 3,
    metrics: { mrr: 1, 'p@1': 1 },
    skipped: { mrr: 1, 'p@1': 1 },
    intervals: { mrr: [1, 1], 'p@1': [1, 1] },
    confidence: 0.95,
  })
  expect(report.perList).toBeUndefined()
})

test('each list can be reported on its own, with NaN where it does not count', () => {
  const { perList } = evaluate([1, 2, 3, 2, 1, 1, 2, 3], lists, { metrics: ['mrr', 'ndcg'], perList: true })
  expect(perList?.map(({ id, metrics }) => [id, metrics['mrr']])).toEqual([
    ['shoes', 1],
    ['lamps', Number.NaN],
    ['rugs', 1],
  ])
})

test('weights of lists weigh their values', () => {
  const weighted = { ...lists, listWeights: Float64Array.of(3, 5, 1) }
  const wrongForShoes = [1, 3, 2, 2, 1, 1, 2, 3]
  expect(evaluate(wrongForShoes, lists, { metrics: ['mrr'] }).metrics['mrr']).toBe((1 / 2 + 1) / 2)
  expect(evaluate(wrongForShoes, weighted, { metrics: ['mrr'] }).metrics['mrr']).toBe((3 * (1 / 2) + 1) / 4)
})

test('in intervals too, each weight stays with its list where others are skipped', () => {
  const relevantAt = [0, 1, undefined, 2, 0, undefined, 1, 2, 0, 0, undefined, 1] // the place of the relevant item of each list of three
  const weights = relevantAt.map((_, list) => 1 + list)
  const many = {
    labels: Float64Array.from(relevantAt.flatMap((place) => [0, 1, 2].map((item) => (item === place ? 1 : 0)))),
    offsets: Uint32Array.from({ length: relevantAt.length + 1 }, (_, list) => 3 * list),
    listIds: relevantAt.map((_, list) => `list ${list}`),
    listWeights: Float64Array.from(weights),
  }
  const { intervals } = evaluate(
    relevantAt.flatMap(() => [3, 2, 1]),
    many,
    { metrics: ['mrr'] },
  )
  const counted = relevantAt.flatMap((place, list) => (place === undefined ? [] : [{ value: 1 / (place + 1), weight: weights[list] }]))
  const expected = bootstrapInterval(
    counted.map(({ value }) => value),
    { weights: counted.map(({ weight }) => weight) },
  )
  expect(intervals['mrr']).toEqual(expected)
  expect(expected[0]).toBeGreaterThan(1 / 3)
  expect(expected[1]).toBeLessThan(1)
})

test('intervals can be left out or be of another confidence', () => {
  const wrongForShoes = [1, 3, 2, 2, 1, 1, 2, 3]
  expect(evaluate(wrongForShoes, lists, { confidence: 0 }).intervals).toEqual({})
  const { intervals } = evaluate(wrongForShoes, lists, { metrics: ['mrr'], confidence: 0.5, seed: 3 })
  expect(intervals['mrr']).toEqual(bootstrapInterval([1 / 2, 1], { confidence: 0.5, seed: 3 }))
})

test('the report says under which conventions it was made', () => {
  const { conventions } = evaluate(scores, lists, { metrics: ['map'], profile: 'letor4', relevantFrom: 2 })
  expect(conventions).toMatchObject({ gain: 'exponential', discount: 'letor', ties: 'input', emptyLists: 'zero', relevantFrom: 2 })
})

test('where no list counts the mean is NaN and so is the interval', () => {
  const nothing = { ...lists, labels: new Float64Array(8) }
  const report = evaluate(scores, nothing, { metrics: ['ndcg@10'] })
  expect(report.metrics['ndcg@10']).toBeNaN()
  expect(report.intervals['ndcg@10']).toEqual([Number.NaN, Number.NaN])
  expect(report.skipped['ndcg@10']).toBe(3)
})
