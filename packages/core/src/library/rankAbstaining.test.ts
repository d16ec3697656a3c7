import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import type { LinearModel } from '../models/linear/linear.ts'
import { seededRandom } from '../numeric/random.ts'
import { rank, rankEach } from './rank.ts'
import { train } from './train.ts'

/** Scores are the first feature. */
function firstFeature(width: number): LinearModel {
  const lists = rankingLists({ features: [new Array(width).fill(0), new Array(width).fill(1)], labels: [0, 1], lists: ['a', 'a'] })
  const model = train(lists, { method: 'least-squares', scale: 'none' }) as LinearModel
  return { ...model, weights: Float64Array.from({ length: width }, (_, j) => (j === 0 ? 1 : 0)), intercept: 0 }
}

const line = rankingLists({ features: [[1], [0.9], [0.75], [0.2], [0.15]], labels: [0, 0, 0, 0, 0], lists: ['q', 'q', 'q', 'q', 'q'] })

test('pairs within the radius are undecided, and runs are the places in which each is undecided with the next', () => {
  const [{ items, undecided, runs }] = rank(firstFeature(1), line, { abstainRadius: 0.16 })
  expect(items.map(({ row }) => row)).toEqual([0, 1, 2, 3, 4])
  expect(undecided).toEqual([
    [0, 1],
    [1, 2],
    [3, 4],
  ])
  expect(runs).toEqual([
    [0, 1, 2],
    [3, 4],
  ])
})

test('without a radius nothing is said about undecided pairs, with one of 0 only items that coincide are', () => {
  expect('undecided' in rank(firstFeature(1), line)[0]).toBe(false)
  expect(rank(firstFeature(1), line, { abstainRadius: 0 })[0].undecided).toEqual([])
})

test('only items that are shown are reported', () => {
  const [{ undecided, runs }] = rank(firstFeature(1), line, { abstainRadius: 0.16, top: 2 })
  expect([undecided, runs]).toEqual([[[0, 1]], [[0, 1]]])
})

test('keep takes the order the items came in, where no decided pair forbids it', () => {
  const backwards = rankingLists({
    features: [[0.75], [0.9], [1], [0.15], [0.2]],
    labels: [0, 0, 0, 0, 0],
    lists: ['q', 'q', 'q', 'q', 'q'],
  })
  const rows = (abstainRadius: number) => rank(firstFeature(1), backwards, { abstainRadius, ties: 'keep' })[0].items.map(({ row }) => row)
  expect(rows(0.04)).toEqual([2, 1, 0, 4, 3])
  expect(rows(0.3)).toEqual([0, 1, 2, 3, 4])
  // 1 and 0.75 are decided, 0.9 is undecided with both: 0.9 came before 1, but nothing moves 0.75 above 1.
  expect(rows(0.16)).toEqual([1, 2, 0, 3, 4])
})

test('runs are those of the order shown: no two neighbours of a run are decided, and none between two runs are undecided', () => {
  const backwards = rankingLists({ features: [[0.75], [0.9], [1]], labels: [0, 0, 0], lists: ['q', 'q', 'q'] })
  const [{ items, runs }] = rank(firstFeature(1), backwards, { abstainRadius: 0.16, ties: 'keep' })
  expect(items.map(({ row }) => row)).toEqual([1, 2, 0]) // 1 and 0.75 are decided
  expect(runs).toEqual([[1, 2]])
  for (const ties of ['keep', 'random', 'review'] as const) {
    for (let seed = 0; seed < 20; seed++) {
      const random = seededRandom(seed)
      const features = Array.from({ length: 25 }, () => [random.uniform(), random.uniform()])
      const lists = rankingLists({ features, labels: features.map(() => 0), lists: features.map(() => 'q') })
      const [{ items, undecided = [], runs = [] }] = rank(firstFeature(2), lists, { abstainRadius: 0.3, ties })
      const open = new Set(undecided.map(([i, j]) => `${i} ${j}`))
      const runOf = new Map(runs.flatMap((run, number) => run.map((row) => [row, number] as const)))
      for (const [place, { row }] of items.slice(1).entries()) {
        const above = items[place].row
        expect(runOf.has(above) && runOf.get(above) === runOf.get(row)).toBe(open.has(`${above} ${row}`))
      }
    }
  }
})

