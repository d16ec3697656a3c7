import type { SparseFeatures } from '../../data/lists/features.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { finite32 } from '../../numeric/special/float32.ts'

/** The values of one feature. */
export interface ColumnValues {
  readonly values: Float32Array
  /** The rows that have them, ascending, where only some values are stored: that of all others is 0. */
  readonly rows?: Uint32Array
}

/** Reads lists feature by feature; infinite values are read as the greatest float32. */
export function columnValues({ features, width, labels }: RankingLists): (column: number) => ColumnValues {
  if (features.kind === 'sparse') return storedValues(features, width)
  const rows = labels.length
  const { values } = features
  return (column) => {
    const found = new Float32Array(rows)
    for (let row = 0, at = column; row < rows; row++, at += width) found[row] = finite32(values[at])
    return { values: found }
  }
}

/** Turns rows into columns, once for all of them. */
function storedValues({ rowStarts, columns, values }: SparseFeatures, width: number): (column: number) => ColumnValues {
  const starts = new Uint32Array(width + 1)
  for (const column of columns) starts[column + 1]++
  for (let column = 0; column < width; column++) starts[column + 1] += starts[column]
  const next = starts.slice()
  const rows = new Uint32Array(values.length)
  const byColumn = new Float32Array(values.length)
  for (let row = 0; row + 1 < rowStarts.length; row++) {
    for (let k = rowStarts[row]; k < rowStarts[row + 1]; k++) {
      const at = next[columns[k]]++
      rows[at] = row
      byColumn[at] = finite32(values[k])
    }
  }
  return (column) => ({
    values: byColumn.subarray(starts[column], starts[column + 1]),
    rows: rows.subarray(starts[column], starts[column + 1]),
  })
}
