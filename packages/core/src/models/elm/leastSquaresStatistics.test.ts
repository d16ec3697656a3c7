import { describe, expect, test } from 'vitest'
import { rankingLists } from '../../data/lists/plainRows.ts'
import { type RankingLists, selectLists } from '../../data/lists/rankingLists.ts'
import { documentText } from '../../documents/jsonDocument.ts'
import { euclideanNorm } from '../../numeric/dense/vectors.ts'
import { seededRandom } from '../../numeric/random.ts'
import { plainRuntime } from '../../runtime/runtime.ts'
import { finish } from '../../runtime/training.ts'
import { elmFromStatistics } from '../../trainers/elmRank/elmFromStatistics.ts'
import { elmRank } from '../../trainers/elmRank/elmRank.ts'
import { hiddenStatistics } from '../../trainers/elmRank/hiddenStatistics.ts'
import { score } from '../score.ts'
import {
  commonLists,
  emptyStatistics,
  type HiddenSpace,
  type LeastSquaresStatistics,
  mergeStatistics,
  removeStatistics,
} from './leastSquaresStatistics.ts'
import { statisticsFromJson, statisticsToJson } from './leastSquaresStatisticsJson.ts'

function lists(seed: number, count: number): RankingLists {
  const random = seededRandom(seed)
  const ids = Array.from({ length: count }, (_, list) => Array<number>(1 + random.integer(7)).fill(list)).flat()
  const features = ids.map(() => [random.normal(), random.normal(), random.normal()])
  const labels = features.map(([a, b, c]) => 3 + a * b - c + 0.1 * random.normal())
  return rankingLists({ features, labels, lists: ids, weights: Object.fromEntries(ids.map((list) => [list, 1 + (list % 3)])) })
}

const all = lists(1, 40)
const sums = (space: HiddenSpace, of: RankingLists) => finish(hiddenStatistics(space, of, plainRuntime))
const spaces = (['list', 'global'] as const).map((centre) => finish(elmRank(all, { nodes: 12, centre, lambda: 1 })).statistics.space)

function expectSame(found: LeastSquaresStatistics, wanted: LeastSquaresStatistics): void {
  const close = (a: ArrayLike<number>, b: ArrayLike<number>) => {
    const apart = Float64Array.from(a, (value, i) => value - b[i])
    expect(euclideanNorm(apart)).toBeLessThanOrEqual(1e-12 * euclideanNorm(Float64Array.from(b)))
  }
  expect([found.lists, found.rows, found.freedom]).toEqual([wanted.lists, wanted.rows, wanted.freedom])
  close(found.gram, wanted.gram)
  close(found.moments, wanted.moments)
  close(found.nodeMeans, wanted.nodeMeans)
  for (const key of ['weight', 'rowWeight', 'labelMean', 'labelSquares', 'freedomWeight'] as const) close([found[key]], [wanted[key]])
}

function expectSamePredictions(found: LeastSquaresStatistics, wanted: LeastSquaresStatistics): void {
  let largest = 0
  for (let i = 0; i < 12; i++) largest = Math.max(largest, wanted.gram[13 * i])
  const lambda = (1e-6 * 12 * largest) / wanted.weight // a condition number of up to a million
  const scores = [found, wanted].map((each) => score(finish(elmFromStatistics(each, { lambda })).model, all))
  const size = euclideanNorm(scores[1])
  for (const [row, value] of scores[0].entries()) expect(Math.abs(value - scores[1][row])).toBeLessThan(1e-9 * size)
}

describe.each(spaces)('centred by $centre', (space) => {
  const whole = sums(space, all)

  test('any partition in any order gives the same sums and predictions', () => {
    const random = seededRandom(2)
    for (let trial = 0; trial < 10; trial++) {
      const order = random.shuffle(Array.from({ length: 40 }, (_, list) => list))
      const cuts = [0, ...Array.from({ length: 4 }, () => random.integer(41)).sort((a, b) => a - b), 40]
      const parts = cuts.slice(1).map((end, k) => sums(space, selectLists(all, order.slice(cuts[k], end))))
      const merged = parts.reduce(mergeStatistics, emptyStatistics(space))
      expectSame(merged, whole)
      expectSamePredictions(merged, whole)
    }
  })

  test('a list that is removed was never there', () => {
    for (const list of [0, 17, 39]) {
      const others = Array.from({ length: 40 }, (_, other) => other).filter((other) => other !== list)
      const without = removeStatistics(whole, sums(space, selectLists(all, [list])))
      const never = sums(space, selectLists(all, others))
      expectSame(without, never)
      expectSamePredictions(without, never)
    }
  })

  test('removing everything leaves the empty sums, which still know the lists', () => {
    const nothing = removeStatistics(whole, whole)
    expect({ ...nothing, history: [] }).toEqual(emptyStatistics(space, whole.seen))
    expect(() => removeStatistics(nothing, whole)).toThrow('cannot be taken from')
    expect(() => finish(elmFromStatistics(nothing))).toThrow('hold no lists')
  })
})

