import { describe, expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { elmScores } from '../models/elm/elm.ts'
import { marginPosterior } from '../models/marginPosterior.ts'
import { score } from '../models/score.ts'
import { type Random, seededRandom } from '../numeric/random.ts'
import { normalCdf, normalQuantile } from '../numeric/special/normalDistribution.ts'
import { plainRuntime } from '../runtime/runtime.ts'
import { finish } from '../runtime/training.ts'
import { drawNodes } from '../trainers/elmRank/drawNodes.ts'
import { elmFromStatistics } from '../trainers/elmRank/elmFromStatistics.ts'
import { elmRank } from '../trainers/elmRank/elmRank.ts'
import { hiddenStatistics } from '../trainers/elmRank/hiddenStatistics.ts'
import { leastSquares } from '../trainers/leastSquares/leastSquares.ts'
import { marginIntervals } from './marginIntervals.ts'
import { rank } from './rank.ts'
import { train } from './train.ts'

const noise = 0.5
const nodes = drawNodes('fourier', 40, 3, 1.5, 1)
const identity = { width: 3, missing: 'zero', scale: { kind: 'none' }, zero: 'kept', shrink: 1, ball: { norm: 'none' } } as const

/** Lists whose true scores are a draw from the model's own prior, and labels about them on levels that differ from list to list. */
function fromPrior(seed: number, count: number, beta: Float64Array) {
  const random = seededRandom(seed)
  const ids = Array.from({ length: count }, (_, list) => Array<number>(3 + random.integer(6)).fill(list)).flat()
  const features = ids.map(() => [random.normal(), random.normal(), random.normal()])
  const blank = rankingLists({ features, labels: ids.map(() => 0), lists: ids })
  const space = { features: 3, featureMap: identity, nodes, centre: 'list', pairs: 'mean' } as const
  const [truth] = elmScores(space, [{ weights: beta, intercept: 0 }], blank, plainRuntime.compute)
  const labels = truth.map((value, row) => value + 10 * ids[row] + noise * random.normal())
  return { lists: { ...blank, labels }, truth, space }
}

/** The shares of true margins and of label differences of neighbours that lie within their intervals. */
function shareHeld(model: Parameters<typeof rank>[0], lists: RankingLists, truth: ArrayLike<number>, level: number) {
  const held = { margin: 0, label: 0, pairs: 0 }
  const inside = (value: number, [low, high]: readonly [number, number]) => (value >= low && value <= high ? 1 : 0)
  for (const { items } of rank(model, lists, { intervals: true, level })) {
    for (const [place, { row, overNext }] of items.entries()) {
      if (overNext === undefined) continue
      const next = items[place + 1].row
      held.margin += inside(truth[row] - truth[next], overNext.interval)
      held.label += inside(lists.labels[row] - lists.labels[next], overNext.labelInterval)
      held.pairs++
    }
  }
  return held
}

test('on lists that were not seen, intervals hold true margins and label differences as often as they promise', () => {
  const held = { margin: 0, label: 0, pairs: 0 }
  for (let trial = 0; trial < 8; trial++) {
    const random = seededRandom(100 + trial)
    const beta = Float64Array.from({ length: 40 }, () => random.normal())
    const { lists, space } = fromPrior(200 + trial, 40, beta)
    const statistics = finish(hiddenStatistics(space, lists, plainRuntime))
    // The penalty of the prior: variances of noise and weights, and how the objective weighs a free difference.
    const lambda = (noise ** 2 * statistics.freedomWeight) / statistics.freedom / statistics.weight
    const { model } = finish(elmFromStatistics(statistics, { lambda, uncertainty: true }))
    const fresh = fromPrior(300 + trial, 40, beta)
    const own = shareHeld(model, fresh.lists, fresh.truth, 0.9)
    for (const key of ['margin', 'label', 'pairs'] as const) held[key] += own[key]
  }
  // About 1400 neighbours, of which those of a trial share their weights: the shares scatter about 0.9 by a few hundredths.
  expect(held.margin / held.pairs).toBeGreaterThan(0.86)
  expect(held.margin / held.pairs).toBeLessThan(0.94)
  expect(held.label / held.pairs).toBeGreaterThan(0.87)
  expect(held.label / held.pairs).toBeLessThan(0.93)
})

interface Generated {
  readonly lists: RankingLists
  readonly truth: Float64Array
}

function generated(random: Random, sizes: readonly number[], { tied = false }: { readonly tied?: boolean } = {}): Generated {
  const ids = sizes.flatMap((size, list) => Array<number>(size).fill(list))
  const value = () => (tied ? random.integer(4) - 1.5 : random.normal())
  const levels = sizes.map(() => 3 * random.normal())
  const features = ids.map(() => [value(), value(), value()])
  const truth = Float64Array.from(features, ([a, b, c]) => a + Math.sin(1.5 * b) + 0.5 * a * c)
  const labels = ids.map((list, row) => {
    const label = levels[list] + truth[row] + 0.7 * random.normal()
    return tied ? Math.round(label) : label
  })
  return { lists: rankingLists({ features, labels, lists: ids }), truth }
}

const sizes = (random: Random, count: number) => Array.from({ length: count }, () => 1 + random.integer(10))
const generators: readonly (readonly [string, (random: Random) => Generated])[] = [
  ['levels', (random) => generated(random, sizes(random, 25))],
  ['ties', (random) => generated(random, sizes(random, 25), { tied: true })],
  ['few lists', (random) => generated(random, [40, 30, 1, 30])],
]

describe.each([
  ['elmrank', { method: 'elmrank', nodes: 60, node: 'fourier', steepness: 1.5, uncertainty: true }],
  ['rankrls', { method: 'rankrls', kernelWidth: 0.5, uncertainty: true }],
  ['rankrls on a basis', { method: 'rankrls', kernelWidth: 0.5, basis: 40, uncertainty: true }],
] as const)('with the penalty that %s chooses', (_, options) => {
  test.each(generators)('%s: intervals of label differences hold their level on new lists', (_, draw) => {
    const levels = [0.5, 0.8, 0.9]
    const held = levels.map(() => 0)
    let pairs = 0
    for (let trial = 0; trial < 3; trial++) {
      const random = seededRandom(10 + trial)
      const model = train(draw(random).lists, options)
      const fresh = generated(random, sizes(random, 50), { tied: draw === generators[1][1] })
      for (const [index, level] of levels.entries()) {
        const own = shareHeld(model, fresh.lists, fresh.truth, level)
        held[index] += own.label
        if (index === 0) pairs += own.pairs
      }
    }
    // About 700 neighbours; those of a trial share a fit.
    for (const [index, level] of levels.entries()) expect(Math.abs(held[index] / pairs - level)).toBeLessThan(0.08)
  })
})

test('any two items of a list: the two sides mirror each other, and neighbours are those that rank tells', () => {
  const { lists } = generated(seededRandom(1), [6, 5])
  const model = train(lists, { method: 'elmrank', nodes: 30, lambda: 0.1, uncertainty: true })
  const [there, back, same] = marginIntervals(
    model,
    lists,
    [
      [1, 4],
      [4, 1],
      [3, 3],
    ],
    { level: 0.8 },
  )
  const scores = score(model, lists)
  expect(there.margin).toBe(scores[1] - scores[4])
  expect(back).toEqual({
    margin: -there.margin,
    interval: [-there.interval[1], -there.interval[0]],
    labelInterval: [-there.labelInterval[1], -there.labelInterval[0]],
    probability: expect.closeTo(1 - there.probability, 12),
  })
  const { noise: scatter } = model.posterior!
  expect(same.probability).toBe(0.5)
  expect(same.interval).toEqual([0, 0])
  expect(same.labelInterval[1]).toBeCloseTo(normalQuantile(0.9) * Math.sqrt(2 * scatter), 12)
  for (const { items } of rank(model, lists, { intervals: true, level: 0.8 })) {
    const pairs = items.slice(1).map(({ row }, place) => [items[place].row, row] as const)
    expect(items.map(({ overNext }) => overNext)).toEqual([...marginIntervals(model, lists, pairs, { level: 0.8 }), undefined])
  }
})

test('rows are counted as they stood in the file, and a cut ranking knows the item behind its last place', () => {
  const features = [[0.3], [0.8], [0.1], [0.5], [0.9], [0.4]]
  const lists = rankingLists({ features, labels: [0, 2, 1, 0, 3, 1], lists: ['a', 'b', 'a', 'b', 'a', 'b'] })
  const model = train(lists, { method: 'rankrls', lambda: 0.1, kernelWidth: 0.5, uncertainty: true })
  const [first] = rank(model, lists, { intervals: true, top: 1 })
  const [all] = rank(model, lists, { intervals: true })
  expect(first.items).toEqual(all.items.slice(0, 1))
  expect(first.items[0].overNext).toEqual(marginIntervals(model, lists, [[all.items[0].row, all.items[1].row]])[0])
  expect(() => marginIntervals(model, lists, [[0, 1]])).toThrow('Rows 0 and 1 are of different lists')
  expect(() => marginIntervals(model, lists, [[0, 6]])).toThrow('pairs[0][1] is 6')
})

test('nothing is told of single scores: a list of one item has no interval', () => {
  const { lists } = generated(seededRandom(2), [5, 5, 1])
  const model = train(lists, { method: 'elmrank', nodes: 20, uncertainty: true })
  const [, , { items }] = rank(model, lists, { intervals: true })
  expect(Object.keys(items[0])).toEqual(['row', 'score'])
})

test('the probability is that of a normal margin, without a spread it is certain', () => {
  expect(marginPosterior(0.6, 0.3, 0.04, 2)).toEqual({
    margin: 0.6,
    interval: [0, 1.2],
    labelInterval: [expect.closeTo(0.6 - 2 * Math.sqrt(0.17), 12), expect.closeTo(0.6 + 2 * Math.sqrt(0.17), 12)],
    probability: normalCdf(2),
  })
  expect([1, -1, 0].map((margin) => marginPosterior(margin, 0, 0, 1).probability)).toEqual([1, 0, 0.5])
})

test('the noise is estimated, and more lists make margins surer', () => {
  const beta = Float64Array.from({ length: 40 }, (_, i) => Math.cos(7 * i))
  const width = (count: number) => {
    const { lists, space } = fromPrior(1, count, beta)
    const statistics = finish(hiddenStatistics(space, lists, plainRuntime))
    const { model } = finish(elmFromStatistics(statistics, { lambda: 1e-3, uncertainty: true }))
    expect(model.posterior!.noise).toBeGreaterThan(0.6 * noise ** 2)
    expect(model.posterior!.noise).toBeLessThan(1.6 * noise ** 2)
    const items = rank(model, fromPrior(2, 10, beta).lists, { intervals: true }).flatMap((list) => list.items)
    return items.reduce((sum, { overNext }) => sum + (overNext === undefined ? 0 : overNext.interval[1] - overNext.interval[0]), 0)
  }
  expect(width(400)).toBeLessThan(0.6 * width(40))
})

test('models without it say what to do', () => {
  const { lists } = fromPrior(1, 5, new Float64Array(40).fill(1))
  expect(() => rank(finish(elmRank(lists, { nodes: 5, lambda: 1 })).model, lists, { intervals: true })).toThrow(
    'again with `uncertainty` of `train`',
  )
  expect(() => marginIntervals(finish(leastSquares(lists)).model, lists, [[0, 1]])).toThrow('Train elmrank with `uncertainty` of `train`')
  expect(() => rank(finish(leastSquares(lists)).model, lists, { level: 0.5 })).toThrow('only works with `intervals`')
})