test('no policy turns a decided pair around, and random is the same for the same seed', () => {
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom('keep' as const, 'random' as const, 'review' as const), (seed, ties) => {
      const random = seededRandom(seed)
      const features = Array.from({ length: 30 }, () => [random.uniform(), random.uniform()])
      const lists = rankingLists({ features, labels: features.map(() => 0), lists: features.map((_, row) => (row < 12 ? 'a' : 'b')) })
      const options = { abstainRadius: 0.3, ties, norm: 'inf', ...(ties === 'random' && { seed }) } as const
      for (const { items, undecided = [] } of rank(firstFeature(2), lists, options)) {
        const open = new Set(undecided.map(([i, j]) => `${i} ${j}`))
        for (const [place, item] of items.entries()) {
          for (const lower of items.slice(place + 1)) {
            const distance = Math.max(
              ...[0, 1].map((j) => Math.abs(Math.fround(features[item.row][j]) - Math.fround(features[lower.row][j]))),
            )
            expect(open.has(`${item.row} ${lower.row}`)).toBe(distance <= 0.3)
            if (distance > 0.3) expect(item.score).toBeGreaterThanOrEqual(lower.score)
          }
        }
      }
      expect(rank(firstFeature(2), lists, options)).toEqual(rank(firstFeature(2), lists, options))
    }),
    { numRuns: 30 },
  )
})

test.each(['keep', 'random', 'review'] as const)('with ties %s the first places do not depend on how many are shown', (ties) => {
  const random = seededRandom(11)
  const features = Array.from({ length: 90 }, () => [random.uniform(), random.uniform()])
  const lists = rankingLists({ features, labels: features.map(() => 0), lists: features.map((_, row) => (row < 30 ? 'a' : 'b')) })
  for (const abstainRadius of [0, 0.1, 0.4, 0.8, 2]) {
    const all = rank(firstFeature(2), lists, { abstainRadius, ties })
    for (const top of [1, 2, 7, 30, 60]) {
      for (const [list, { items, undecided, runs }] of rank(firstFeature(2), lists, { abstainRadius, ties, top }).entries()) {
        const shown = all[list].items.slice(0, top)
        expect(items).toEqual(shown)
        const rows = new Set(shown.map(({ row }) => row))
        expect(undecided).toEqual(all[list].undecided?.filter((pair) => pair.every((row) => rows.has(row))))
        const cut = all[list].runs?.map((run) => run.filter((row) => rows.has(row)))
        expect(runs).toEqual(cut?.filter((run) => run.length > 1))
      }
    }
  }
})

test('the top of a long list with nothing decided is found without its 200 million pairs', () => {
  const features = Array.from({ length: 20_000 }, (_, row) => [(row % 1000) / 1000])
  const lists = rankingLists({ features, labels: features.map(() => 0), lists: features.map(() => 'q') })
  const [{ items, undecided }] = rank(firstFeature(1), lists, { abstainRadius: 1, ties: 'keep', top: 4 })
  expect(items.map(({ row }) => row)).toEqual([0, 1, 2, 3])
  expect(undecided).toHaveLength(6)
  const [{ items: all, undecided: pairs = [] }] = rankEach(firstFeature(1), lists, { abstainRadius: 1 })
  let seen = 0
  for (const pair of pairs) {
    expect(pair).toEqual([all[0].row, all[++seen].row])
    if (seen === 10) break
  }
})

test('pairs of several lists may be asked for at the same time, and again', () => {
  const two = rankingLists({ features: [[0], [0.1], [0.2], [5], [5.1]], labels: [0, 0, 0, 0, 0], lists: ['a', 'a', 'a', 'b', 'b'] })
  const [a, b] = [...rankEach(firstFeature(1), two, { abstainRadius: 0.15 })].map(({ undecided = [] }) => undecided)
  const first = a[Symbol.iterator]()
  expect(first.next().value).toEqual([2, 1])
  expect([...b]).toEqual([[4, 3]])
  expect(first.next().value).toEqual([1, 0])
  expect([...a]).toEqual([
    [2, 1],
    [1, 0],
  ])
})

test('options that would change nothing are refused, and so is a negative radius', () => {
  expect(() => rank(firstFeature(1), line, { norm: '1' })).toThrow('it only works with `abstainRadius`')
  expect(() => rank(firstFeature(1), line, { abstainRadius: 1, seed: 3 })).toThrow('it only works with `ties` random')
  expect(() => rank(firstFeature(1), line, { abstainRadius: -1 })).toThrow('`abstainRadius` is -1; give a number of at least 0')
})
