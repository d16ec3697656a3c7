import { expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { train } from '../library/train.ts'
import type { LinearModel } from '../models/linear/linear.ts'
import { seededRandom } from '../numeric/random.ts'
import { abstainByDistance } from './abstainByDistance.ts'
import { bipartiteAbstentionRisk, conditionalAbstentionRisk } from './abstentionRisk.ts'

/** Lists of two items on a line. Up to 0.2 apart their order is a coin's, further apart it is that of the line but for 2 %. */
function noisyLists(lists: number, seed: number): RankingLists {
  const random = seededRandom(seed)
  const features: number[][] = []
  const labels: number[] = []
  for (let list = 0; list < lists; list++) {
    const [x, y] = [random.uniform(), random.uniform()]
    const wrong = random.uniform() < (Math.abs(x - y) <= 0.2 ? 0.5 : 0.02)
    features.push([x], [y])
    labels.push(...(x > y !== wrong ? [1, 0] : [0, 1]))
  }
  return rankingLists({ features, labels, lists: features.map((_, row) => row >> 1) })
}

const identity: LinearModel = {
  ...(train(rankingLists({ features: [[0], [1]], labels: [0, 1], lists: ['a', 'a'] }), {
    method: 'least-squares',
    scale: 'none',
  }) as LinearModel),
  weights: Float64Array.of(1),
  intercept: 0,
}

const lists = noisyLists(3000, 1)

test('the radius up to which pairs are noise is found, and lowers the loss on other pairs by what theory says', () => {
  const { chosen } = abstainByDistance(identity, lists, { choose: true, cost: 0.1 })
  expect(chosen?.radius).toBeGreaterThan(0.17)
  expect(chosen?.radius).toBeLessThan(0.23)
  const heldOut = noisyLists(3000, 2)
  const [none, found] = [0, chosen?.radius ?? Number.NaN].map(
    (radius) => abstainByDistance(identity, heldOut, { radii: [radius], costs: [0.1] }).table[0],
  )
  // Two uniform points are within 0.2 with chance 0.36: 0.36 · 0.5 is wrong there without abstaining, 0.36 · 0.1 is paid with it.
  expect(none.loss - found.loss).toBeCloseTo(0.36 * 0.4, 1)
})

test('at a cost that no error is worth, nothing is left undecided', () => {
  const { chosen } = abstainByDistance(identity, lists, { choose: true, cost: 0.9 })
  expect(chosen?.abstained).toBeLessThan(0.001)
})

test('the table has a cell for each cost and radius, over the same pairs', () => {
  const { table, norm, pairs } = abstainByDistance(identity, lists, { radii: [0, 0.2, 2], costs: [0.1, 0.5], pairs: 5000, runs: 4 })
  expect([norm, pairs, table.length]).toEqual(['2', 5000, 6])
  for (const { cost, loss, misranked, abstained } of table) expect(loss).toBeCloseTo(misranked + cost * abstained, 12)
  expect(table[1].abstained).toBe(table[4].abstained)
  expect(table[2]).toMatchObject({ abstained: 1, misranked: 0, lossStd: 0 })
  expect(table[0].lossStd).toBeGreaterThan(0)
  const points = lists.features.kind === 'dense' ? lists.features.values : new Float32Array(0)
  const scores = Float64Array.from(points)
  const exact = conditionalAbstentionRisk(
    { points, width: 1, scores, labels: lists.labels, offsets: lists.offsets },
    { radius: 0.2, cost: 0.5, norm: '2' },
  )
  expect(table[4].loss).toBeCloseTo(exact.loss, 1)
})

test('the surest pairs are the least often wrong', () => {
  const { curve, areas } = abstainByDistance(identity, lists, { pairs: 3000 })
  const byDistance = curve.filter(({ rule }) => rule === 'distance')
  expect(byDistance[0].coverage).toBe(1)
  expect(byDistance[0].risk).toBeGreaterThan(4 * (byDistance.at(-1)?.risk ?? 1))
  expect(areas.map(({ rule }) => rule)).toEqual(['distance', 'margin', 'combined'])
  for (const { area, interval } of areas) expect(area > interval[0] && area < interval[1]).toBe(true)
})

test('a guarantee is given for a radius that deserves it', () => {
  const { guaranteed } = abstainByDistance(identity, lists, { guarantee: 0.05, radii: [0, 0.1, 0.2, 0.3], delta: 0.1, pairs: 100 })
  expect(guaranteed?.radius).toBeGreaterThanOrEqual(0.2)
  expect(guaranteed?.tested.at(-1)).toMatchObject({ threshold: 0, outcome: 'not tested' })
})

test.each([
  [{ costs: [1] }, '`costs` is 1; give one or more numbers, each of at least 0 and below 1.'],
  [{ costs: [-0.1] }, '`costs` is -0.1'],
  [{ radii: [0.1, -1] }, '`radii` is -1; give one or more numbers, each of at least 0.'],
  [{ norm: '3' }, '`norm` is 3; give one of 1, 2, inf.'],
  [{ choose: true }, '`cost` is missing; give a number of at least 0 and below 1.'],
  [{ cost: 0.1 }, '`cost` would change nothing: it only works with `choose`.'],
  [{ choose: true, cost: 1 }, '`cost` is 1; give a number of at least 0 and below 1.'],
  [{ delta: 0.1 }, '`delta` would change nothing: it only works with `guarantee`.'],
])('%j is refused', (options, message) => {
  expect(() => abstainByDistance(identity, lists, options as object)).toThrow(message)
})

test('lists whose items all have one label are refused', () => {
  const level = rankingLists({ features: [[1], [2]], labels: [1, 1], lists: ['a', 'a'] })
  expect(() => abstainByDistance(identity, level)).toThrow('No list has two items with different labels')
})

test('a scorer that gives everything the same score is half wrong, also in the guarantee', () => {
  const constant: LinearModel = { ...identity, weights: Float64Array.of(0) }
  const { guaranteed, table } = abstainByDistance(constant, lists, { guarantee: 0.2, radii: [0, 0.3], costs: [0.1] })
  const [far, all] = guaranteed?.tested ?? []
  expect(all).toEqual({ threshold: 0, listCoverage: 1, listRisk: 0.5, silentLists: 0, outcome: 'not tested' })
  // A list has one pair here: it is half wrong or silent.
  expect(far).toMatchObject({ threshold: 0.3, listRisk: far.listCoverage / 2, outcome: 'failed' })
  expect(far.silentLists).toBe(Math.round(3000 * (1 - far.listCoverage)))
  expect(guaranteed?.radius).toBe(undefined)
  expect(table[0].misranked).toBe(0.5)
})

test('a guarantee says how many lists have no pair to judge by', () => {
  const some = rankingLists({ features: [[0], [1], [0], [1]], labels: [0, 1, 1, 1], lists: ['a', 'a', 'b', 'b'] })
  expect(abstainByDistance(identity, some, { guarantee: 0.5, radii: [0] }).guaranteed).toMatchObject({ lists: 1, of: 2 })
})

test('without abstaining every pair is answered, also rows that coincide', () => {
  const twins = rankingLists({ features: [[1], [1], [0]], labels: [1, 0, 0], lists: ['a', 'a', 'a'] })
  const { chosen, table } = abstainByDistance(identity, twins, { choose: true, cost: 0.1, radii: [0], costs: [0.1], pairs: 1000 })
  expect(chosen?.lossWithout).toBe(0.5 / 2)
  expect(chosen?.loss).toBeCloseTo(0.1 / 2, 12) // the twins are left undecided
  expect(table[0].abstained).toBeGreaterThan(0)
})

test('a radius is chosen on all pairs, however few are drawn', () => {
  const { chosen } = abstainByDistance(identity, lists, { choose: true, cost: 0.1, pairs: 10, runs: 1 })
  expect(chosen).toMatchObject({ exact: true, pairs: 3000, of: 3000 })
  const points = lists.features.kind === 'dense' ? lists.features.values : new Float32Array(0)
  const judged = { points, width: 1, scores: Float64Array.from(points), labels: lists.labels, offsets: lists.offsets }
  const lossAt = (radius: number) => conditionalAbstentionRisk(judged, { radius, cost: 0.1, norm: '2' }).loss
  expect(chosen?.loss).toBeCloseTo(lossAt(chosen?.radius ?? Number.NaN), 12)
  for (let radius = 0; radius <= 1; radius += 1 / 64) expect(lossAt(radius)).toBeGreaterThanOrEqual((chosen?.loss ?? 1) - 1e-12)
})

test('a list with too many pairs is sampled, and it is said', () => {
  const random = seededRandom(9)
  const features = Array.from({ length: 3000 }, () => [random.uniform()])
  const long = rankingLists({ features, labels: features.map((_, row) => row % 2), lists: features.map(() => 'a') })
  const { chosen } = abstainByDistance(identity, long, { choose: true, cost: 0.1, pairs: 500, runs: 2 })
  expect(chosen).toMatchObject({ exact: false, pairs: 1000, of: 1500 * 1500 })
})

test('given pairs stand for the labels, and stay in their lists', () => {
  const three = rankingLists({ features: [[0], [0.1], [0.9], [0.3], [0.4]], labels: [0, 0, 0, 0, 0], lists: ['a', 'a', 'a', 'b', 'b'] })
  // In list a the third belongs above the first and the first above the second, in list b the first above the second.
  const preferences = { starts: Uint32Array.of(0, 2, 3), first: Uint32Array.of(0, 1, 4), second: Uint32Array.of(2, 0, 3) }
  const { chosen, guaranteed } = abstainByDistance(identity, three, {
    preferences,
    choose: true,
    cost: 0.1,
    radii: [0, 0.5],
    guarantee: 0.5,
  })
  expect(chosen).toMatchObject({ exact: true, pairs: 3, lossWithout: 2 / 3 })
  expect(chosen?.loss).toBeCloseTo((2 * 0.1) / 3, 12)
  expect(guaranteed?.lists).toBe(2)
  expect(guaranteed?.tested.map(({ threshold, listRisk, silentLists }) => [threshold, listRisk, silentLists])).toEqual([
    [0.5, 0, 1],
    [0, (0.5 + 1) / 2, 0],
  ])
})

test('a bipartite model has loss (5) too, over all pairs, also those of one class', () => {
  const random = seededRandom(12)
  const features = Array.from({ length: 300 }, () => [random.uniform()])
  const labels = features.map(([x]) => (x + 0.2 * random.normal() > 0.7 ? 1 : 0))
  const two = rankingLists({ features, labels, lists: features.map((_, row) => row % 5) })
  const model: LinearModel = { ...identity, options: { ...identity.options, setting: 'bipartite' } }
  const { table, bipartite = [] } = abstainByDistance(model, two, { radii: [0, 0.1, 0.4], costs: [0.1, 0.3], pairs: 20_000 })
  expect(bipartite.map(({ cost, radius }) => [cost, radius])).toEqual(table.map(({ cost, radius }) => [cost, radius]))
  const points = two.features.kind === 'dense' ? two.features.values : new Float32Array(0)
  const judged = { points, width: 1, scores: Float64Array.from(points), labels: two.labels, offsets: two.offsets }
  for (const [place, { cost, radius, loss, abstained, misranked }] of bipartite.entries()) {
    const exact = bipartiteAbstentionRisk(judged, { radius, cost, norm: '2' })
    expect(Math.abs(loss - exact.loss)).toBeLessThan(0.01)
    expect(Math.abs(abstained - exact.abstained)).toBeLessThan(0.01)
    expect(Math.abs(misranked - exact.misranked)).toBeLessThan(0.01)
    expect(Math.abs(table[place].loss - conditionalAbstentionRisk(judged, { radius, cost, norm: '2' }).loss)).toBeLessThan(0.01)
  }
  expect('bipartite' in abstainByDistance(identity, two, {})).toBe(false)
})
