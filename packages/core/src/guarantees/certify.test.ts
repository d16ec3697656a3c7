import { expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import { type RankingLists, selectLists } from '../data/lists/rankingLists.ts'
import { selectColumns } from '../data/lists/selectColumns.ts'
import { evaluate } from '../evaluation/evaluate.ts'
import { train } from '../library/train.ts'
import { seededRandom } from '../numeric/random.ts'
import { heldOutBetting } from '../theory/heldOutBetting.ts'
import { certify } from './certify.ts'

const trainLists = someLists(40, 1)
const heldOut = someLists(80, 2)
const model = train(trainLists, { method: 'least-squares' })

test('each metric is bounded below its held-out mean, by three methods, betting first', () => {
  const { heldOut: rows } = certify(model, { heldOut, metrics: ['ndcg@10', 'map'] })
  expect(rows.map(({ metric, method }) => `${metric} ${method}`)).toEqual(
    ['ndcg@10', 'map'].flatMap((metric) =>
      ['heldout-betting', 'heldout-bernstein', 'heldout-hoeffding'].map((method) => `${metric} ${method}`),
    ),
  )
  for (const { lower, value, n, delta } of rows) {
    expect(lower).toBeLessThan(value)
    expect(n).toBe(80)
    expect(delta).toBe(0.05)
  }
})

test('features that the model does not know are told', () => {
  const wide = { ...heldOut, featureNames: Array.from({ length: heldOut.width }, (_, column) => `f${column}`) }
  const narrow = { ...selectColumns(trainLists, Int32Array.of(0)), featureNames: ['f0'] }
  const { notes } = certify(train(narrow, { method: 'least-squares' }), { heldOut: wide })
  expect(notes[0]).toContain('the model does not know the feature')
})

test('the values bounded are those that evaluate gives', () => {
  const report = evaluate(model, heldOut, { metrics: ['ndcg@10'], perList: true })
  const values = report.perList?.map(({ metrics }) => metrics['ndcg@10']) ?? []
  const [first] = certify(model, { heldOut, metrics: ['ndcg@10'], delta: 0.1 }).heldOut
  expect(first.value).toBeCloseTo(report.metrics['ndcg@10'], 12)
  expect(first.lower).toBeCloseTo(heldOutBetting(values, 0.1).lower, 9)
})

test('a certificate states its theorem, its assumptions, its constants and its verdict', () => {
  const [certificate] = certify(model, { heldOut, train: trainLists, metrics: ['ndcg@10'] }).certificates
  expect(certificate.theorem).toBe('heldout-betting')
  expect(certificate.statement).toContain('expected ndcg@10 is at least')
  expect(certificate.assumptions.map(({ holds }) => holds)).toEqual(['unknown', 'unknown', true])
  expect(certificate.assumptions[1].notRefuted).toBe(true)
  expect(certificate.constants).toEqual({
    n: { value: 80, origin: 'held-out lists that count: lists with at least one relevant item' },
    delta: { value: 0.05, origin: 'given' },
  })
  expect(certificate.trivial).toBe(0)
  expect(certificate.verdict).toBe('informative')
})

test('lists that are skipped are told in the sentence, and a statement about all lists stands beside it', () => {
  const barren = barrenLists(20, 7)
  const mixed = joined(heldOut, barren)
  const { heldOut: rows, certificates } = certify(model, { heldOut: mixed, metrics: ['ndcg@10'] })
  const condition = 'lists with at least one relevant item'
  for (const row of rows) expect(row).toMatchObject({ n: 80, lists: 100, skipped: 20, condition })
  expect(certificates[0].statement).toContain(
    'Among lists with at least one relevant item (80 of the 100 held-out lists), the expected ndcg@10',
  )
  const values = evaluate(model, mixed, { metrics: ['ndcg@10'], profile: 'sklearn', gain: 'exponential', perList: true }).perList ?? []
  const whole = heldOutBetting(
    values.map(({ metrics }) => metrics['ndcg@10']),
    0.05,
  )
  expect(rows[0].everyList).toMatchObject({ n: 100, condition: 'all lists, those without a relevant item counting 0' })
  expect(rows[0].everyList?.value).toBeCloseTo(whole.mean, 12)
  expect(rows[0].everyList?.lower).toBeCloseTo(whole.lower, 9)
  expect(rows[1].everyList).toBeUndefined()
  expect(certificates.map(({ statement }) => statement.includes('all lists, those without'))).toEqual([false, false, false, true])
})

test('where no list is skipped nothing stands beside the statement, nor where a metric is about pairs', () => {
  expect(certify(model, { heldOut, metrics: ['ndcg@10'] }).heldOut[0]).toMatchObject({ n: 80, lists: 80, skipped: 0 })
  expect(certify(model, { heldOut, metrics: ['ndcg@10'] }).heldOut[0].everyList).toBeUndefined()
  const [first] = certify(model, { heldOut: joined(heldOut, barrenLists(5, 7)), metrics: ['kendall-tau'] }).heldOut
  expect(first).toMatchObject({ skipped: 5, condition: 'lists with at least two different labels and two different scores' })
  expect(first.everyList).toBeUndefined()
})

test('a profile that counts every list skips none', () => {
  const [first] = certify(model, { heldOut: joined(heldOut, barrenLists(5, 7)), metrics: ['ndcg@10'], profile: 'letor4' }).heldOut
  expect(first).toMatchObject({ n: 85, lists: 85, skipped: 0, condition: 'all lists, those without a relevant item counting 0' })
})

test('the order of the held-out lists changes nothing', () => {
  const sorted = Array.from(heldOut.listIds.keys()).reverse()
  expect(certify(model, { heldOut: selectLists(heldOut, sorted) }).heldOut).toEqual(certify(model, { heldOut }).heldOut)
})

test('a bound with repeated lists holds whether they were copied or drawn again', () => {
  // One list is drawn half of the time, and the model does badly on it: counted once, it would hardly show.
  const values = evaluate(model, heldOut, { metrics: ['ndcg@10'], perList: true }).perList?.map(({ metrics }) => metrics['ndcg@10']) ?? []
  const worst = values.indexOf(Math.min(...values))
  const others = values.filter((_, list) => list !== worst)
  const expected = values[worst] / 2 + others.reduce((sum, value) => sum + value, 0) / others.length / 2
  const random = seededRandom(3)
  let missed = 0
  for (let repetition = 0; repetition < 60; repetition++) {
    const drawn = Array.from({ length: 40 }, () => (random.uniform() < 0.5 ? worst : random.integer(80)))
    const [{ lower, n, repeated, lists }] = certify(model, {
      heldOut: selectLists(heldOut, drawn),
      metrics: ['ndcg@10'],
      delta: 0.1,
    }).heldOut
    expect([n + repeated, n]).toEqual([lists, new Set(drawn).size])
    if (lower > expected) missed++
  }
  expect(missed / 60).toBeLessThanOrEqual(0.1)
})

test('copies of every list prove no more than the lists themselves', () => {
  const once = certify(model, { heldOut, metrics: ['ndcg@10'] }).heldOut[0]
  const copies = Array.from({ length: 240 }, (_, place) => place % 80)
  const thrice = certify(model, { heldOut: selectLists(heldOut, copies), metrics: ['ndcg@10'] }).heldOut[0]
  expect(thrice).toEqual({ ...once, lists: 240, repeated: 160 })
})

test('joint statements share delta among them', () => {
  const { heldOut: rows, notes } = certify(model, { heldOut, metrics: ['ndcg@10', 'map'], delta: 0.06, joint: true })
  expect(rows.length).toBe(6)
  for (const { delta } of rows) expect(delta).toBeCloseTo(0.01, 12)
  expect(notes.join()).toContain('hold together')
})

test('held-out data that is the training or the validation data is refused', () => {
  expect(() => certify(model, { heldOut: trainLists })).toThrow('is the training data')
  expect(() => certify(model, { heldOut: someLists(40, 1) })).toThrow('is the training data')
  expect(() => certify(model, { heldOut, train: heldOut })).toThrow('The training lists given and the held-out lists are the same data')
  const tuned = train(trainLists, { method: 'least-squares', valid: heldOut })
  expect(() => certify(tuned, { heldOut })).toThrow('is the validation data')
})

test('training lists given that are not those of the model are told, for a model without theorems too', () => {
  const differs = 'The lists given as `train` are not the data that this model was trained on.'
  const notes = (given: RankingLists) => certify(model, { train: given, heldOut }).notes.filter((note) => note.startsWith(differs))
  expect(notes(trainLists)).toEqual([])
  expect(notes(someLists(30, 5))).toEqual([`${differs} It knows 0 of the 30 lists. Give the lists that the model was trained on.`])
  const turned = selectLists(
    trainLists,
    Array.from({ length: 40 }, (_, list) => 39 - list),
  )
  expect(notes(turned)[0]).toContain('It knows all 40 lists, so their order, their weights or their number differs.')
  const { seen: _, ...record } = model.training
  expect(certify({ ...model, training: record }, { train: heldOut }).notes).toContain(
    `${differs} Give the lists that the model was trained on.`,
  )
  const imported = certify({ ...model, method: 'imported-solr', training: { ...record, data: 'unknown' } }, { train: heldOut })
  expect(imported.notes.filter((note) => note.includes('trained'))).toEqual([
    'The model was trained by other software, so nothing tells whether the lists given as `train` are those that it was trained on.',
  ])
})

test('lists given as training lists by mistake take no held-out lists away', () => {
  const wrong = selectLists(
    heldOut,
    Array.from({ length: 30 }, (_, list) => list),
  )
  const [row] = certify(model, { train: wrong, heldOut, metrics: ['ndcg@10'] }).heldOut
  expect(row).toMatchObject({ lists: 80, seen: 0, n: 80 })
})

test('held-out lists that are also training lists do not count, and the sentence says so', () => {
  const mixed = joined(selectLists(trainLists, [3, 4, 5]), heldOut)
  const { certificates, heldOut: rows } = certify(model, { heldOut: mixed, metrics: ['ndcg@10'] })
  const alone = certify(model, { heldOut, metrics: ['ndcg@10'] })
  expect(rows[0]).toEqual({ ...alone.heldOut[0], lists: 83, seen: 3 })
  expect(certificates[0].statement).toContain('(80 of the 83 held-out lists, without 3 that the model has seen)')
  expect(certificates[0].assumptions[1]).toEqual({
    text: expect.stringContaining('3 held-out lists are in the training data'),
    holds: 'unknown',
    notRefuted: true,
  })
})

test('a correlation is bounded on its own scale from −1 to 1', () => {
  const { heldOut: rows, certificates } = certify(model, { heldOut, metrics: ['kendall-tau'] })
  expect(rows[0].value).toBeCloseTo(evaluate(model, heldOut, { metrics: ['kendall-tau'] }).metrics['kendall-tau'], 12)
  expect(rows[0].lower).toBeLessThan(rows[0].value)
  expect(certificates[0].trivial).toBe(-1)
})

test('a metric without an upper limit is refused', () => {
  expect(() => certify(model, { heldOut, metrics: ['dcg@10'] })).toThrow('has no upper limit')
})

test('ERR with the best grade read off the lists does not meet its assumption, with a fixed one it has none to meet', () => {
  const [{ assumptions, statement }] = certify(model, { heldOut, metrics: ['err@10'] }).certificates
  expect(assumptions[assumptions.length - 1].holds).toBe(false)
  expect(statement).toMatch(/^If its assumptions held: /)
  const [fixed] = certify(model, { heldOut, metrics: ['err@10'], profile: 'gdeval' }).certificates
  expect(fixed.assumptions.some(({ holds }) => holds === false)).toBe(false)
})

test('few lists prove nothing, and the verdict says so', () => {
  const { certificates } = certify(model, { heldOut: selectLists(heldOut, [0, 1]), metrics: ['ndcg@10'] })
  expect(certificates.find(({ theorem }) => theorem === 'heldout-bernstein')).toMatchObject({ bound: 0, verdict: 'vacuous' })
})

test('lists on which the metric is never defined are refused', () => {
  const barren = { ...heldOut, labels: new Float64Array(heldOut.labels.length) }
  expect(() => certify(model, { heldOut: barren })).toThrow('undefined on all 80 lists')
})

test('without held-out lists there is no held-out bound, and that is said', () => {
  const { heldOut: rows, notes } = certify(model, { train: trainLists })
  expect(rows).toEqual([])
  expect(notes[0]).toContain('no held-out bound')
})

test('weights of lists are left aside, and that is said', () => {
  const listWeights = Float64Array.from(heldOut.listIds, (_, list) => list)
  const weighted = certify(model, { heldOut: { ...heldOut, listWeights } })
  expect(weighted.heldOut).toEqual(certify(model, { heldOut }).heldOut)
  expect(weighted.notes.join()).toContain('List weights are not used')
})

test('an option out of range, or one for ontology models, is refused', () => {
  expect(() => certify(model, { heldOut, gamma: 2 })).toThrow('`gamma` would change nothing')
  expect(() => certify(model, { heldOut, delta: 0 })).toThrow('`delta` is 0')
})

function someLists(count: number, seed: number): RankingLists {
  const random = seededRandom(seed)
  const features = Array.from({ length: count * 8 }, () => [random.normal(), random.normal()])
  return rankingLists({
    features,
    labels: features.map(([x], row) => (row % 8 === 0 ? 1 : x + 0.5 * random.normal() > 0.5 ? 2 : 0)),
    lists: features.map((_, row) => `s${seed}-${Math.floor(row / 8)}`),
  })
}

/** Lists without a relevant item. */
function barrenLists(count: number, seed: number): RankingLists {
  const lists = someLists(count, seed)
  return { ...lists, labels: new Float64Array(lists.labels.length) }
}

function joined(a: RankingLists, b: RankingLists): RankingLists {
  const rows = (lists: RankingLists) =>
    Array.from(lists.labels, (_, row) => Array.from({ length: lists.width }, (_, column) => denseValues(lists)[row * lists.width + column]))
  const ids = (lists: RankingLists) =>
    lists.listIds.flatMap((id, list) => new Array<string>(lists.offsets[list + 1] - lists.offsets[list]).fill(id))
  return rankingLists({ features: [...rows(a), ...rows(b)], labels: [...a.labels, ...b.labels], lists: [...ids(a), ...ids(b)] })
}

function denseValues({ features }: RankingLists): Float32Array {
  if (features.kind !== 'dense') throw new Error('dense features expected')
  return features.values
}

test('a metric that no list has a value of is reported with its cause, and the others are certified', () => {
  const constant = { ...model, weights: new Float64Array(model.weights.length) }
  const { heldOut: rows, notes } = certify(constant, { heldOut, metrics: ['kendall-tau', 'ndcg@10'] })
  expect(new Set(rows.map(({ metric }) => metric))).toEqual(new Set(['ndcg@10']))
  expect(notes.join(' ')).toContain(
    'kendall-tau is undefined on all 80 lists, so nothing can be said about it. The model gives all items of a list the same score.',
  )
  expect(() => certify(constant, { heldOut, metrics: ['kendall-tau'] })).toThrow('The model gives all items of a list the same score')
})

test('where tied items stay in the order of the file, the number of lists that this decides is said', () => {
  const constant = { ...model, weights: new Float64Array(model.weights.length) }
  const tied = (of: typeof model, profile: 'lightgbm' | 'trec_eval' | 'rankwright') =>
    certify(of, { heldOut, metrics: ['ndcg@10'], profile }).certificates[0].assumptions.filter(({ text }) =>
      text.includes('order of the file'),
    )
  for (const profile of ['lightgbm', 'trec_eval'] as const) {
    expect(tied(constant, profile)).toEqual([{ text: expect.stringMatching(/which decides \d+ of 80 lists/), holds: 'unknown' }])
    expect(tied(model, profile)).toEqual([])
  }
  expect(tied(constant, 'rankwright')).toEqual([])
})

test('a file with the best items first says nothing about scores that are all equal', () => {
  const constant = { ...model, weights: new Float64Array(model.weights.length) }
  const best = bestFirst(heldOut)
  const { certificates } = certify(constant, { heldOut: best, metrics: ['ndcg@10'], profile: 'lightgbm' })
  expect(certificates[0].assumptions).toContainEqual({
    text: expect.stringContaining('the best items stand first'),
    holds: false,
    remedy: expect.stringContaining('Shuffle the rows'),
  })
})

/** The rows of each list, by label. */
function bestFirst(lists: RankingLists): RankingLists {
  const rows = lists.listIds.flatMap((_, list) =>
    Array.from({ length: lists.offsets[list + 1] - lists.offsets[list] }, (__, item) => lists.offsets[list] + item).sort(
      (a, b) => lists.labels[b] - lists.labels[a],
    ),
  )
  const values = denseValues(lists)
  return rankingLists({
    features: rows.map((row) => Array.from(values.subarray(row * lists.width, (row + 1) * lists.width))),
    labels: rows.map((row) => lists.labels[row]),
    lists: lists.listIds.flatMap((id, list) => Array.from({ length: lists.offsets[list + 1] - lists.offsets[list] }, () => id)),
  })
}