describe('the same lists', () => {
  const [space] = spaces
  const some = (from: number, to: number) =>
    sums(
      space,
      selectLists(
        all,
        Array.from({ length: to - from }, (_, list) => from + list),
      ),
    )

  test('are not added twice, whole or in part, under any order', () => {
    const first = some(0, 10)
    expect(() => mergeStatistics(first, some(0, 10))).toThrow('in the statistics already')
    expect(() => mergeStatistics(first, some(3, 5))).toThrow('in the statistics already')
    expect(() => mergeStatistics(first, sums(space, selectLists(all, [9, 2, 4])))).toThrow('in the statistics already')
    expect(() => mergeStatistics(first, mergeStatistics(some(0, 10), some(10, 12)))).toThrow('in the statistics already')
    expect(commonLists(first, some(8, 12))).toBe(2)
    expect(mergeStatistics(first, some(8, 12)).lists).toBe(14)
  })

  test('can come back once they were removed', () => {
    const both = mergeStatistics(some(0, 10), some(10, 20))
    const back = mergeStatistics(removeStatistics(both, some(10, 20)), some(10, 20))
    expectSame(back, both)
    expect(() => mergeStatistics(back, some(10, 20))).toThrow('in the statistics already')
  })

  test('are only removed if they were added', () => {
    const both = mergeStatistics(some(0, 10), some(10, 20))
    expect(() => removeStatistics(both, some(20, 25))).toThrow('of 5 lists compared, 5 were never added')
    expect(() => removeStatistics(both, some(18, 22))).toThrow('of 4 lists compared, 2 were never added')
    const without = removeStatistics(both, some(4, 12))
    expect(() => removeStatistics(without, some(4, 6))).toThrow('or were removed before')
  })

  test('data that shares a list with other data goes out as it came in', () => {
    const both = mergeStatistics(some(0, 10), some(8, 20))
    expectSame(removeStatistics(removeStatistics(both, some(8, 20)), some(0, 10)), emptyStatistics(space))
  })
})

test('sums of another feature map, of other nodes or of another centring are refused', () => {
  const [space, global] = spaces
  const whole = sums(space, all)
  const other = { ...space, nodes: { ...space.nodes, weights: space.nodes.weights.map((weight) => weight * 2) } }
  expect(() => mergeStatistics(whole, sums(other, all))).toThrow('other hidden nodes')
  expect(() => mergeStatistics(whole, sums(global, all))).toThrow('another centring')
  const shifted = finish(elmRank(lists(3, 20), { nodes: 12, lambda: 1, scale: 'standard' })).statistics
  expect(() => mergeStatistics(whole, shifted)).toThrow('another feature map')
})

test('sums come back from their file as they were, and a damaged file is reported', () => {
  const whole = sums(spaces[0], all)
  const text = statisticsToJson(whole)
  expect(statisticsFromJson(text, 'sums.json')).toEqual(whole)
  const { checksum: _, ...document } = JSON.parse(text)
  expect(() => statisticsFromJson(documentText({ ...document, rows: -1 }), 'sums.json')).toThrow('damaged at rows')
  expect(() => statisticsFromJson(text.replace('"rows": ', '"rows": 1'), 'sums.json')).toThrow('does not agree with its checksum')
  expect(() => statisticsFromJson(JSON.stringify(document), 'sums.json')).toThrow('its checksum is missing')
  expect(() => statisticsFromJson(text.replace('"version": 1', '"version": 2'), 'sums.json')).toThrow('version 2')
  expect(() => statisticsFromJson('{}', 'sums.json')).toThrow('not statistics of rankwright')
})
