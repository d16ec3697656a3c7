import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { binOf } from '../../numeric/compute/binRows.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import { BLOCK_FEATURES } from '../../numeric/compute/histogram.ts'
import { categoryBin } from './categoryTable.ts'
import type { FeatureBins } from './featureBins.ts'

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
  const stride = Math.ceil(columns.length / BLOCK_FEATURES) * BLOCK_FEATURES
  const into = compute.bytes(rows * stride)
  const binCounts = Uint32Array.from(columns, (_, column) => {
    const table = categories.get(column)
    return 1 + (table === undefined ? starts[column + 1] - starts[column] : table.numbers.length)
  })
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
