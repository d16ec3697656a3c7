import { expect, test } from 'vitest'
import { abstain, obeying } from '../abstention/choice/abstain.ts'
import { rankingLists } from '../data/lists/plainRows.ts'
import { type RankingLists, selectLists } from '../data/lists/rankingLists.ts'
import { calibrate } from '../library/calibrate.ts'
import { train } from '../library/train.ts'
import { modelToJson, parsedModel } from '../models/modelJson.ts'
import { plainCompute } from '../numeric/compute/plainCompute.ts'
import { seededRandom } from '../numeric/random.ts'
import { recognise } from '../recognition/recognise.ts'
import { sketcher } from '../recognition/sketchedForms.ts'
import { bootstrapInterval } from './bootstrap.ts'
import { compare } from './compare.ts'
import { evaluate } from './evaluate.ts'

type Row = { readonly features: readonly number[]; readonly label: number }

function drawn(count: number, seed: number): Row[][] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () =>
    Array.from({ length: 8 }, () => {
      const features = Array.from({ length: 30 }, () => random.normal())
      return { features, label: Math.max(0, Math.round(features[0] + 2 * random.normal())) }
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

const [trained, tunedOn, fresh] = [drawn(30, 1), drawn(20, 2), drawn(50, 3)]
const model = train(listsOf(trained), { method: 'least-squares', lambda: 1e-6 })
const tuned = train(listsOf(trained), { method: 'least-squares', valid: listsOf(tunedOn) })
const other = train(listsOf(drawn(30, 7)), { method: 'least-squares', lambda: 1e-6 })
const turned = (lists: readonly (readonly Row[])[]) => lists.map((rows) => [...rows].reverse())
const fast = { randomisations: 500, resamples: 200 }

test('evaluate says which lists the model has seen, and keeps its numbers', () => {
  const report = evaluate(tuned, listsOf([...turned(trained.slice(0, 4)), ...tunedOn.slice(0, 3), trained[9].slice(1), ...fresh]))
  expect(report.seen).toEqual({ training: 5, validation: 3, repeated: 0 })
  expect(report.lists).toBe(58)
  expect(report.notes).toContain(
    'The model has seen 8 of these 58 lists (4 lists are in the training data; 1 shares most rows with a list of the training data; 3 lists are in the validation data). Numbers on them are likely better than on new lists: measure it on lists that had no part in training or tuning.',
  )
})

test('it says nothing of new lists, and nothing can be known from a model without a record', () => {
  const report = evaluate(tuned, listsOf(fresh))
  expect(report.seen).toEqual({ training: 0, validation: 0, repeated: 0 })
  expect(report.notes).toEqual([])
  const { seen: _, ...record } = model.training
  expect(evaluate({ ...model, training: record }, listsOf(trained)).seen).toEqual({ repeated: 0 })
})

test('lists that calibrated the model count as seen where its rule is in force', () => {
  const calibrated = calibrate(model, listsOf(fresh.slice(0, 20)))
  const served = evaluate(calibrated, listsOf(fresh), { serving: { abstainProbability: 0.7 } })
  expect(served.seen).toEqual({ training: 0, validation: 0, calibration: 20, choice: 0, repeated: 0 })
  expect(evaluate(calibrated, listsOf(fresh)).seen).toEqual({ training: 0, validation: 0, repeated: 0 })
})

test('a calibration on lists of the training data says so, here and in the model file', () => {
  const serving = { abstainProbability: 0.7 }
  const note = 'Of the 20 lists that P was calibrated on, the model was trained on 5: P is too sure. Calibrate it on other lists.'
  const mixed = calibrate(model, listsOf([...turned(trained.slice(0, 5)), ...fresh.slice(0, 15)]))
  expect(mixed.calibration?.trained).toBe(5)
  expect(evaluate(mixed, listsOf(tunedOn), { serving }).notes).toContain(note)
  expect(evaluate(mixed, listsOf(tunedOn), { serving: { abstainMargin: 0.1 } }).notes).not.toContain(note)
  const read = parsedModel(modelToJson(mixed), 'm.json')
  expect('calibration' in read && read.calibration?.trained).toBe(5)
  expect(calibrate(model, listsOf(fresh)).calibration).not.toHaveProperty('trained')
  const again = abstain(model, listsOf([...trained, ...fresh]), { rule: 'probability' })
  expect(obeying(model, again).calibration?.trained).toBe(30)
})

test('intervals count a repeated list once, means count every list', () => {
  const [lists, again] = [listsOf(fresh), listsOf([...fresh, ...turned(fresh), ...fresh])]
  const metrics = ['ndcg@10']
  const [once, thrice] = [lists, again].map((of) => evaluate(model, of, { metrics }))
  expect(thrice.seen?.repeated).toBe(100)
  expect(thrice.metrics['ndcg@10']).toBeCloseTo(once.metrics['ndcg@10'], 12)
  for (const end of [0, 1]) expect(thrice.intervals['ndcg@10'][end]).toBeCloseTo(once.intervals['ndcg@10'][end], 9)
  expect(thrice.notes[0]).toContain('100 of these 150 lists repeat another')
  expect(evaluate(model, listsOf(new Array(100).fill(fresh[0])), { metrics }).intervals['ndcg@10']).toEqual([Number.NaN, Number.NaN])
  const { labels } = again
  expect(evaluate(labels, again, { metrics }).seen).toEqual({ repeated: 100 })
})

test('a list that stands twice weighs twice in the interval', () => {
  const lists = listsOf([...fresh, fresh[0]])
  const { perList = [], intervals } = evaluate(model, lists, { metrics: ['p@3'], perList: true })
  const values = perList.slice(0, 50).map(({ metrics }) => metrics['p@3'])
  const weights = values.map((_, list) => (list === 0 ? 2 : 1))
  const counts = (_: number, list: number) => !Number.isNaN(values[list])
  expect(intervals['p@3']).toEqual(bootstrapInterval(values.filter(counts), { weights: weights.filter(counts) }))
})

test('scores tell lists apart that have the same rows: features may be of no meaning', () => {
  const random = seededRandom(8)
  const dummy = listsOf(
    Array.from({ length: 40 }, () => Array.from({ length: 4 }, (_, row) => ({ features: [0], label: row === 0 ? 1 : 0 }))),
  )
  const [a, b] = [0, 1].map(() => Float64Array.from(dummy.labels, () => random.normal()))
  expect(evaluate(a, dummy).seen).toEqual({ repeated: 0 })
  expect(compare({ a, b }, dummy, fast)).toMatchObject({ lists: 40, seen: { repeated: 0 } })
  const without = { ...dummy, features: { kind: 'dense' as const, values: new Float32Array(0) }, width: 0 }
  expect(evaluate(a, without).seen).toBe(undefined)
})

test('compare does not call a model better by the lists that it was trained on', () => {
  for (const lists of [listsOf(trained), listsOf(turned(trained)), listsOf(trained.map((rows) => rows.slice(1)))]) {
    const { pairs, untested, lists: count } = compare({ model, other }, lists, fast)
    expect(pairs[0].delta).toBeGreaterThan(0.1)
    expect(pairs[0].interval).toEqual([Number.NaN, Number.NaN])
    expect([pairs[0].tests['paired-t'].pHolm, pairs[0].tests.randomisation.pHolm]).toEqual([Number.NaN, Number.NaN])
    expect(untested).toContain('Nothing is tested: model has seen 30 of these 30 lists')
    expect(count).toBeGreaterThan(20)
  }
})

test('lists that one of the models has seen do not count, whichever it is', () => {
  const lists = listsOf([...fresh, ...turned(trained.slice(0, 9)), ...drawn(30, 7).slice(0, 5), fresh[3]])
  const compared = compare({ model, other }, lists, { ...fast, profile: 'letor4' })
  expect(compared).toMatchObject({ lists: 50, skipped: 0, seen: { training: 14, validation: 0, repeated: 1 } })
  expect(compared.pairs).toEqual(compare({ model, other }, listsOf(fresh), { ...fast, profile: 'letor4' }).pairs)
  expect(compared.notes).toEqual([
    'model has seen 9 of these 65 lists (9 lists are in the training data). They do not count.',
    'other has seen 5 of these 65 lists (5 lists are in the training data). They do not count.',
    '1 list repeats another, rows in any order. Each list counts once.',
  ])
})

test('one list a hundred times is one list', () => {
  const { lists, pairs } = compare({ model, other }, listsOf(new Array(100).fill(fresh[0])), { ...fast, profile: 'letor4' })
  expect(lists).toBe(1)
  expect(pairs[0].tests.randomisation.p).toBe(1)
  const scores = listsOf(new Array(100).fill(fresh[0])).labels
  const worse = scores.map((score) => -score)
  expect(compare({ scores, worse }, listsOf(new Array(100).fill(fresh[0])), fast).pairs[0].tests.randomisation.p).toBe(1)
})

test('copies of one list, each without some rows, are not tested as independent lists', () => {
  const [list] = fresh
  const parts = list.flatMap((_, a) => list.slice(a + 1).map((__, b) => list.filter((___, row) => row !== a && row !== a + 1 + b)))
  expect(compare({ model, other }, listsOf(parts), fast).untested).toContain('They are no independent lists')
})

/** The first of these lists, each with copies that lack one row or another. */
const withCopies = (copied: number, times: number) => [
  ...fresh,
  ...fresh.slice(0, copied).flatMap((list) => Array.from({ length: times }, (_, time) => list.filter((__, row) => row !== time))),
]

test('near copies of a few lists count as one list with them, in tests and intervals', () => {
  const lists = listsOf(withCopies(3, 6))
  const compared = compare({ model, other }, lists, { ...fast, profile: 'letor4' })
  expect(compared).toMatchObject({ lists: 50, seen: { repeated: 0 } })
  expect(compared.untested).toBe(undefined)
  expect(compared.notes).toEqual([
    '21 lists share most of their rows with another, which hardly any training list does. Lists that are nearly the same count as one.',
  ])
  const measured = evaluate(model, lists, { metrics: ['ndcg'], profile: 'letor4' })
  expect(measured.notes.join()).toContain(
    '21 lists share most of their rows with another, which hardly any training list does. Means count',
  )
  const straight = bootstrapInterval(
    evaluate(model, lists, { metrics: ['ndcg'], profile: 'letor4', perList: true }).perList?.map(({ metrics }) => metrics['ndcg']) ?? [],
  )
  const width = ([low, high]: readonly [number, number]) => high - low
  expect(width(measured.intervals['ndcg'])).toBeGreaterThan(width(straight))
})

test('files of scores alone: lists that are repeated count once, near copies are told', () => {
  const scored = (lists: RankingLists) => ({
    a: lists.labels.map((label, row) => label + lists.features.values[row * 30 + 1]),
    b: lists.labels.map((label, row) => label + 2 * lists.features.values[row * 30 + 2]),
  })
  const lists = listsOf([...withCopies(3, 6), fresh[9]])
  const { lists: count, notes } = compare(scored(lists), lists, { ...fast, profile: 'letor4' })
  expect(count).toBe(68)
  expect(notes).toEqual([
    '1 list repeats another, rows in any order. Each list counts once.',
    '21 lists share most of their rows with another. If they are copies, they are not independent, and intervals and p-values are too small: give each list once.',
  ])
  expect(evaluate(scored(lists).a, lists).notes.at(-1)).toBe(notes[1])
  const few = train(listsOf(trained.slice(0, 4)), { method: 'least-squares' })
  expect(compare({ few, other: train(listsOf(trained.slice(5, 9)), { method: 'least-squares' }) }, lists, fast).notes).toContain(notes[1])
  const straight = listsOf(fresh)
  expect(compare(scored(straight), straight, fast).notes).toEqual([])
})

test('models that have seen different halves leave nothing to compare by', () => {
  const lists = listsOf([...trained, ...drawn(30, 7)])
  expect(compare({ model, other }, lists, fast).untested).toContain('every list was seen by one of the models')
})

test('a list weight goes with the list', () => {
  const lists = { ...listsOf([...fresh, fresh[0]]), listWeights: Float64Array.from({ length: 51 }, (_, list) => 1 + (list % 50)) }
  const weighed = { ...listsOf(fresh), listWeights: lists.listWeights.slice(0, 50) }
  expect(compare({ model, other }, lists, fast).pairs).toEqual(compare({ model, other }, weighed, fast).pairs)
})

test('new lists are never found, however often they are drawn', () => {
  const sketch = sketcher(plainCompute)
  for (let seed = 20; seed < 40; seed++) expect(recognise(tuned, listsOf(drawn(50, seed)), sketch).seen).toBe(0)
  expect(recognise(tuned, selectLists(listsOf(trained), [3]), sketch).seen).toBe(1)
})
