import type { RankingLists } from '../../../data/lists/rankingLists.ts'
import { binOf } from '../../../numeric/compute/binRows.ts'
import type { Compute } from '../../../numeric/compute/compute.ts'
import { BLOCK_FEATURES } from '../../../numeric/compute/histogram.ts'
import { type CategoryTable, categoryBin } from './categoryTable.ts'

/** Where the values of features are cut into bins. */
export interface FeatureBins {
  /** The features whose values differ, by number, ascending: the columns of the binned rows. One with many categories has several. */
  readonly features: Uint32Array
  /** Of column c: thresholds[starts[c] .. starts[c + 1]], ascending. A value lies in the bin whose number is that of the thresholds below it. */
  readonly thresholds: Float32Array
  readonly starts: Uint32Array
  /** Of the columns that hold categories, which have no thresholds. */
  readonly categories: ReadonlyMap<number, CategoryTable>
}

/** The rows of lists as bins, a byte for each column. */
export interface BinnedRows {
  readonly rows: number
  /** Bytes for each row: the columns, filled up to whole blocks. */
  readonly stride: number
  readonly bins: Uint8Array
  /** Bins of each column, without that of missing values, which comes after them. */
  readonly binCounts: Uint32Array
}

export function binnedRows({ features, width, labels }: RankingLists, bins: FeatureBins, compute: Compute): BinnedRows {
  const { features: columns, thresholds, starts, categories } = bins
  const rows = labels.length
  const stride = strideOf(bins)
  const into = compute.bytes(rows * stride)
  const binCounts = binCountsOf(bins)
  if (features.kind === 'dense') {
    compute.treeGrowth.binRows(rows, width, features.values, columns, thresholds, starts, stride, into)
    for (const [column, table] of categories) {
      for (let row = 0; row < rows; row++) into[row * stride + column] = categoryBin(table, features.values[row * width + columns[column]])
    }
    return { rows, stride, bins: into, binCounts }
  }
  const binHere = (column: number, value: number) => {
    const table = categories.get(column)
    return table === undefined ? binOf(thresholds, starts[column], starts[column + 1], value) : categoryBin(table, value)
  }
  const columnStarts = new Uint32Array(width + 1) // the columns of a feature are neighbours
  for (const feature of columns) columnStarts[feature + 1]++
  for (let feature = 0; feature < width; feature++) columnStarts[feature + 1] += columnStarts[feature]
  const zeros = Uint8Array.from(columns, (_, column) => binHere(column, 0))
  const { rowStarts, columns: stored, values } = features
  for (let row = 0; row < rows; row++) {
    into.set(zeros, row * stride)
    for (let k = rowStarts[row]; k < rowStarts[row + 1]; k++) {
      for (let column = columnStarts[stored[k]]; column < columnStarts[stored[k] + 1]; column++)
        into[row * stride + column] = binHere(column, values[k])
    }
  }
  return { rows, stride, bins: into, binCounts }
}

export function strideOf({ features }: FeatureBins): number {
  return Math.ceil(features.length / BLOCK_FEATURES) * BLOCK_FEATURES
}

export function binCountsOf({ features, starts, categories }: FeatureBins): Uint32Array {
  return Uint32Array.from(features, (_, column) => {
    const table = categories.get(column)
    return 1 + (table === undefined ? starts[column + 1] - starts[column] : table.numbers.length)
  })
}
