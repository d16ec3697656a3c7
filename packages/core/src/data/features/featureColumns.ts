import type { DenseFeatures, Features, SparseFeatures } from '../lists/features.ts'

/** Features whose columns can be filled with other values, one at a time. */
export interface FeatureColumns {
  /** The values of a column, one for each row. */
  read(column: number): Float32Array
  /** The features with other values in a column. What was given before changes with the next call. */
  replaced(column: number, values: Float32Array): Features
}

export function featureColumns(features: Features, width: number): FeatureColumns {
  return features.kind === 'dense' ? denseColumns(features, width) : sparseColumns(features)
}

/** One copy of all values, in which a column is put back before the next one is filled. */
function denseColumns({ values }: DenseFeatures, width: number): FeatureColumns {
  const copy = values.slice()
  const rows = width === 0 ? 0 : values.length / width
  let changed = -1
  const fill = (column: number, from: (row: number) => number) => {
    for (let row = 0; row < rows; row++) copy[row * width + column] = from(row)
  }
  return {
    read: (column) => Float32Array.from({ length: rows }, (_, row) => values[row * width + column]),
    replaced(column, own) {
      if (changed >= 0 && changed !== column) fill(changed, (row) => values[row * width + changed])
      changed = column
      fill(column, (row) => own[row])
      return { kind: 'dense', values: copy }
    },
  }
}

function sparseColumns({ rowStarts, columns, values }: SparseFeatures): FeatureColumns {
  const rows = rowStarts.length - 1
  return {
    read(wanted) {
      const found = new Float32Array(rows)
      for (let row = 0; row < rows; row++)
        for (let k = rowStarts[row]; k < rowStarts[row + 1]; k++) if (columns[k] === wanted) found[row] = values[k]
      return found
    },
    replaced(column, own) {
      const starts = new Uint32Array(rows + 1)
      const kept: { readonly columns: number[]; readonly values: number[] } = { columns: [], values: [] }
      const put = (at: number, value: number) => {
        kept.columns.push(at)
        kept.values.push(value)
      }
      for (let row = 0; row < rows; row++) {
        let open = own[row] !== 0
        for (let k = rowStarts[row]; k < rowStarts[row + 1]; k++) {
          if (open && columns[k] > column) {
            put(column, own[row])
            open = false
          }
          if (columns[k] !== column) put(columns[k], values[k])
        }
        if (open) put(column, own[row])
        starts[row + 1] = kept.columns.length
      }
      return { kind: 'sparse', rowStarts: starts, columns: Uint32Array.from(kept.columns), values: Float32Array.from(kept.values) }
    },
  }
}
