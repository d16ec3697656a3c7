import { expect, test } from 'vitest'
import { identityMap } from '../../data/features/featureMap.ts'
import { rankingLists } from '../../data/lists/plainRows.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { plainRuntime } from '../../runtime/runtime.ts'
import { finish } from '../../runtime/training.ts'
import { LocalLists } from '../localLists.ts'

const features = [
  [0, 0],
  [3, 4],
  [1, 1],
  [1, 3],
  [5, 1],
  [9, 9],
]
const lists = ['a', 'a', 'b', 'b', 'b', 'alone']
const labels = [0, 1, 0, 1, 2, 1]

function spreadOf(of: RankingLists): number {
  return finish(LocalLists.of(of, plainRuntime).ask('listSpread', { map: identityMap(of.width) }))
}

/** Over the pairs of list b: 4 (rows 1 and 2), 16 (1 and 3), 16 + 4 (2 and 3). */
const ofB = (4 + 16 + 20) / 3

test('is the mean over the lists of the mean squared distance of two items; a list of one item has none', () => {
  expect(spreadOf(rankingLists({ features, lists, labels }))).toBeCloseTo((25 + ofB) / 2, 12)
})

test('lists count by their weights', () => {
  expect(spreadOf(rankingLists({ features, lists, labels, weights: { a: 3, b: 1, alone: 7 } }))).toBeCloseTo((3 * 25 + ofB) / 4, 12)
})

test('is the same where rows are sparse', () => {
  const dense = rankingLists({ features, lists, labels })
  const entries = features.map((row) => row.flatMap((value, column) => (value === 0 ? [] : [{ column, value }])))
  const rowStarts = Uint32Array.from([0, ...entries.map((row) => row.length)])
  for (let row = 1; row < rowStarts.length; row++) rowStarts[row] += rowStarts[row - 1]
  const all = entries.flat()
  const sparse: RankingLists = {
    ...dense,
    features: {
      kind: 'sparse',
      rowStarts,
      columns: Uint32Array.from(all, ({ column }) => column),
      values: Float32Array.from(all, ({ value }) => value),
    },
  }
  expect(spreadOf(sparse)).toBeCloseTo(spreadOf(dense), 12)
})

test('rows far from 0 keep their digits', () => {
  const far = features.map((row) => row.map((value) => value + 2 ** 20))
  expect(spreadOf(rankingLists({ features: far, lists, labels }))).toBeCloseTo((25 + ofB) / 2, 9)
})

test('is 0 where no list has two items', () => {
  expect(spreadOf(rankingLists({ features, lists: [1, 2, 3, 4, 5, 6], labels }))).toBe(0)
})
