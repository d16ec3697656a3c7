import type { Features } from '../../../data/lists/features.ts'
import { joined } from '../../../numeric/allocate.ts'

/** The features of some rows, one after the other. */
export function chosenRows(features: Features, width: number, rows: Uint32Array): Features {
  if (features.kind === 'dense') {
    const values = new Float32Array(rows.length * width)
    for (const [place, row] of rows.entries()) values.set(features.values.subarray(row * width, (row + 1) * width), place * width)
    return { kind: 'dense', values }
  }
  const { rowStarts, columns, values } = features
  const starts = new Uint32Array(rows.length + 1)
  for (const [place, row] of rows.entries()) starts[place + 1] = starts[place] + rowStarts[row + 1] - rowStarts[row]
  const pieces = <Kind>(of: { subarray(from: number, to: number): Kind }) =>
    Array.from(rows, (row) => of.subarray(rowStarts[row], rowStarts[row + 1]))
  return { kind: 'sparse', rowStarts: starts, columns: joined(Uint32Array, pieces(columns)), values: joined(Float32Array, pieces(values)) }
}

/** The rows of the first, then those of the second, and so on. All have one layout. */
export function joinedFeatures(parts: readonly Features[]): Features {
  const dense = parts.flatMap((part) => (part.kind === 'dense' ? [part] : []))
  const values = joined(
    Float32Array,
    parts.map((part) => part.values),
  )
  if (dense.length > 0) return { kind: 'dense', values }
  const sparse = parts.flatMap((part) => (part.kind === 'sparse' ? [part] : []))
  const rowStarts = new Uint32Array(1 + sparse.reduce((rows, part) => rows + part.rowStarts.length - 1, 0))
  let [row, before] = [0, 0]
  for (const part of sparse) {
    for (let own = 1; own < part.rowStarts.length; own++) rowStarts[++row] = before + part.rowStarts[own]
    before += part.values.length
  }
  const columns = joined(
    Uint32Array,
    sparse.map((part) => part.columns),
  )
  return { kind: 'sparse', rowStarts, columns, values }
}

/** A 1 for each column with missing values. */
export function columnsWithMissing(features: Features, width: number): Uint8Array {
  const missing = new Uint8Array(width)
  const { values } = features
  if (features.kind === 'dense') {
    for (let at = 0, column = 0; at < values.length; at++, column = column + 1 === width ? 0 : column + 1)
      if (Number.isNaN(values[at])) missing[column] = 1
  } else for (let at = 0; at < values.length; at++) if (Number.isNaN(values[at])) missing[features.columns[at]] = 1
  return missing
}
