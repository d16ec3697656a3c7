import { expect, test } from 'vitest'
import { rankingLists } from '../../data/lists/plainRows.ts'
import { type RankingLists, selectLists } from '../../data/lists/rankingLists.ts'
import { calibrate } from '../../library/calibrate.ts'
import { train } from '../../library/train.ts'
import { modelToJson, parsedModel } from '../../models/modelJson.ts'
import { seededRandom } from '../../numeric/random.ts'
import { plainRuntime } from '../../runtime/runtime.ts'
import { abstain, obeying } from './abstain.ts'
import { unseenLists } from './unseenLists.ts'

function drawn(lists: number, seed: number): RankingLists {
  const random = seededRandom(seed)
  const features = Array.from({ length: 5 * lists }, () => [random.uniform(), random.uniform()])
  const labels = features.map(([x]) => Math.round(2 * x + 0.3 * random.normal()))
  return rankingLists({ features, labels, lists: features.map((_, row) => Math.floor(row / 5)) })
}

/** The lists with their rows turned around, and more lists after them. */
function turned(lists: RankingLists, others: RankingLists): RankingLists {
  const rows = [lists, others].flatMap(({ labels, features, width, offsets }, part) =>
    Array.from(labels, (label, row) => ({
      list: `${part} ${offsets.findLastIndex((start) => start <= row)}`,
      label,
      features: Array.from(features.kind === 'dense' ? features.values.subarray(row * width, (row + 1) * width) : []),
    })).reverse(),
  )
  return rankingLists({
    features: rows.map((row) => row.features),
    labels: rows.map(({ label }) => label),
    lists: rows.map(({ list }) => list),
  })
}

const [training, valid, fresh] = [drawn(30, 1), drawn(20, 2), drawn(40, 3)]
const model = train(training, { method: 'least-squares', valid })
const { compute } = plainRuntime

test('lists that the model has seen do not count, whatever the order of their rows', () => {
  const some = turned(selectLists(valid, [0, 1, 2]), fresh)
  const { lists, given, seen, repeated } = unseenLists(model, some, compute)
  expect([given, seen, repeated, lists.listIds.length]).toEqual([43, 3, 0, 40])
  expect(abstain(model, some, { rule: 'margin', guarantee: 0.4, thresholds: [0.1] }).heldOut).toEqual({ given, seen, repeated })
  expect(unseenLists(model, turned(fresh, selectLists(fresh, [5])), compute)).toMatchObject({ seen: 0, repeated: 1 })
})

test('data that the model has seen is refused for a guarantee, for every rule', () => {
  const rules = ['distance', 'margin', 'probability', 'list'] as const
  for (const rule of rules) {
    const options = { rule, guarantee: 0.4, thresholds: [0.6] }
    expect(() => abstain(model, training, options)).toThrow('The held-out data is the training data of this model.')
    expect(() => abstain(model, valid, options)).toThrow('The held-out data is the validation data of this model.')
    expect(() => abstain(calibrate(model, fresh), fresh, options)).toThrow('The held-out data is the calibration data of this model.')
    expect(() => abstain(model, turned(training, selectLists(fresh, [0])), options)).toThrow('Of the 31 held-out lists, 30')
    expect(abstain(model, valid, { rule, thresholds: [0.6] }).heldOut).toBe(undefined)
  }
})

const bare = train(training, { method: 'least-squares' })

test('lists that calibrated a model or chose its rule guarantee nothing again, half of them or all, also after a trip to a file', () => {
  const many = drawn(60, 4)
  const first = abstain(bare, many, { rule: 'probability', guarantee: 0.9 })
  expect([first.calibratedOn, first.stored?.origin.by]).toEqual(['half of the lists', 'guarantee'])
  const kept = parsedModel(modelToJson(obeying(bare, first)), 'm.json')
  if (!('featureMap' in kept)) throw new Error('not a model of lists')
  for (const rule of ['distance', 'margin', 'probability', 'list'] as const) {
    const options = { rule, guarantee: 0.4, thresholds: [0.6] }
    expect(() => abstain(kept, many, options)).toThrow('Nothing is guaranteed by lists that calibrated or chose something')
    expect(() => abstain(kept, turned(many, selectLists(fresh, [0])), options)).toThrow('Of the 61 held-out lists, ')
    expect(abstain(kept, fresh, options).heldOut).toEqual({ given: 40, seen: 0, repeated: 0 })
  }
  const chosen = obeying(bare, abstain(bare, many, { rule: 'margin', choose: true, cost: 0.1, thresholds: [0.1] }))
  expect(() => abstain(chosen, many, { rule: 'margin', guarantee: 0.4, thresholds: [0.1] })).toThrow(
    'The held-out data is the data that the rule of this model was chosen on.',
  )
})

