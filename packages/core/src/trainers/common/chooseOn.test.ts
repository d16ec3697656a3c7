import { expect, test } from 'vitest'
import { rankingLists } from '../../data/lists/plainRows.ts'
import { finish } from '../../runtime/training.ts'
import { methodOf } from '../methods.ts'
import { type Chosen, type Criterion, chooseOn, openChoice } from './chooseOn.ts'

const lambda: Criterion = { option: 'lambda', on: 'valid', metric: 'ndcg@10' }

/** Chooses among 100, 10, 1, … by what was measured for each. */
function choose(measured: readonly number[], criterion: Criterion = lambda): Chosen<string> {
  const grid = measured.map((_, index) => 10 ** (2 - index))
  return finish(chooseOn(criterion, grid, (value, index) => ({ measured: measured[index], kept: `fit ${value}` })))
}

test('the best candidate is taken with what belongs to it, and everything tried is recorded', () => {
  expect(choose([0.1, 0.3, 0.2])).toEqual({
    tried: 10,
    measured: 0.3,
    kept: 'fit 10',
    tuned: { option: 'lambda', on: 'valid', metric: 'ndcg@10', tried: [100, 10, 1], values: [0.1, 0.3, 0.2] },
    notes: [],
  })
})

test('of errors the smallest is the best', () => {
  expect(choose([0.3, 0.1, 0.2], { ...lambda, on: 'left-out lists', best: 'smallest' })).toMatchObject({ tried: 10, notes: [] })
})

test('of equals the first is taken, and a note tells the tie', () => {
  const { tried, notes } = choose([0.1, 0.3, 0.3, 0.2])
  expect(tried).toBe(10)
  expect(notes).toEqual(['2 of 4 values of `lambda` tie for the best on the validation data (10, 1); the first was taken'])
  expect(choose(Array(8).fill(0.5)).notes.join()).toContain(
    '8 of 8 values of `lambda` tie for the best on the validation data (100, 10, 1, 0.1, 0.01, …)',
  )
})

test.each([
  [[0.1, 0.2, 0.3], '`lambda` 1 was best on the validation data, and is the smallest tried; a smaller one may be better: try one with it'],
  [[0.3, 0.2, 0.1], '`lambda` 100 was best on the validation data, and is the largest tried; a larger one may be better: try one with it'],
])('a note tells that the end of the grid was chosen: %j', (measured, note) => {
  expect(choose(measured).notes).toEqual([note])
})

test('the only value there was is no end of a grid', () => {
  expect(choose([0.3]).notes).toEqual([])
})

test('what is not a number decides nothing and is not in the record', () => {
  const { tried, tuned } = choose([Number.NaN, 0.1, Number.POSITIVE_INFINITY, 0.2, 0.15])
  expect(tried).toBe(0.1)
  expect(tuned).toMatchObject({ tried: [10, 0.1, 0.01], values: [0.1, 0.2, 0.15] })
})

test('it is an error when nothing could decide', () => {
  expect(() => choose([Number.NaN, Number.NaN])).toThrow('No validation list has a value for ndcg@10.')
  expect(() => choose([Number.NaN], { ...lambda, on: 'left-out lists' })).toThrow('not finite')
})

test('each value is reported with what was measured', () => {
  const steps = chooseOn(lambda, [2, 1], (value) => ({ measured: value / 4, kept: value }))
  expect([steps.next().value, steps.next().value]).toEqual([
    { stage: 'lambda', done: 1, total: 2, metrics: { 'ndcg@10': 0.5 } },
    { stage: 'lambda', done: 2, total: 2, metrics: { 'ndcg@10': 0.25 } },
  ])
})

test('along iterations only leaders are kept, and it is known how long ago the last one came', () => {
  const kept: number[] = []
  const choice = openChoice<number>({ option: 'iterations', on: 'valid', metric: 'map', most: 100 })
  for (const [iteration, measured] of [Number.NaN, 0.2, 0.1, 0.4, 0.3].entries()) {
    choice.offer(iteration, measured, () => kept.push(iteration))
  }
  expect(kept).toEqual([1, 3])
  expect([choice.leader?.tried, choice.sinceLeader]).toEqual([3, 1])
  expect(choice.decide().notes).toEqual(['stopped by the validation data: map 0.4000 after iteration 3'])
})

test('a note tells that more iterations might have been better', () => {
  const choice = openChoice<void>({ option: 'iterations', on: 'valid', metric: 'map', most: 2 })
  choice.offer(1, 0.1, () => {})
  choice.offer(2, 0.2, () => {})
  expect(choice.decide().notes).toEqual([
    'stopped by the validation data: map 0.2000 after iteration 2',
    '`iterations` 2 was best on the validation data, and is the most allowed; allow more with `iterations`',
  ])
})

const lists = rankingLists({
  features: Array.from({ length: 24 }, (_, row) => [Math.sin(row), Math.cos(3 * row)]),
  labels: Array.from({ length: 24 }, (_, row) => (row * row) % 3),
  lists: Array.from({ length: 24 }, (_, row) => row >> 2),
})

test.each([
  ['least-squares', {}, 'lambda'],
  ['listnet', {}, 'lambda'],
  ['listnet', { ball: 'l2' }, 'radius'],
  ['listnet', { lambda: 0.1 }, 'iterations'],
  ['ranksvm', { hinge: 'plain' }, 'lambda'],
  ['rankrls', {}, 'lambda'],
  ['elmrank', { nodes: 10, node: 'sigmoid' }, 'lambda'],
  ['ogd', {}, 'radius'],
  ['abstaining', {}, 'radius'],
  ['abstaining', { hypothesis: 'network', hidden: 4, batch: 8, iterations: 20 }, 'iterations'],
] as const)('%s %j: validation data without relevant items decides nothing', (method, options, option) => {
  const { train } = methodOf(method)
  const { model } = finish(train(lists, { ...options, valid: lists }))
  expect(model.training.tuned.map((tuned) => tuned.option)).toContain(option)
  const valid = { ...lists, labels: new Float64Array(24) }
  expect(() => finish(train(lists, { ...options, valid }))).toThrow('No validation list has a value')
})

test('of a metric of which less is better, the smallest value on the validation data is the best', () => {
  expect(choose([0.3, 0.1, 0.2], { ...lambda, metric: 'squared-error' })).toMatchObject({ tried: 10, measured: 0.1 })
})
