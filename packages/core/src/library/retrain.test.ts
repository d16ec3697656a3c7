import { describe, expect, test } from 'vitest'
import type { EncoderOptions } from '../data/encoders/encoderOptions.ts'
import { fingerprint } from '../data/lists/fingerprint.ts'
import { rankingLists } from '../data/lists/plainRows.ts'
import { type RankingLists, selectLists } from '../data/lists/rankingLists.ts'
import { delimitedTextParser } from '../data/tables/delimitedText.ts'
import { planFromSample, planOfEncoders } from '../data/tables/tableSample.ts'
import { encodeUtf8 } from '../data/text/utf8.ts'
import { evaluate } from '../evaluation/evaluate.ts'
import type { LinearModel } from '../models/linear/linear.ts'
import { modelFingerprint } from '../models/modelFingerprint.ts'
import { modelToJson } from '../models/modelJson.ts'
import { score } from '../models/score.ts'
import { seededRandom } from '../numeric/random.ts'
import { explain, type Problem, RankwrightError } from '../problems/problem.ts'
import { modelFromJson } from '../trainers/modelFromJson.ts'
import { rankObjects } from './rankObjects.ts'
import { retrain } from './retrain.ts'
import { type TrainOptions, train } from './train.ts'

/** Lists of six items in which the label follows `direction` times the first feature, with noise. */
function drawn(seed: number, count: number, direction = 1): RankingLists {
  const random = seededRandom(seed)
  const features: number[][] = []
  const labels: number[] = []
  const lists: string[] = []
  for (let list = 0; list < count; list++)
    for (let item = 0; item < 6; item++) {
      const row = [random.normal(), random.normal(), random.normal()]
      features.push(row)
      labels.push(Math.max(0, Math.min(3, Math.round(1.5 + direction * row[0] + 0.3 * random.normal()))))
      lists.push(`q${seed}-${list}`)
    }
  return rankingLists({ features, labels, lists })
}

const trainings: readonly TrainOptions[] = [
  { method: 'listnet', lambda: 0.01 },
  { method: 'least-squares' },
  { method: 'elmrank', nodes: 20 },
  { method: 'rankrls', kernel: 'rbf', lambda: 1 },
  { method: 'rankboost', iterations: 5 },
  { method: 'lambdamart', trees: 5 },
  { method: 'ogd', loss: 'listnet' },
  { method: 'abstaining', iterations: 20 },
]

describe.each(trainings.map((options) => [options.method, options] as const))('a model of %s', (method, options) => {
  const old = train(drawn(1, 30), options)

  test('is trained again with its options on the lists that are not held out', () => {
    const lists = drawn(2, 40)
    const { result, comparison, refit } = retrain(old, lists)
    expect(refit).toBe(false)
    expect(result.model.method).toBe(method)
    expect(result.model.training.lists).toBe(32)
    expect(comparison.lists + comparison.skipped).toBe(8)
    for (const name of old.training.given) expect(result.model.options[name]).toEqual(old.options[name])
    expect(result.model.training.earlier).toMatchObject([{ model: modelFingerprint(old), data: old.training.data, lists: 30, rows: 180 }])
    const written = modelToJson(result.model)
    const { checksum: _, ...parts } = JSON.parse(written)
    expect(JSON.parse(modelToJson(modelFromJson(written, 'm.json')))).toMatchObject(parts)
  })
})

const old = train(drawn(1, 60), { method: 'listnet', lambda: 0.01 })

test('what is compared is what is given: the delta is that of the two models on the lists that were held out', () => {
  const lists = drawn(5, 50)
  const { result, delta, interval, better, significantlyWorse } = retrain(old, lists, { share: 0.4 })
  const kept = new Set(lists.listIds.keys())
  // The held-out lists are those that the model has not seen: all others have the fingerprint of its training data.
  const value = (model: typeof old, part: RankingLists) => evaluate(model, part, { metrics: ['ndcg@10'] }).metrics['ndcg@10']
  const heldOut = [...kept].filter((list) => evaluate(result.model, selectLists(lists, [list])).seen?.validation === 1)
  expect(heldOut).toHaveLength(20)
  const others = selectLists(
    lists,
    [...kept].filter((list) => !heldOut.includes(list)),
  )
  expect(fingerprint(others)).toBe(result.model.training.data)
  const part = selectLists(lists, heldOut)
  expect(delta).toBeCloseTo(value(result.model as typeof old, part) - value(old, part), 12)
  expect(better).toBe(delta > 0)
  expect(interval[0]).toBeLessThanOrEqual(delta)
  expect(interval[1]).toBeGreaterThanOrEqual(delta)
  expect(significantlyWorse).toBe(false)
})

