import { describe, expect, test } from 'vitest'
import { fingerprint } from '../data/lists/fingerprint.ts'
import { rankingLists } from '../data/lists/plainRows.ts'
import { modelToJson } from '../models/modelJson.ts'
import { score } from '../models/score.ts'
import { plainCompute } from '../numeric/compute/plainCompute.ts'
import { RankwrightError } from '../problems/problem.ts'
import { rank } from './rank.ts'
import { type TrainOptions, train } from './train.ts'

/** The better item has the greater first feature; the rows of the lists are scattered. */
const lists = rankingLists({
  features: [
    [1, 5],
    [9, 5],
    [2, 6],
    [4, 6],
    [3, 5],
  ],
  labels: [0, 3, 0, 2, 1],
  lists: ['a', 'a', 'b', 'b', 'a'],
  items: ['p', 'q', 'r', 's', 't'],
  featureNames: ['quality', 'noise'],
})

describe('train', () => {
  test('gives a model that knows its method, its features and its data', () => {
    const model = train(lists, { method: 'least-squares', lambda: 0.1 })
    expect(model).toMatchObject({ kind: 'linear', method: 'least-squares', features: ['quality', 'noise'] })
    expect(model.training).toMatchObject({ lists: 2, rows: 5, data: fingerprint(lists), given: ['lambda'], tuned: [] })
    expect(model.training.valid).toBeUndefined()
    expect(model.weights[0]).toBeGreaterThan(0)
  })

  test('records the validation data it chose on', () => {
    const valid = rankingLists({
      features: [
        [1, 0],
        [2, 0],
      ],
      labels: [0, 1],
      lists: ['v', 'v'],
      featureNames: ['quality', 'noise'],
    })
    const model = train(lists, { method: 'least-squares', valid })
    expect(model.training.valid).toBe(fingerprint(valid))
    expect(model.calibration).toMatchObject({ lists: 1, pairs: 1, data: fingerprint(valid) })
  })

  test('refuses a model to start from where the method takes none, and names those that do', () => {
    const start = train(lists, { method: 'least-squares' })
    for (const method of ['least-squares', 'rankboost', 'elmrank', 'rankrls'] as const) {
      expect(() => train(lists, { method, start })).toThrow('`start` would change nothing: it only works with the methods listnet, ')
    }
  })

  test('gives the same bytes again, on any exact build', () => {
    const text = modelToJson(train(lists, { method: 'least-squares' }))
    expect(modelToJson(train(lists, { method: 'least-squares' }))).toBe(text)
    const simd = { compute: { ...plainCompute, build: 'simd-threads' as const }, threads: 2 }
    expect(modelToJson(train(lists, { method: 'least-squares' }, simd))).toBe(text)
    const relaxed = { compute: { ...plainCompute, build: 'simd-relaxed' as const }, threads: 1 }
    expect(train(lists, { method: 'least-squares' }, relaxed).training.arithmetic).toBe('relaxed')
    const native = { compute: { ...plainCompute, build: 'native' as const, library: 'OpenBLAS 0.3.21' }, threads: 1 }
    expect(train(lists, { method: 'least-squares' }, native).training).toMatchObject({ arithmetic: 'native', library: 'OpenBLAS 0.3.21' })
  })

  test.each([
    [{ method: 'least-sqares' }, 'There is no method "least-sqares". Did you mean least-squares?'],
    [{ method: 'toString' }, 'There is no method "toString".'],
    [{ method: 'least-squares', lamda: 1 }, 'There is no option lamda here. Did you mean `lambda`?'],
    [{ method: 'least-squares', scale: 'minmax' }, '`scale` is minmax; give one of none, min-max'],
  ])('%j is refused with a hint', (options, message) => {
    const attempt = () => train(lists, options as TrainOptions)
    expect(attempt).toThrow(RankwrightError)
    expect(attempt).toThrow(message)
  })
})

describe('rank', () => {
  const model = train(lists, { method: 'least-squares' })

  test('orders every list by score and tells where each row stood in the file', () => {
    const scores = score(model, lists)
    const ranked = rank(model, lists)
    expect(ranked.map(({ id, items }) => [id, ...items.map(({ item }) => item)])).toEqual([
      ['a', 'q', 't', 'p'],
      ['b', 's', 'r'],
    ])
    expect(ranked[0].items.map(({ row }) => row)).toEqual([1, 4, 0])
    expect(ranked[0].items[1].score).toBe(scores[lists.itemIds!.indexOf('t')])
  })

  test('keeps the top of each list', () => {
    expect(rank(model, lists, { top: 1 }).map(({ items }) => items.map(({ item }) => item))).toEqual([['q'], ['s']])
    expect(() => rank(model, lists, { top: 0 })).toThrow('`top` is 0; give a whole number of at least 1')
  })

  test('leaves items with equal scores in the order of their rows', () => {
    const equal = rankingLists({
      features: [
        [1, 1],
        [1, 1],
        [1, 1],
      ],
      labels: [0, 1, 2],
      lists: [1, 1, 1],
      featureNames: ['quality', 'noise'],
    })
    expect(rank(model, equal)[0].items.map(({ row }) => row)).toEqual([0, 1, 2])
    expect('item' in rank(model, equal)[0].items[0]).toBe(false)
  })
})

describe('what train refuses', () => {
  const given = (wrong: unknown, options: unknown = { method: 'listnet' }) => train(wrong as never, options as never)

  test('lists that are no lists', () => {
    expect(() => given(undefined)).toThrow('lists is undefined')
    expect(() => given(Promise.resolve(lists))).toThrow('lists is a promise that was not awaited')
    expect(() => given({ ...lists, labels: undefined })).toThrow('give ranking lists')
    expect(() => given({ ...lists, labels: [0, 3, 0, 2, 1] })).toThrow('lists.labels is an array of 5')
    expect(() => given(JSON.parse(JSON.stringify(lists)))).toThrow('as JSON.parse gives for a typed array')
    expect(() => given({ ...lists, offsets: Uint32Array.of(0, 4, 3) })).toThrow('lists.offsets')
    expect(() => given({ ...lists, features: { kind: 'dense', values: new Float32Array(3) } })).toThrow('10 values: 5 rows of 2 features')
  })

  test('no options, a method or a runtime that is none', () => {
    expect(() => given(lists, null)).toThrow('options is null')
    expect(() => train(lists, undefined as never)).toThrow('options is undefined')
    expect(() => given(lists, { method: null })).toThrow('method is null')
    expect(() => train(lists, { method: 'listnet' }, {} as never)).toThrow('runtime is an empty object')
  })

  test('a model that went through JSON.stringify, where a model is expected', () => {
    const cloned = JSON.parse(JSON.stringify(train(lists, { method: 'listnet' })))
    expect(() => score(cloned, lists)).toThrow('model.weights is an object with numbered keys')
    expect(() => rank(cloned, lists)).toThrow('modelToJson and modelFromJson')
  })

  test.each([
    { method: 'elmrank', nodes: 4 },
    { method: 'rankrls', kernel: 'rbf' },
    { method: 'abstaining', hypothesis: 'network', hidden: 2 },
  ] as const)('to start from a model that is not linear, of $method', (options) => {
    const start = train(lists, options as TrainOptions) as never
    for (const method of ['listnet', 'listmle', 'smoothed-dcg', 'ranksvm', 'ranknet', 'ogd', 'abstaining'] as const) {
      expect(() => train(lists, { method, start })).toThrow('Linear rankers go on from the weights of a linear model')
    }
  })
})
