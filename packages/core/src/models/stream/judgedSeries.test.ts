import { expect, test } from 'vitest'
import { abstain } from '../../abstention/choice/abstain.ts'
import { rankingLists } from '../../data/lists/plainRows.ts'
import { type RankingLists, selectLists } from '../../data/lists/rankingLists.ts'
import { compare } from '../../evaluation/compare.ts'
import { evaluate } from '../../evaluation/evaluate.ts'
import { certify } from '../../guarantees/certify.ts'
import { calibrate } from '../../library/calibrate.ts'
import { train } from '../../library/train.ts'
import { seededRandom } from '../../numeric/random.ts'
import { RankingStream } from '../../streaming/rankingStream.ts'
import { StreamFeed } from '../../streaming/streamFeed.ts'
import { modelFromJson } from '../../trainers/modelFromJson.ts'
import { modelToJson } from '../modelJson.ts'
import { type StreamModel, streamModel } from './streamModel.ts'

/** Series of eight items, the greater the feature the better, more or less. Labels are places, or utilities with the same order. */
function drawn(count: number, seed: number, target: 'rank' | 'utility'): RankingLists {
  const random = seededRandom(seed)
  const series = Array.from({ length: count }, (_, list) => {
    const items = Array.from({ length: 8 }, () => random.normal()).map((x) => ({ x, strength: x + 0.7 * random.normal() }))
    const places = items.map(({ strength }) => 1 + items.filter((other) => other.strength > strength).length)
    return items.map(({ x }, item) => ({
      x,
      list: String(1000 * seed + list),
      label: target === 'rank' ? places[item] : (9 - places[item]) / 8,
    }))
  }).flat()
  return rankingLists({
    features: series.map(({ x }) => [x]),
    labels: series.map(({ label }) => label),
    lists: series.map(({ list }) => list),
    featureNames: ['x'],
  })
}

function learnedFrom(lists: RankingLists, target: 'rank' | 'utility'): { readonly feed: StreamFeed; readonly model: StreamModel } {
  const feed = new StreamFeed(new RankingStream({ options: { learner: 'linear' } }), { target })
  for (const list of lists.listIds.keys()) feed.take(selectLists(lists, [list]))
  return { feed, model: modelFromJson(modelToJson(streamModel(feed.stream, feed.features, feed)), 'state.json') as StreamModel }
}

const { feed, model } = learnedFrom(drawn(30, 1, 'rank'), 'rank')
const twin = learnedFrom(drawn(30, 1, 'utility'), 'utility').model
const [places, utilities] = [drawn(60, 2, 'rank'), drawn(60, 2, 'utility')]

test('a state that learned from places is measured by places, as its stream measures them', () => {
  expect([model.target, twin.target]).toEqual(['rank', 'utility'])
  const metrics = ['kendall-tau', 'ndcg@10']
  const report = evaluate(model, places, { metrics })
  expect(report.metrics['kendall-tau']).toBeGreaterThan(0.4)
  expect(report.metrics).toEqual(evaluate(twin, utilities, { metrics }).metrics)
  const next = selectLists(places, [0])
  const outcome = feed.take(next)
  expect(outcome).toMatchObject({ kind: 'learned', metrics: evaluate(model, next, { metrics }).metrics })
})

test('it is certified, calibrated and abstains by places', () => {
  const certified = (of: StreamModel, heldOut: RankingLists) => certify(of, { heldOut, metrics: ['pairwise-accuracy'] }).heldOut
  expect(certified(model, places)[0].lower).toBeGreaterThan(0.6)
  expect(certified(model, places)).toEqual(certified(twin, utilities))
  const { probabilities } = calibrate(model, places).calibration!
  expect(probabilities.at(-1)).toBeGreaterThan(0.8)
  expect(probabilities).toEqual(calibrate(twin, utilities).calibration!.probabilities)
  const options = { rule: 'margin', thresholds: [0], costs: [0.1], pairs: 500, runs: 1 } as const
  expect(abstain(model, places, options).table[0].misranked).toBeLessThan(0.35)
  expect(abstain(model, places, options).table).toEqual(abstain(twin, utilities, options).table)
})

