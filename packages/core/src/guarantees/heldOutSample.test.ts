import { expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { selectColumns } from '../data/lists/selectColumns.ts'
import { addLists, modelFromStatistics, removeLists, trainWithStatistics } from '../library/statistics.ts'
import { train } from '../library/train.ts'
import type { ListModel } from '../models/model.ts'
import { modelToJson, parsedModel } from '../models/modelJson.ts'
import { plainCompute } from '../numeric/compute/plainCompute.ts'
import { seededRandom } from '../numeric/random.ts'
import { methodNames } from '../trainers/methods.ts'
import { heldOutSample } from './heldOutSample.ts'

type Row = { readonly features: readonly number[]; readonly label: number }

const trained = drawn(40, 1)
const tunedOn = drawn(30, 2)
const fresh = drawn(60, 3)
const trainLists = listsOf(trained)
const model = train(trainLists, { method: 'least-squares' })
const tuned = train(trainLists, { method: 'least-squares', valid: listsOf(tunedOn) })
const sample = (of: ListModel, rows: readonly (readonly Row[])[], given?: RankingLists) =>
  heldOutSample(of, listsOf(rows), given, plainCompute)

const refuted = { holds: false, remedy: 'Give lists that the model has never seen.' }

test('training lists with their rows shuffled, or with a row dropped from each, are refused', () => {
  const shuffled = trained.map((rows) => seededRandom(5).shuffle([...rows]))
  expect(() => sample(model, shuffled)).toThrow('Of the 40 held-out lists, 40 are in the training data of this model, rows in any order.')
  const shorter = trained.map((rows) => rows.slice(1))
  expect(() => sample(model, shorter)).toThrow('Of the 40 held-out lists, 40 share most of their rows with a list of the training data')
  expect(() => sample(model, [...shuffled].reverse())).toThrow('are in the training data')
})

test.each(methodNames)('a model of %s knows its training and validation lists again, from its file', (method) => {
  const made = train(trainLists, { method, valid: listsOf(tunedOn) })
  const read = parsedModel(modelToJson(made), 'm.json') as ListModel
  expect(() => sample(read, trained.slice(1))).toThrow('are in the training data')
  expect(() => sample(read, tunedOn.slice(1))).toThrow('are in the validation data')
  expect(sample(read, fresh).unseen.notRefuted).toBe(true)
})

test('so are training lists with other labels, halves of them, and their rows put together anew', () => {
  const raised = trained.map((rows) => rows.map(({ features, label }) => ({ features, label: label + 1 })))
  expect(() => sample(model, raised)).toThrow('Of the 40 held-out lists, 40 share most of their rows with a list of the training data')
  const halves = trained.map((rows) => rows.slice(4))
  expect(() => sample(model, halves)).toThrow('hold rows of the training data')
  const regrouped = trained.map((rows, list) => rows.map((_, place) => trained[(list + place) % 40][place]))
  expect(() => sample(model, regrouped)).toThrow('hold rows of the training data')
})

test('where a part of the lists hold rows of training lists, the assumption is refuted: not all of them are found', () => {
  const long = drawn(60, 6, 24)
  const learned = train(listsOf(long), { method: 'least-squares' })
  const parts = [...fresh, ...long.slice(0, 40).map((rows) => [...rows.slice(0, 2), ...fresh[0].slice(0, 2)])]
  const { unseen, seen } = sample(learned, parts)
  expect(unseen).toEqual({ text: expect.stringContaining('only 0 of the 60 lists there hold rows of another'), ...refuted })
  expect(seen).toBeGreaterThan(5)
  expect(seen).toBeLessThan(40)
})

test('rounded features are not recognised, and the assumption does not say that it holds', () => {
  const rounded = trained.map((rows) =>
    rows.map(({ features, label }) => ({ features: features.map((x) => Math.round(x * 1e3) / 1e3), label })),
  )
  expect(sample(model, rounded).unseen).toMatchObject({
    text: expect.stringContaining('changed feature values go unnoticed'),
    holds: 'unknown',
  })
})

test('where training lists are alike by chance, near copies cannot be told', () => {
  const random = seededRandom(4)
  const coarse = (count: number) =>
    Array.from({ length: count }, () =>
      Array.from({ length: 6 }, () => ({ features: [random.integer(2), random.integer(3), 0], label: random.integer(2) })),
    )
  const learned = train(listsOf(coarse(50)), { method: 'least-squares' })
  const { unseen, seen } = sample(learned, coarse(60))
  expect(seen).toBe(0)
  expect(unseen).toEqual({ text: expect.stringContaining('near copies cannot be told from chance'), holds: 'unknown' })
})

test('so are validation lists, even if some of them are missing', () => {
  expect(() => sample(tuned, tunedOn.slice(3))).toThrow('Of the 27 held-out lists, 27 are in the validation data of this model')
})

test('a few lists that the model has seen do not count', () => {
  const { lists, given, seen, repeated, unseen } = sample(tuned, [...fresh, trained[0], trained[1].slice(1), tunedOn[4]])
  expect({ given, seen, repeated }).toEqual({ given: 63, seen: 3, repeated: 0 })
  expect(lists.listIds).toEqual(listsOf(fresh).listIds)
  expect(unseen.holds).toBe('unknown')
  for (const part of [
    'others may hold fewer rows',
    '1 held-out list is in the training data',
    '1 shares most rows with a list of the training data',
    '1 held-out list is in the validation data',
  ])
    expect(unseen.text).toContain(part)
})

test('lists that are all new are not refuted, which is no proof, without the training lists at hand', () => {
  expect(sample(model, fresh)).toMatchObject({ given: 60, seen: 0, repeated: 0 })
  const notRefuted = { holds: 'unknown', notRefuted: true }
  expect(sample(model, fresh).unseen).toEqual({ text: expect.stringContaining('share of rows is in the training data;'), ...notRefuted })
  expect(sample(tuned, fresh).unseen).toEqual({ text: expect.stringContaining('is in the training or validation data;'), ...notRefuted })
  expect(sample(tuned, fresh).unseen.text).toContain('nor in a choice between models, which only you can know')
})

test('a list that repeats another counts once, and lists that share most rows are told', () => {
  const { lists, first, repeated, independent } = sample(model, [...fresh, [...fresh[0]].reverse(), fresh[1], fresh[2].slice(1)])
  expect(lists.listIds.length).toBe(63)
  expect(repeated).toBe(2)
  expect(first.slice(60)).toEqual(Uint32Array.of(0, 1, 62))
  expect(independent).toEqual({ text: expect.stringContaining('2 that repeat another'), holds: 'unknown' })
  expect(independent.text).toContain('2 share most of their rows with another')
  expect(sample(model, fresh).independent.text).not.toContain('(')
})

test('copies of one list, each without some rows, are no independent lists', () => {
  const [list] = fresh
  const without = (a: number, b: number) => list.filter((_, row) => row !== a && row !== b)
  const parts = list.flatMap((_, a) => list.slice(a + 1).map((__, b) => without(a, a + 1 + b)))
  const { independent } = sample(model, parts)
  expect(independent).toEqual({
    text: expect.stringContaining('which hardly any training list does'),
    holds: false,
    remedy: 'Give each list once.',
  })
})

test('a model without a record of single lists is compared with the training lists given', () => {
  const { seen: _, ...record } = model.training
  const silent = { ...model, training: record }
  expect(sample(silent, fresh).unseen).toEqual({ text: expect.stringContaining('keeps no record'), holds: 'unknown' })
  const { unseen, seen } = sample(silent, [...fresh, trained[7]], trainLists)
  expect(seen).toBe(1)
  expect(unseen).toEqual({ text: expect.stringContaining('only the training lists given were compared'), holds: 'unknown' })
})

test('where the model keeps a share of its lists, the share is stated, and what is found is only a part', () => {
  const { seen } = model.training
  if (seen === undefined) throw new Error('a model keeps what it has seen')
  const half = { lists: 40, share: 1 / 2, words: seen.train.words.slice(0, 6 * 20) }
  const forgetful = { ...model, training: { ...model.training, seen: { train: half } } }
  expect(sample(forgetful, fresh).unseen).toEqual({ text: expect.stringContaining('found with probability 50 %'), holds: 'unknown' })
  const found = sample(forgetful, [...fresh, ...trained.slice(0, 20)])
  expect(found.seen).toBeGreaterThan(3)
  expect(found.seen).toBeLessThan(18)
  expect(found.unseen).toEqual({ text: expect.stringContaining('likely more'), ...refuted })
  expect(sample(forgetful, [...fresh, trained[0]], trainLists)).toMatchObject({ seen: 1, unseen: { notRefuted: true } })
})

test('what the model that training started from had seen counts as seen', () => {
  const first = train(trainLists, { method: 'listnet', scale: 'none', missing: 'zero', iterations: 3, valid: listsOf(tunedOn) })
  const second = train(listsOf(drawn(20, 9)), { method: 'listnet', start: first, iterations: 3 })
  expect(() => sample(second, trained.slice(1))).toThrow('are in the training data')
  expect(() => sample(second, tunedOn.slice(1))).toThrow('are in the validation data')
  expect(() => sample(second, drawn(20, 9).slice(1))).toThrow('are in the training data')
})

test('lists that were added to statistics are seen, and stay so when they are removed: the feature map was fitted with some', () => {
  const options = { nodes: 8, lambda: 1 } as const
  const sums = addLists(trainWithStatistics(trainLists, options).statistics, listsOf(tunedOn))
  const fitted = (of: typeof sums) => modelFromStatistics(of, { lambda: 1 })
  expect(() => sample(fitted(sums), tunedOn.slice(1))).toThrow('are in the training data')
  const reduced = fitted(removeLists(sums, trainLists))
  expect(reduced.training.lists).toBe(30)
  expect(() => sample(reduced, trained.slice(1))).toThrow('are in the training data')
  expect(() => sample(reduced, tunedOn.slice(1))).toThrow('are in the training data')
  expect(sample(reduced, fresh).seen).toBe(0)
})

test('columns that the model does not use hide nothing', () => {
  const named = { ...trainLists, featureNames: ['a', 'b', 'c'] }
  const narrow = train({ ...selectColumns(named, Int32Array.of(0, 2)), featureNames: ['a', 'c'] }, { method: 'least-squares' })
  const wide = { ...listsOf(trained.slice(1)), featureNames: ['a', 'b', 'c'] }
  expect(() => heldOutSample(narrow, wide, undefined, plainCompute)).toThrow('are in the training data')
})

function drawn(count: number, seed: number, size = 8): Row[][] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () =>
    Array.from({ length: size }, () => {
      const [x, y, z] = [random.normal(), random.normal(), random.normal()]
      return { features: [x, y, z], label: Math.max(0, Math.round(x + 0.5 * y)) }
    }),
  )
}

function listsOf(lists: readonly (readonly Row[])[]): RankingLists {
  const rows = lists.flat()
  return rankingLists({
    features: rows.map(({ features }) => features),
    labels: rows.map(({ label }) => label),
    lists: lists.flatMap((each, list) => each.map(() => `q${list}`)),
  })
}