test('repeated lists count once, and both halves of a calibration have different lists', () => {
  const copies = (count: number) =>
    selectLists(
      fresh,
      Array.from({ length: 40 * count }, (_, list) => list % 40),
    )
  const named = (lists: RankingLists): RankingLists => ({ ...lists, listIds: lists.listIds.map((_, list) => `list ${list}`) })
  for (const rule of ['margin', 'probability', 'list'] as const) {
    const options = { rule, guarantee: 0.35, ...(rule === 'margin' && { thresholds: [0.1, 0.5] }) }
    const [once, often] = [fresh, named(copies(25))].map((lists) => abstain(bare, lists, options))
    expect(often.heldOut).toEqual({ given: 1000, seen: 0, repeated: 960 })
    expect(often.guaranteed).toEqual(once.guaranteed)
  }
})

test('a rule that was chosen on the training lists says so, and so does what is measured on them', () => {
  const report = abstain(model, turned(selectLists(training, [0, 1, 2]), fresh), {
    rule: 'margin',
    choose: true,
    cost: 0.1,
    thresholds: [0.1],
  })
  expect(report.known).toEqual({ given: 43, training: 3, calibration: 0 })
  expect(report.stored?.origin).toMatchObject({ by: 'cost', trained: 3 })
  expect(abstain(model, valid, { rule: 'probability' }).known).toEqual({ given: 20, training: 0, calibration: 20 })
  expect(abstain(model, fresh, { rule: 'probability' }).known).toBe(undefined)
})

test('the stored rule carries every condition of its guarantee', () => {
  const plain = drawn(30, 5)
  const levelled = { ...plain, labels: plain.labels.map((label, row) => (row < 50 ? 0 : label)) } // ten lists without pairs, and one by chance
  const given = turned(selectLists(training, [0]), turned(levelled, selectLists(plain, [29])))
  const { stored } = abstain(model, given, { rule: 'margin', guarantee: 0.6, thresholds: [0.1, 0.9] })
  expect(stored?.origin.by === 'guarantee' ? stored.origin.conditions : []).toEqual([
    'Only lists with two items to tell apart count, also in the future: 19 of these 30.',
    expect.stringContaining('drawn independently from one distribution (1 that repeats another is no further evidence'),
    expect.stringContaining('1 held-out list is in the training data; these do not count'),
    'The thresholds given were fixed before these lists were looked at.',
  ])
})

test('pairs stand for labels: lists without labels are known by their rows, and the guarantee says so', () => {
  const bareLabels = (lists: RankingLists): RankingLists => ({ ...lists, labels: lists.labels.map(() => 0) })
  /** The greater first feature is preferred in each list. */
  const preferences = (lists: RankingLists) => {
    const { values } = lists.features.kind === 'dense' ? lists.features : { values: new Float32Array(0) }
    const pairs = lists.listIds.flatMap((_, list) =>
      [1, 2, 3].map((item) => {
        const [one, other] = [5 * list, 5 * list + item]
        return values[2 * one] < values[2 * other] ? { low: one, high: other } : { low: other, high: one }
      }),
    )
    return {
      starts: Uint32Array.from({ length: lists.listIds.length + 1 }, (_, list) => 3 * list),
      first: Uint32Array.from(pairs, ({ low }) => low),
      second: Uint32Array.from(pairs, ({ high }) => high),
    }
  }
  const asked = (lists: RankingLists) =>
    abstain(model, bareLabels(lists), { rule: 'margin', guarantee: 0.4, thresholds: [0.01], preferences: preferences(lists) })
  expect(() => asked(training)).toThrow('30 share most of their rows with a list of the training data')
  expect(() => asked(turned(selectLists(training, [0, 1]), fresh))).toThrow('Of the 42 held-out lists, 2 are in the training data')
  const { stored } = asked(fresh)
  expect(stored?.origin.by === 'guarantee' && stored.origin.conditions).toContain(
    'The pairs given stand for labels, so a list that the model has seen may be known by its rows alone.',
  )
  const byLabels = abstain(model, fresh, { rule: 'margin', guarantee: 0.4, thresholds: [0.01] }).stored
  expect(JSON.stringify(byLabels)).not.toContain('stand for labels')
})
