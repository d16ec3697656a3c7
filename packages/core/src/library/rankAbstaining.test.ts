import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import type { LinearModel } from '../models/linear/linear.ts'
import { seededRandom } from '../numeric/random.ts'
import { rank } from './rank.ts'
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

test('options that would change nothing are refused, and so is a negative radius', () => {
  expect(() => rank(firstFeature(1), line, { norm: '1' })).toThrow('it only works with abstainRadius')
  expect(() => rank(firstFeature(1), line, { abstainRadius: 1, seed: 3 })).toThrow('it only works with ties random')
  expect(() => rank(firstFeature(1), line, { abstainRadius: -1 })).toThrow(
    'abstainRadius (--abstain-radius) is -1; give a number of at least 0',
  )
})
