import { withoutChecksum } from '@rankwright/contracts'
import { describe, expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import { type RankingLists, selectLists } from '../data/lists/rankingLists.ts'
import { train } from '../library/train.ts'
import { listNet } from '../losses/listNet.ts'
import type { LinearModel } from '../models/linear/linear.ts'
import { modelToJson, parsedModel } from '../models/modelJson.ts'
import { score } from '../models/score.ts'
import { seededRandom } from '../numeric/random.ts'
import { bound } from '../theory/bound.ts'
import { boundedLoss } from '../theory/boundedLoss.ts'
import { certify } from './certify.ts'

const fixed = { method: 'ogd', scale: 'none', missing: 'zero', featureBall: 'l2', radius: 1 } as const
const lists = someLists(200, 1)
const model = train(lists, fixed)
const certificate = certified(model, lists)

function certified(of: LinearModel, data: RankingLists, delta = 0.05) {
  const found = certify(of, { train: data, delta })
  const stated = found.certificates.find(({ theorem }) => theorem === 'q-martingale')
  return { ...stated, reason: found.notApplicable.find(({ theorem }) => theorem === 'q-martingale')?.reason, all: found }
}

test('it is first among the theorems, below the ceiling, and says what the lists were met with', () => {
  expect(certificate.all.certificates[0].theorem).toBe('q-martingale')
  expect(certificate.bound).toBeLessThan(certificate.constants!['B'].value)
  expect(certificate.bound).toBeGreaterThan(certificate.terms!['met'])
  expect(certificate.statement).toMatch(/^The expected listnet-kl loss is at most 0\.\d+, except with probability 0\.05 over the draw/)
})

test('it is the bound of the losses that the lists were met with, one after the other', () => {
  const random = seededRandom(1)
  const order = random.shuffle(Uint32Array.from(lists.listIds.keys()))
  const kl = listNet({ form: 'kl' })
  const eta = 1 / (2 * Math.sqrt(2 * 200))
  const w = new Float64Array(3)
  const met = Array.from(order, (list) => {
    const [first, last] = [lists.offsets[list], lists.offsets[list + 1]]
    const pull = new Float64Array(last - first)
    const loss = kl.evaluate(score({ ...model, weights: w }, lists).subarray(first, last), lists.labels.subarray(first, last), pull)
    const step = new Float64Array(3)
    for (let row = first; row < last; row++) {
      const x = [0, 1, 2].map((j) => lists.features.values[3 * row + j])
      const shrink = Math.min(1, 1 / Math.hypot(...x))
      for (let j = 0; j < 3; j++) step[j] += pull[row - first] * x[j] * shrink
    }
    for (let j = 0; j < 3; j++) w[j] -= eta * step[j]
    const norm = Math.hypot(...w)
    if (norm > 1) for (let j = 0; j < 3; j++) w[j] /= norm
    return loss / certificate.constants!['B'].value
  })
  const { value } = bound('q-martingale', { delta: 0.05 }, { values: met })
  expect(certificate.bound! / certificate.constants!['B'].value).toBeCloseTo(value, 6)
})

test('it survives writing and reading, and its record does not grow with the lists', () => {
  const read = parsedModel(modelToJson(model), 'model.json') as LinearModel
  expect(read).toEqual(model)
  expect(certified(read, lists).bound).toBe(certificate.bound)
  const longer = train(someLists(2000, 1), fixed)
  expect(longer.training.met!.logs).toHaveLength(model.training.met!.logs.length)
  const text = withoutChecksum(modelToJson(model))
  const broken = (from: RegExp, to: string) => () => parsedModel(text.replace(from, to), 'model.json')
  expect(broken(/"logs":\s*\[/, '"logs": [-1, ')).toThrow('training.met.logs')
  expect(broken(/"ceiling":\s*[\d.]+/, '"ceiling": -1')).toThrow('training.met.ceiling')
})

test('a start, uneven weights of lists, unbounded features and other methods have none, and the reason is said', () => {
  const { scale: _, missing: __, featureBall: ___, ...start } = fixed
  expect(certified(train(lists, { ...start, start: model }), lists).reason).toContain('which may have seen these lists')
  const weighted = { ...lists, listWeights: Float64Array.from(lists.listIds, (_, list) => 1 + (list % 2)) }
  expect(certified(train(weighted, fixed), weighted).reason).toContain('count the same')
  expect(certified(train(lists, { ...fixed, featureBall: 'none', step: 0.1 }), lists).reason).toContain('feature ball')
  const listnet = certify(train(lists, { ...fixed, method: 'listnet', ball: 'l2' }), { train: lists })
  expect(listnet.notApplicable[0].reason).toContain("Train with `method: 'ogd'`")
  expect(listnet.notes.join()).toContain("train with `method: 'ogd'")
  expect(certificate.all.notes.join()).not.toContain("method: 'ogd'")
  expect(certified(model, selectLists(lists, [0, 1, 2])).reason).toBe('The model met 200 lists, and 3 were given.')
})

test('a radius chosen on validation lists costs a share of delta for each that was tried', () => {
  const { radius: _, ...open } = fixed
  const tuned = train(lists, { ...open, valid: someLists(50, 2) })
  const tried = tuned.training.tuned[0].tried.length
  expect(tried).toBeGreaterThan(1)
  expect(certified(tuned, lists).constants!['delta'].value).toBeCloseTo(0.05 / tried, 12)
})

test('a map that was fitted on the lists has seen those to come: the statement does not hold', () => {
  const fitted = certified(train(lists, { ...fixed, scale: 'min-max' }), lists)
  expect(fitted.statement).toMatch(/^If its assumptions held/)
})

test('a file that holds lists twice gets no certificate out of those met before', () => {
  const twice = selectLists(lists, [...lists.listIds.keys(), ...lists.listIds.keys()])
  const { statement, assumptions } = certified(train(twice, fixed), twice)
  expect(statement).toMatch(/^If its assumptions held/)
  expect(assumptions![0]).toEqual({
    text: 'The training lists, and future ones, are drawn independently from one distribution (200 of them repeat another, rows in any order; leave those out).',
    holds: false,
  })
})

test('lists of one item and labels that are all equal have nothing to lose', () => {
  const even = rankingLists({ features: [[0.1], [0.2], [0.3]], labels: [1, 1, 1], lists: ['a', 'a', 'b'] })
  const { bound: value, verdict } = certified(train(even, { ...fixed, radius: 0.1 }), even)
  expect(Number.isFinite(value)).toBe(true)
  expect(verdict).toBe('vacuous')
})

test('with enough lists it is below what all-equal scores lose', () => {
  const many = someLists(3000, 3)
  const { bound: value, trivial, verdict } = certified(train(many, { ...fixed, step: 'sharp', radius: 2 }), many)
  expect(value).toBeLessThan(trivial!)
  expect(verdict).toBe('informative')
})

// research/martingaleCoverage.mjs does this ten thousand times for each loss and kind of file.
describe.each(['listnet', 'ranksvm', 'ranknet'] as const)('over %s', (loss) => {
  test('the expected loss of the model lies above the bound in no more than δ of the draws, however the file is sorted', () => {
    const population = someLists(25, 7)
    const random = seededRandom(8)
    const [runs, n, delta] = [250, 30, 0.1]
    let failed = 0
    for (let run = 0; run < runs; run++) {
      const drawn = Array.from({ length: n }, () => random.integer(25)).sort((a, b) => a - b) // duplicates beside each other
      const sample = selectLists(population, drawn)
      const trained = train(sample, { ...fixed, loss, seed: run })
      const { bound: value } = certified(trained, sample, delta)
      if (expectedLoss(trained, population, loss) > value!) failed++
    }
    expect(failed / runs).toBeLessThanOrEqual(delta)
  })
})

function expectedLoss(of: LinearModel, population: RankingLists, name: 'listnet' | 'ranksvm' | 'ranknet'): number {
  const spec = {
    listnet: { loss: 'listnet' },
    ranksvm: { loss: 'ranksvm', hinge: 'plain', pairs: 'mean' },
    ranknet: { loss: 'ranknet', lambdaWeights: 'none', pairs: 'mean' },
  } as const
  const { loss } = boundedLoss(spec[name])
  const scores = score(of, population)
  const losses = population.listIds.map((_, list) => {
    const [first, last] = [population.offsets[list], population.offsets[list + 1]]
    return loss.evaluate(scores.subarray(first, last), population.labels.subarray(first, last), new Float64Array(last - first))
  })
  return losses.reduce((sum, value) => sum + value, 0) / losses.length
}

function someLists(count: number, seed: number): RankingLists {
  const random = seededRandom(seed)
  const features = Array.from({ length: count * 8 }, () => [random.normal(), random.normal(), random.normal()])
  return rankingLists({
    features,
    labels: features.map(([x, y]) => (x + 0.5 * y + 0.3 * random.normal() > 0.8 ? 2 : 0)),
    lists: features.map((_, row) => `${seed}-${Math.floor(row / 8)}`),
  })
}
