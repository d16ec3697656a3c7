import { describe, expect, test } from 'vitest'
import { rankingLists } from '../../data/lists/plainRows.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { training } from '../../library/train.ts'
import { seededRandom } from '../../numeric/random.ts'
import { finish } from '../../runtime/training.ts'
import { choiceFrom, leavesListsOut, MOST_ROWS, ROWS_PER_FEATURE, TRIED_MULTIPLES } from './penaltyByFolds.ts'

/** `noise` is how much labels have to do with something else than the features. */
function made({
  lists,
  items,
  width,
  noise,
  seed = 3,
}: {
  lists: number
  items: number
  width: number
  noise: number
  seed?: number
}): RankingLists {
  const random = seededRandom(seed)
  const features = Array.from({ length: lists * items }, () => Array.from({ length: width }, () => random.normal()))
  return rankingLists({
    features,
    labels: features.map((row) => Math.round(row[0] - row[1] + noise * random.normal())),
    lists: features.map((_, row) => Math.floor(row / items)),
  })
}

const methods = ['ranksvm', 'ranknet', 'listnet', 'listmle'] as const

describe.each(methods)('%s', (method) => {
  const few = made({ lists: 15, items: 4, width: 20, noise: 0.1 })

  test('without lambda, the record says which penalties were tried on left-out lists, and what came of it', () => {
    const { model } = finish(training(few, { method }))
    const [{ option, on, metric, tried, triedFrom, values }] = model.training.tuned
    expect({ option, on, metric, triedFrom }).toEqual({
      option: 'lambda',
      on: 'left-out lists',
      metric: 'pairwise-accuracy',
      triedFrom: 'fitted',
    })
    expect(tried).toContain(model.options['lambda'])
    expect(tried.map((lambda) => Number((Number(lambda) / Number(tried[2])).toPrecision(1)))).toEqual(TRIED_MULTIPLES)
    for (const value of values) expect(value).toBeGreaterThan(0.5)
    expect(model.training.fitted).toBeUndefined()
    expect(model.options['earlyStop']).toBeUndefined()
  })

  test('the fit is that of the chosen penalty, given by hand', () => {
    const { model } = finish(training(few, { method }))
    const again = finish(training(few, { method, lambda: Number(model.options['lambda']) })).model
    expect(model.kind === 'linear' && again.kind === 'linear' && again.weights).toEqual(model.kind === 'linear' && model.weights)
  })

  test('with lambda, on a ball, with many rows or with fewer than five lists nothing is left out', () => {
    const tuned = (lists: RankingLists, options: object) => finish(training(lists, { method, ...options })).model.training.tuned
    expect(tuned(few, { lambda: 1 })).toEqual([])
    expect(tuned(few, { ball: 'l2' })).toEqual([])
    expect(tuned(made({ lists: 25, items: 4, width: 2, noise: 1 }), {})).toEqual([])
    expect(tuned(made({ lists: 4, items: 5, width: 20, noise: 1 }), {})).toEqual([])
  })

  test('with validation data, that chooses', () => {
    const { tuned } = finish(training(few, { method, valid: made({ lists: 10, items: 5, width: 20, noise: 1, seed: 4 }) })).model.training
    expect(tuned.map(({ on }) => on)).toEqual(['valid'])
  })
})

test.each([
  ['smoothed-dcg', {}],
  ['ranksvm', { hinge: 'plain' }],
  ['ranknet', { lambdaWeights: 'ndcg' }],
  ['ranknet', { cutoff: 3 }],
] as const)('%s %o keeps its rule', (method, options) => {
  const { model } = finish(training(made({ lists: 15, items: 4, width: 20, noise: 1 }), { method, iterations: 20, ...options }))
  expect(model.training.tuned).toEqual([])
  expect(model.training.fitted).toEqual(['lambda'])
})

test('lists that weigh nothing, lists of one item and lists of equal labels do not decide', () => {
  const lists = made({ lists: 15, items: 4, width: 20, noise: 0.1 })
  const listWeights = Float64Array.from({ length: 15 }, (_, list) => (list < 3 ? 1 : 0))
  const labels = lists.labels.map((label, row) => (row < 8 ? 1 : label))
  const { model } = finish(training({ ...lists, labels, listWeights }, { method: 'ranksvm' }))
  for (const value of model.training.tuned[0].values) expect(value).toBeLessThanOrEqual(1)
  const alone = rankingLists({
    features: Array.from({ length: 9 }, (_, row) => [row, 1]),
    labels: [1, 0, 1, 0, 1, 0, 1, 0, 1],
    lists: [0, 1, 2, 3, 4, 5, 6, 7, 7],
  })
  expect(finish(training(alone, { method: 'listnet' })).model.training.tuned[0].values.every(Number.isFinite)).toBe(true)
})

describe('the choice', () => {
  const lists = 8
  const same = (value: number) => new Float64Array(lists).fill(value)
  const even = new Float64Array(lists).fill(1)
  const tried = [100, 10, 1, 0.1]

  test('a penalty that is better on every list is taken, and a note says so', () => {
    const { lambda, notes } = choiceFrom(tried, [same(0.5), same(0.9), same(0.8), same(0.7)], even)
    expect(lambda).toBe(10)
    expect(notes).toEqual([expect.stringContaining('lambda is 10, 10 times the usual one')])
    expect(notes[0]).toContain('pairwise-accuracy 0.9000 against 0.8000')
  })

  test('one that is better by less than a standard error is not', () => {
    const lucky = Float64Array.from({ length: lists }, (_, list) => (list % 2 === 0 ? 1 : 0.62))
    const { lambda, notes } = choiceFrom(tried, [lucky, same(0.5), same(0.8), same(0.7)], even)
    expect(lambda).toBe(1)
    expect(notes).toEqual([])
  })

  test('a list without weight has no say', () => {
    const one = same(0.8)
    one[0] = 0
    const weights = even.slice()
    weights[0] = 0
    expect(choiceFrom(tried, [same(0.5), one.map((value) => value + 0.1), same(0.8), same(0.7)], weights).lambda).toBe(10)
  })

  test('where no list counts, or all are the same, the usual one stays', () => {
    expect(
      choiceFrom(
        tried,
        tried.map(() => same(Number.NaN)),
        even,
      ).lambda,
    ).toBe(1)
    expect(
      choiceFrom(
        tried,
        tried.map(() => same(0.5)),
        even,
      ).lambda,
    ).toBe(1)
  })
})

test('lists are left out where there are five of them and few rows for each feature', () => {
  const size = { lists: 5, rows: ROWS_PER_FEATURE * 10 - 1, graded: true }
  expect(leavesListsOut(size, 10)).toBe(true)
  expect(leavesListsOut({ ...size, lists: 4 }, 10)).toBe(false)
  expect(leavesListsOut({ ...size, rows: ROWS_PER_FEATURE * 10 }, 10)).toBe(false)
  expect(leavesListsOut({ ...size, graded: false }, 10)).toBe(false)
  expect(leavesListsOut({ ...size, rows: MOST_ROWS + 1 }, 10_000)).toBe(false)
})
