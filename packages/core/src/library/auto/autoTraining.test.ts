import { describe, expect, test } from 'vitest'
import { rankingLists } from '../../data/lists/plainRows.ts'
import { type RankingLists, selectLists } from '../../data/lists/rankingLists.ts'
import { certify } from '../../guarantees/certify.ts'
import { score } from '../../models/score.ts'
import { seededRandom } from '../../numeric/random.ts'
import { plainRuntime } from '../../runtime/runtime.ts'
import { finish } from '../../runtime/training.ts'
import { modelFromJson } from '../../trainers/modelFromJson.ts'
import { modelToJson } from '../../trainers/modelToJson.ts'
import { train, training } from '../train.ts'

/** Grades follow from `shape` of three features, and noise. */
function made(count: number, shape: (a: number, b: number) => number, { noise = 0.3, items = 6, seed = 1 } = {}): RankingLists {
  const random = seededRandom(seed)
  const features = Array.from({ length: count * items }, () => [random.normal(), random.normal(), random.normal()])
  const labels = features.map(([a, b]) => Math.max(0, Math.min(3, Math.round(1.5 + shape(a, b) + noise * random.normal()))))
  return rankingLists({ features, labels, lists: features.map((_, row) => Math.floor(row / items)), featureNames: ['a', 'b', 'c'] })
}

const straight = made(40, (a, b) => a + 0.5 * b, { noise: 0.8 })
const small = { budget: 0.25 } as const
const twice = (numbers: readonly number[]) => [...numbers, ...numbers]

describe('what is chosen', () => {
  const bent = made(60, (a, b) => 2 * Math.sign(a * b))
  const { model, notes } = finish(training(bent, { budget: 2.5 }))
  const { auto } = model.training

  test('is what ranks best where one method is clearly better: no linear ranker sees a product', () => {
    expect(auto).toMatchObject({ metric: 'ndcg@10', on: 'folds', folds: 5, lists: 59, budget: 2.5 }) // one list has no relevant item
    expect(['lambdamart', 'rankrls', 'elmrank', 'ensemble']).toContain(auto?.chosen)
    expect(auto!.spent).toBeLessThanOrEqual(2.5)
    const values = auto!.candidates.filter(({ state }) => state === 'measured').map(({ value }) => value!)
    expect(values).toEqual(values.toSorted((a, b) => b - a))
    expect(auto!.candidates.filter(({ method, options }) => method === 'listnet' && options.scale === undefined)).toHaveLength(1) // hopeless, so not varied
    for (const { value, interval } of auto!.candidates) {
      if (value === undefined || interval === undefined) continue
      expect(interval[0]).toBeLessThanOrEqual(value)
      expect(interval[1]).toBeGreaterThanOrEqual(value)
    }
    expect(notes.every((note) => typeof note === 'string')).toBe(true)
  })

  test('comes back from its file, with how it was chosen', () => {
    const text = modelToJson(model)
    const back = modelFromJson(text, 'm.json')
    expect(back).toEqual(model)
    expect(score(back, bent)).toEqual(score(model, bent))
    expect(text).not.toContain('seconds')
  })

  test('is not covered by theorems about one method, but by held-out lists', () => {
    const { certificates, heldOut, notApplicable } = certify(model, {
      train: bent,
      heldOut: made(30, (a, b) => 2 * Math.sign(a * b), { seed: 2 }),
    })
    expect(heldOut[0]).toMatchObject({ metric: 'ndcg@10' })
    const theorems = certificates.filter(({ assumptions }) => assumptions.some(({ text }) => text.includes('auto chose it')))
    for (const { assumptions } of theorems) expect(assumptions.some(({ holds }) => holds === false)).toBe(true)
    if (model.kind === 'ensemble') expect(notApplicable.length).toBeGreaterThan(0)
  })
})

test('without a method it is auto, and the same lists give the same bytes', () => {
  const model = train(straight, small)
  expect(modelToJson(train(straight, { ...small, method: 'auto' }))).toBe(modelToJson(model))
  expect(model.training.auto).toBeDefined()
})