test('data that turns the order round is found where the held-out lists still have the old order', () => {
  // Most lists have wrong labels; the held-out lists are drawn among the few that are not copies of others.
  const wrong = drawn(7, 30, -1)
  const right = drawn(8, 30)
  const rows = (lists: RankingLists) =>
    Array.from(lists.labels.keys(), (row) => Array.from(lists.features.values.subarray(row * 3, row * 3 + 3)))
  const twice = rankingLists({
    features: [...rows(wrong), ...rows(wrong), ...rows(right)],
    labels: [...wrong.labels, ...wrong.labels, ...right.labels],
    lists: [
      ...['a', 'b'].flatMap((name) => wrong.listIds.flatMap((id) => Array(6).fill(`${name}${id}`))),
      ...right.listIds.flatMap((id) => Array(6).fill(id)),
    ],
  })
  const { better, significantlyWorse, delta, interval } = retrain(old, twice, { share: 0.3 })
  expect({ better, significantlyWorse }).toEqual({ better: false, significantlyWorse: true })
  expect(delta).toBeLessThan(-0.1)
  expect(interval[1]).toBeLessThan(0)
})

test('a model is rarely called significantly worse by chance', () => {
  let worse = 0
  for (let seed = 0; seed < 60; seed++) if (retrain(old, drawn(100 + seed, 60), { share: 0.4, seed }).significantlyWorse) worse++
  expect(worse).toBeLessThanOrEqual(6)
})

test('lists that the old model has seen are trained on and not compared on', () => {
  const lists = drawn(1, 60)
  expect(() => retrain(old, lists)).toThrow('0 of 60 lists are such that the model has not seen them')
  const first = selectLists(
    lists,
    Array.from({ length: 30 }, (_, list) => list),
  )
  const half = train(first, { method: 'listnet', lambda: 0.01 })
  const { comparison, result } = retrain(half, lists, { share: 0.5 })
  expect([comparison.lists + comparison.skipped, result.model.training.lists]).toEqual([30, 30])
  expect(result.model.training.data).toBe(fingerprint(first))
})

test('with refit all lists are trained on, and that is said', () => {
  const lists = drawn(9, 30)
  const { result, notes } = retrain(old, lists, { refit: true })
  expect(result.model.training.data).toBe(fingerprint(lists))
  expect(notes.join()).toContain('trained on all lists')
})

test('each model keeps the chain of those before it', () => {
  const second = retrain(old, drawn(11, 30)).result.model
  const third = retrain(second, drawn(12, 30)).result.model
  expect(third.training.earlier?.map(({ model }) => model)).toEqual([modelFingerprint(old), modelFingerprint(second)])
})

test('what was chosen on validation lists is kept without such lists, and chosen anew with them', () => {
  const chosen = train(drawn(20, 40), { method: 'listnet', valid: drawn(21, 20) })
  expect(chosen.training.tuned.map(({ option, on }) => [option, on])).toContainEqual(['lambda', 'valid'])
  const kept = retrain(chosen, drawn(22, 40))
  expect(kept.result.model.options['lambda']).toBe(chosen.options['lambda'])
  expect(kept.notes.join()).toContain('lambda: kept as chosen')
  const anew = retrain(chosen, drawn(22, 40), { valid: drawn(23, 20) }).result.model
  expect(anew.training.tuned.some(({ option, on }) => option === 'lambda' && on === 'valid')).toBe(true)
})

test('encoders of tables are fitted to the new rows that are not held out', () => {
  const table = (seed: number, brands: readonly string[]) => {
    const random = seededRandom(seed)
    const rows = Array.from({ length: 120 }, (_, row) => {
      const brand = random.integer(brands.length)
      return `s${seed}-${row >> 2},${brand % 3},${brands[brand]},$${random.integer(90)}.50`
    })
    return encodeUtf8(`qid,label,brand,price\n${rows.join('\n')}\n`)
  }
  const read = (bytes: Uint8Array, encoders?: RankingLists['encoders'], fitting: EncoderOptions = {}) => {
    const plan = encoders === undefined ? planFromSample(bytes, true, 'csv', {}) : planOfEncoders(encoders)
    const parser = delimitedTextParser('t.csv', { plan, keepCells: true, ...fitting, ...(encoders && { encoders }) })
    parser.push(bytes)
    return parser.finish()
  }
  const lists = read(table(1, ['Acme', 'Ibis', 'Lynx']))
  const before = train(lists, { method: 'least-squares' })
  expect(before.features).toContain('brand=Acme')
  const again = read(table(2, ['Acme', 'Ibis', 'Orca']), before.encoders!)
  const { result } = retrain(before, again)
  expect(result.model.features).toContain('brand=Orca')
  expect(result.model.features).not.toContain('brand=Lynx')
  expect(score(result.model, read(table(3, ['Orca']), result.model.encoders!)).length).toBe(120)
  // They are fitted as those before, in a model that was read back, too.
  const few = read(table(1, ['Acme', 'Ibis', 'Lynx']), undefined, { oneHot: 1 })
  const stored = modelFromJson(modelToJson(train(few, { method: 'least-squares' })), 'm.json') as LinearModel
  expect(stored.encoders?.fitting).toEqual({ oneHot: 1 })
  const next = retrain(stored, read(table(2, ['Acme', 'Ibis', 'Orca']), stored.encoders!)).result.model
  expect(next.features).toEqual(['brand:mean label', 'price'])
  const { cells: _, ...bare } = again
  expect(() => retrain(before, bare)).toThrow('keepCells: true')
})

