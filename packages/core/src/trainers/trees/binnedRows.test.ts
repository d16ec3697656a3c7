import { asSparse } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { rankingLists } from '../../data/lists/plainRows.ts'
import { plainCompute } from '../../numeric/compute/plainCompute.ts'
import { seededRandom } from '../../numeric/random.ts'
import { plainRuntime } from '../../runtime/runtime.ts'
import { finish } from '../../runtime/training.ts'
import { binnedRows } from '../../work/passes/trees/binnedRows.ts'
import { featureBins, sourceHere } from './featureBins.ts'

test('sparse rows have the bins of dense ones, in every column of a feature with many categories', () => {
  const rows = Array.from({ length: 40 }, (_, row) => [row % 3, row % 13, row % 5 === 0 ? Number.NaN : row / 4])
  const dense = rankingLists({ features: rows, labels: rows.map(() => 0), lists: rows.map(() => 1) })
  const bins = finish(featureBins(sourceHere(dense, seededRandom(1)), 6, plainRuntime, new Map([[1, 'brand']])))
  expect(Array.from(bins.features)).toEqual([0, 1, 1, 1, 2])
  expect(binnedRows(asSparse(dense), bins, plainCompute)).toEqual(binnedRows(dense, bins, plainCompute))
})