test('with very few lists several methods are taken together, one setting of each training', () => {
  const lists = made(12, (a, b) => a + 0.5 * b, { noise: 0.8 })
  const model = train(lists, small)
  const { chosen, ensemble, candidates } = model.training.auto!
  expect(chosen).toBe('ensemble')
  expect(ensemble!.gain).toBeGreaterThan(-2 * ensemble!.error)
  const members = candidates.filter(({ weight }) => weight !== undefined)
  expect(members.length).toBeGreaterThan(1)
  expect(members.filter(({ method }) => method === 'rankrls').length).toBeLessThanOrEqual(1) // its penalties are read off one training
  expect(modelToJson(train(lists, small))).toBe(modelToJson(model))
  expect(train(lists, { ...small, single: true }).method).toBe(candidates[0].method)
})

test('--single takes the best of the leaderboard, whose options are recorded as tuned', () => {
  const model = train(straight, { ...small, single: true })
  const [best] = model.training.auto!.candidates
  expect(model.method).toBe(best.method)
  expect(model.training.auto!.ensemble).toBe(undefined)
  expect(model.options).toMatchObject(best.options)
  for (const option of Object.keys(best.options)) {
    expect(model.training.given).not.toContain(option)
    expect(model.training.tuned.map(({ option: name }) => name)).toContain(option)
  }
  const { seed: _, ...options } = model.options
  expect(options).toMatchObject(best.options)
})

test('a small budget tries the cheap ones and says what it left out; a large one tries more', () => {
  const states = (budget: number) => train(straight, { budget, single: true }).training.auto!
  const [few, many] = [states(0.05), states(0.6)]
  const tried = ({ candidates }: typeof few) => candidates.filter(({ value }) => value !== undefined).length
  expect(tried(few)).toBeGreaterThan(0)
  expect(tried(many)).toBeGreaterThan(tried(few))
  expect(few.candidates.some(({ state }) => state === 'unaffordable')).toBe(true)
  expect(few.spent).toBeLessThanOrEqual(0.2)
})

test('where nothing is affordable, the cheapest setting is taken', () => {
  const { candidates, chosen } = train(straight, { budget: 1e-6 }).training.auto!
  expect(candidates.filter(({ state }) => state === 'measured')).toMatchObject([{ method: chosen }])
  expect(chosen).toBe('least-squares')
  expect(candidates.filter(({ method, options }) => method === chosen && options.scale === undefined)).toHaveLength(2) // one of them of the second wave
})

test('with fewer than 30 lists the usual settings alone are tried, unless others are measured on', () => {
  const penaltiesOf = (lists: number, valid?: RankingLists) =>
    train(selectLists(straight, [...Array(lists).keys()]), { budget: 0.6, single: true, valid }).training.auto!.candidates.filter(
      ({ method, options }) => method === 'listnet' && options.scale === undefined,
    ).length
  expect([penaltiesOf(29), penaltiesOf(30), penaltiesOf(29, straight)]).toEqual([1, 4, 4])
})

test('features with long tails and features that compare within a list alone are tried in other scales', () => {
  const random = seededRandom(3)
  const lists = straight.listIds.length
  const levels = Array.from({ length: lists }, () => Math.exp(3 * random.normal()))
  const values = straight.features.values.map((value, at) => levels[Math.floor(at / 18)] * Math.exp(value))
  const { candidates } = train({ ...straight, features: { kind: 'dense', values } }, { budget: 3, single: true }).training.auto!
  const listNet = (scale?: string) => candidates.find(({ method, options }) => method === 'listnet' && options.scale === scale)
  expect(listNet('per-list')!.value).toBeGreaterThan(listNet('quantile')!.value!)
  expect(listNet('per-list')!.value).toBeGreaterThan(0.95)
  expect(listNet('per-list')!.value).toBeGreaterThan(listNet()!.value!)
})

test('copies of lists under other ids do not stand on both sides of a fold', () => {
  const random = seededRandom(7)
  const noise = { ...straight, labels: straight.labels.map(() => random.integer(4)) }
  const [best] = train(selectLists(noise, twice(twice([...Array(20).keys()]))), { budget: 1, single: true }).training.auto!.candidates
  expect(best.value).toBeLessThan(0.85) // of labels at random; with copies in training it is 1
})

test('validation lists are what is measured on, and count as seen', () => {
  const valid = made(20, (a, b) => a + 0.5 * b, { noise: 0.8, seed: 5 })
  const model = train(straight, { ...small, valid })
  expect(model.training.auto).toMatchObject({ on: 'valid', folds: 0, lists: 20 })
  expect(model.training.auto!.ensemble).toBe(undefined) // too few to choose one on
  expect(model.training.valid).toMatch(/./)
  expect(model.training.seen?.valid).toBeDefined()
  expect(model.calibration).toMatchObject({ lists: 20 })
})

