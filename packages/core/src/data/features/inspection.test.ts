import { expect, test } from 'vitest'
import { rankingLists } from '../lists/plainRows.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { inspection } from './inspection.ts'

const small = rankingLists({
  features: [
    [1, 7, Number.NaN],
    [3, 7, 0],
    [5, 7, Number.NaN],
  ],
  labels: [2, 0, 0],
  lists: ['a', 'a', 'b'],
})

test('counts lists, rows, labels and missing values', () => {
  expect(inspection(small)).toMatchObject({
    lists: 2,
    rows: 3,
    features: 3,
    labels: { 0: 2, 2: 1 },
    listsWithOneLabel: 1,
    listSizes: { least: 1, median: 1.5, greatest: 2 },
    missing: 2,
    constantFeatures: ['2', '3'],
  })
})

test('ranges leave missing values out', () => {
  expect(inspection(small).featureRanges).toEqual([
    { feature: '1', least: 1, greatest: 5, mean: (1 + 3 + 5) / 3, missing: 0 },
    { feature: '2', least: 7, greatest: 7, mean: 7, missing: 0 },
    { feature: '3', least: 0, greatest: 0, mean: 0, missing: 2 },
  ])
})

test('zeros that a sparse layout leaves out count', () => {
  const wide: RankingLists = {
    features: {
      kind: 'sparse',
      rowStarts: Uint32Array.of(0, 1, 2, 3, 4),
      columns: Uint32Array.of(0, 1, 2, 3),
      values: Float32Array.of(1, 2, 3, 4),
    },
    width: 500,
    labels: Float64Array.of(0, 1, 0, 1),
    offsets: Uint32Array.of(0, 2, 4),
    listIds: ['1', '2'],
  }
  const { layout, featureRanges, constantFeatures } = inspection(wide)
  expect(layout).toBe('sparse')
  expect(featureRanges[2]).toEqual({ feature: '3', least: 0, greatest: 3, mean: 3 / 4, missing: 0 })
  expect(constantFeatures).toHaveLength(496)
})

test('many different labels are counted by intervals, and none is lost', () => {
  const labels = Array.from({ length: 1000 }, (_, row) => row / 8)
  const counts = inspection(rankingLists({ features: labels.map(() => [0]), labels, lists: labels.map(() => 'one') })).labels
  expect(Object.values(counts)).toHaveLength(10)
  expect(Object.values(counts).reduce((total, count) => total + count)).toBe(1000)
})