test('dates are read in the order that was given, also when the model is trained again', () => {
  const table = (year: number) => {
    const rows = Array.from({ length: 40 }, (_, list) =>
      [2, 0, 1].map((label, item) => `q${list},${label},0${1 + ((list + item) % 9)}/0${1 + label}/${year + (list % 20)}\n`).join(''),
    )
    return encodeUtf8(`qid,label,added\n${rows.join('')}`)
  }
  const read = (bytes: Uint8Array, options: EncoderOptions, encoders?: RankingLists['encoders']) => {
    const notes: string[] = []
    const plan = encoders === undefined ? planFromSample(bytes, true, 'csv', options) : planOfEncoders(encoders)
    const onNote = (note: Problem) => void notes.push(explain(note))
    const parser = delimitedTextParser('t.csv', { plan, keepCells: true, onNote, ...options, ...(encoders && { encoders }) })
    parser.push(bytes)
    return { lists: parser.finish(), notes }
  }
  const open = read(table(1990), {})
  expect(open.notes).toEqual([expect.stringContaining("give `dateOrder: 'day-first'` if it is not")])
  const { lists, notes } = read(table(1990), { dateOrder: 'day-first' })
  expect(notes).toEqual([])
  const before = modelFromJson(modelToJson(train(lists, { method: 'least-squares' })), 'm.json') as LinearModel
  const date = { kind: 'date', column: 'added', order: 'day-first' }
  expect(before.encoders?.columns).toMatchObject([date])
  expect(open.lists.encoders?.columns).toMatchObject([{ ...date, order: 'month-first' }])
  const objects = [{ added: '01/02/2024' }, { added: '2024-02-01' }, { added: '2024-01-02' }]
  const [{ items }] = rankObjects(before, objects)
  const [first, same, other] = objects.map((_, row) => items.find((item) => item.row === row)?.score)
  expect(first).toBe(same)
  expect(first).not.toBe(other)
  const again = retrain(before, read(table(2010), {}, before.encoders!).lists).result.model
  expect(again.encoders?.columns).toMatchObject([date])
})

test('lists with weights are not trained on again without', () => {
  const weighted = (seed: number) => ({ ...drawn(seed, 40), listWeights: Float64Array.from({ length: 40 }, (_, list) => 1 + (list % 3)) })
  const before = modelFromJson(modelToJson(train(weighted(1), { method: 'listnet', lambda: 0.01 })), 'm.json') as LinearModel
  expect(before.training.weighted).toBe(true)
  const bare = drawn(2, 40)
  expect(() => retrain(before, bare)).toThrow('its lists had weights, and these lists have none. Give lists with weights, those of LETOR')
  expect(retrain(before, weighted(2)).result.model.training.weighted).toBe(true)
  expect(evaluate(before, bare).notes).toContainEqual(expect.stringContaining('trained on lists with weights, and these lists have none'))
  expect(evaluate(before, weighted(2)).notes.join()).not.toContain('weights')
  expect(modelToJson(old)).not.toContain('"weighted"')
})

test('an ensemble is chosen anew with its options, and keeps its chain', () => {
  const before = train(drawn(3, 60), { budget: 0.6, metric: 'ndcg@2' })
  expect(before.kind).toBe('ensemble')
  const { result, comparison, notes } = retrain(before, drawn(2, 60))
  expect(notes).toContain('the old model is an ensemble, so methods and weights are chosen anew, with the same budget')
  expect(result.model.training.auto).toMatchObject({ budget: 0.6, metric: 'ndcg@2', on: 'folds' })
  expect(result.model.training.earlier).toMatchObject([{ model: modelFingerprint(before), lists: 60 }])
  expect(comparison.lists + comparison.skipped).toBe(12)
  expect(modelFromJson(modelToJson(result.model), 'm.json')).toEqual(result.model)
})

test('what cannot be trained again is refused with the reason', () => {
  const imported = { ...old, method: 'imported from lightgbm' }
  for (const model of [imported, { ...old, method: 'ensemble' }]) {
    const attempt = () => retrain(model, drawn(2, 30))
    expect(attempt).toThrow(RankwrightError)
    expect(attempt).toThrow('cannot be trained again')
  }
  expect(() => retrain(old, drawn(2, 2))).toThrow('too few to compare on')
})