describe('data that tells little', () => {
  const one = selectLists(straight, [0])
  test.each([
    ['one list', one, 'listnet'],
    ['copies of one list', selectLists(straight, Array(40).fill(0)), 'listnet'],
    ['equal labels', { ...straight, labels: straight.labels.map(() => 1) }, 'listnet'],
    ['no relevant item', { ...straight, labels: straight.labels.map(() => 0) }, 'listnet'],
    ['three lists', selectLists(straight, [0, 1, 2]), undefined],
    ['lists of one item', made(30, (a) => a, { items: 1 }), 'listnet'],
  ] as const)('%s', (_, lists, method) => {
    const { model, notes } = finish(training(lists, small))
    if (method === undefined) return expect(score(model, lists).every(Number.isFinite)).toBe(true)
    expect(model.method).toBe(method)
    expect(model.training.auto).toMatchObject({ on: 'nothing', chosen: method })
    expect(notes.join()).toContain('so listnet was taken')
  })

  test('lists that do not count are not told as measured, and one that does tells nothing', () => {
    const upTo = (list: number) => ({ ...straight, labels: straight.labels.map((label, row) => (row < 6 * list ? label : label - 3)) })
    expect(train(upTo(25), small).training.auto).toMatchObject({ on: 'folds', lists: 25 })
    const { model, notes } = finish(training(upTo(1), small))
    expect(model.training.auto).toMatchObject({ on: 'nothing', chosen: 'listnet', lists: 0 })
    expect(modelFromJson(modelToJson(model), 'm.json')).toEqual(model)
    expect(notes.join()).toContain('a single list counts for ndcg@10, so listnet was taken')
    expect(notes.join()).toContain("labels of 0 and less do not count, so give `metric: 'pairwise-accuracy'`")
  })

  test('grades of 0 and less: the note says by what they can be measured', () => {
    const lists = { ...straight, labels: straight.labels.map((label) => label - 3) }
    const note = finish(training(lists, small)).notes.join()
    expect(note).toContain("so listnet was taken with its usual options; no label is above 0, so give `metric: 'pairwise-accuracy'`")
    expect(train(lists, { ...small, metric: 'pairwise-accuracy' }).training.auto!.on).toBe('folds')
  })

  test('weights of lists, missing values and sparse rows', () => {
    const listWeights = Float64Array.from(straight.listIds, (_, list) => (list < 10 ? 0 : 1))
    expect(train({ ...straight, listWeights }, small).training.auto!.on).toBe('folds')
    const values = Float32Array.from(straight.features.values, (value, at) => (at % 7 === 0 ? Number.NaN : value))
    expect(train({ ...straight, features: { kind: 'dense', values } }, small).training.auto!.on).toBe('folds')
    const rows = straight.labels.length
    const sparse: RankingLists = {
      ...straight,
      width: 3,
      features: {
        kind: 'sparse',
        rowStarts: Uint32Array.from({ length: rows + 1 }, (_, row) => 3 * row),
        columns: Uint32Array.from({ length: 3 * rows }, (_, at) => at % 3),
        values: Float32Array.from(straight.features.values),
      },
    }
    expect(train(sparse, { ...small, single: true }).training.auto!.candidates[0].state).toBe('measured')
  })
})

test('what makes no sense is refused before anything is trained', () => {
  expect(() => train(straight, { metric: 'ndgc' })).toThrow('ndgc')
  expect(() => train(straight, { metric: 'squared-error' })).toThrow('a metric of the order alone')
  expect(() => train(straight, { budget: 0 })).toThrow('budget')
  expect(() => train(straight, { lambda: 1 } as object)).toThrow('lambda')
  expect(() => train(straight, { method: 'magic' } as object)).toThrow('auto')
})

test('a stop is heard within any method', () => {
  const running = training(straight, small, { ...plainRuntime, stop: { stopped: true } })
  expect(() => finish(running)).toThrow('stopped')
})

test('progress says which method is at work, and how far it is', () => {
  const stages = new Set<string>()
  finish(training(straight, small), ({ stage, within }) => stages.add(within === undefined ? stage : `${stage} >`))
  expect([...stages].join()).toMatch(/measuring listnet >.*training/)
})