test('states that learned from places are compared by places, and with nothing for which a greater label is better', () => {
  const scores = utilities.labels
  const { contenders } = compare({ model, scores }, places, { metric: 'kendall-tau', randomisations: 100, resamples: 100 })
  expect(contenders[1].value).toBeCloseTo(1, 12)
  expect(contenders[0].value).toBeGreaterThan(0.4)
  const linear = train(utilities, { method: 'least-squares' })
  expect(() => compare({ model, linear }, places)).toThrow('model learned from places, where 1 is the best, and for linear a greater label')
  expect(() => compare({ model, twin }, places)).toThrow('for twin a greater label is better')
})

test('labels that cannot be places are refused', () => {
  const grades = { ...places, labels: places.labels.map((place) => place - 1) }
  expect(() => evaluate(model, grades)).toThrow('The list "2000" has the label 0, and the stream learned from places')
})

test('metrics of relevant items are left out where labels are places, unless a threshold is given', () => {
  const report = evaluate(model, places)
  expect(Object.keys(report.metrics)).toEqual(['ndcg@10', 'err@10'])
  expect(report.notes[0]).toContain('map, mrr, p@10 are not measured: labels are places, which do not say which items are relevant')
  const { metrics } = evaluate(model, places, { metrics: ['map', 'p@1'], relevantFrom: 1 })
  expect(metrics['map']).toBeLessThan(1)
  expect(metrics).toEqual(evaluate(twin, utilities, { metrics: ['map', 'p@1'], relevantFrom: 1 }).metrics)
  expect(evaluate(twin, utilities, { metrics: ['map'] }).metrics['map']).toBe(1)
  expect(() => evaluate(model, places, { metrics: ['auc', 'r@3'] })).toThrow('auc, r@3 are not measured')
  expect(() => compare({ model, scores: utilities.labels }, places, { metric: 'mrr' })).toThrow('mrr is not measured')
  const certified = certify(model, { heldOut: places })
  expect(new Set(certified.heldOut.map(({ metric }) => metric))).toEqual(new Set(['ndcg@10']))
  expect(certified.notes[0]).toContain('map, mrr are not measured')
  expect(() => new StreamFeed(new RankingStream({ metrics: ['kendall-tau', 'map'] }), { target: 'rank' })).toThrow('map is not measured')
})

test('series that the stream has learned are no new lists, whatever measures it', () => {
  const [learned, few] = [drawn(30, 1, 'rank'), selectLists(drawn(30, 1, 'rank'), [0, 1, 2])]
  expect(evaluate(model, learned).seen).toEqual({ training: 30, validation: 0, repeated: 0 })
  expect(evaluate(model, places).seen).toEqual({ training: 0, validation: 0, repeated: 0 })
  expect(() => certify(model, { heldOut: learned })).toThrow('Of the 30 held-out lists, 30 are in the training data of this model')
  expect(() => abstain(model, few, { rule: 'margin', guarantee: 0.4, thresholds: [0.1] })).toThrow('are in the training data')
  expect(compare({ model, scores: drawn(30, 1, 'utility').labels }, learned, { metric: 'kendall-tau' }).untested).toContain('has seen 30')
})

test('series are known again whether the stream and the lists have names of items or not', () => {
  const bare = drawn(30, 1, 'rank')
  const named: RankingLists = { ...bare, itemIds: Array.from(bare.labels, (_, row) => `item ${row % 8}`) }
  const other: RankingLists = { ...places, itemIds: Array.from(places.labels, (_, row) => `item ${row % 8}`) }
  const late = selectLists(named, [20, 21, 22])
  const [withNames, inPart] = [learnedFrom(named, 'rank').model, learnedFrom(bare, 'rank')]
  for (const list of late.listIds.keys()) inPart.feed.take({ ...selectLists(late, [list]), listIds: [`late ${list}`] })
  for (const stream of [withNames, model, inPart.model]) {
    expect(evaluate(stream, bare).seen?.training).toBe(30)
    expect(evaluate(stream, places).seen?.training).toBe(0)
    expect(evaluate(stream, other).seen?.training).toBe(0)
  }
  for (const stream of [withNames, model]) expect(evaluate(stream, named).seen?.training).toBe(30)
  const resumed = streamModel(inPart.feed.stream, inPart.feed.features, inPart.feed)
  expect(evaluate(resumed, bare).seen?.training).toBe(30)
  expect(evaluate(resumed, late).seen?.training).toBe(3)
})
