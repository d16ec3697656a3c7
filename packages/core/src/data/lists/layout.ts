import { count, requireArguments } from '../../arguments/shapes.ts'
import { allocate } from '../../numeric/allocate.ts'
import type { SparseFeatures } from './features.ts'

/** Dense arrays up to this many bytes are never made sparse: that would save little, and every method takes dense rows. */
export const smallDense: number = 4 << 20

/**
 * How many values other than 0 there may be for sparse rows to be the better layout: a dense array takes more than four times the
 * bytes. Sparse rows cost 8 bytes for each value and 4 for each row; work on them is slower per value, so a small gain in memory is
 * not worth it.
 */
export function sparseUpTo(rows: number, width: number): number {
  const denseBytes = 4 * rows * width
  return (denseBytes / 4 - 4 * (rows + 1)) / 8
}

/** How readers lay out rows with this many values other than 0; NaN is one of them. */
export function layoutFor(rows: number, width: number, nonZeros: number): 'dense' | 'sparse' {
  requireArguments({ rows, width, nonZeros }, { rows: count(), width: count(), nonZeros: count() })
  return 4 * rows * width > smallDense && nonZeros <= sparseUpTo(rows, width) ? 'sparse' : 'dense'
}

export function toDense(features: SparseFeatures, rows: number, width: number): Float32Array {
  const dense = allocate(Float32Array, rows * width)
  for (let row = 0; row < rows; row++) {
    for (let i = features.rowStarts[row]; i < features.rowStarts[row + 1]; i++)
      dense[row * width + features.columns[i]] = features.values[i]
  }
  return dense
}

/** Zeros are left out; negative zeros are kept. */
export function toSparse(dense: Float32Array, rows: number, stride: number): SparseFeatures {
  const rowStarts = new Uint32Array(rows + 1)
  let stored = 0
  for (let i = 0; i < rows * stride; i++) if (!Object.is(dense[i], 0)) stored++
  const columns = allocate(Uint32Array, stored)
  const values = allocate(Float32Array, stored)
  let next = 0
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < stride; column++) {
      const value = dense[row * stride + column]
      if (Object.is(value, 0)) continue
      columns[next] = column
      values[next++] = value
    }
    rowStarts[row + 1] = next
  }
  return { kind: 'sparse', rowStarts, columns, values }
}

/** Row r becomes what was row sourceRows[r], in place: each cycle of the permutation is walked once, with one row set aside. */
export function permuteDense(values: Float32Array, width: number, sourceRows: Uint32Array): void {
  const placed = new Uint8Array(sourceRows.length)
  const aside = new Float32Array(width)
  for (let start = 0; start < sourceRows.length; start++) {
    if (placed[start] || sourceRows[start] === start) continue
    aside.set(values.subarray(start * width, (start + 1) * width))
    let row = start
    for (;;) {
      placed[row] = 1
      const source = sourceRows[row]
      if (source === start) break
      values.copyWithin(row * width, source * width, (source + 1) * width)
      row = source
    }
    values.set(aside, row * width)
  }
}

export function permuteSparse(features: SparseFeatures, sourceRows: Uint32Array): SparseFeatures {
  const rowStarts = new Uint32Array(sourceRows.length + 1)
  sourceRows.forEach((source, row) => {
    rowStarts[row + 1] = rowStarts[row] + features.rowStarts[source + 1] - features.rowStarts[source]
  })
  const gather = <Kind extends Float32Array | Uint32Array>(from: Kind, into: Kind): Kind => {
    sourceRows.forEach((source, row) => {
      into.set(from.subarray(features.rowStarts[source], features.rowStarts[source + 1]), rowStarts[row])
    })
    return into
  }
  const stored = rowStarts[sourceRows.length]
  return {
    kind: 'sparse',
    rowStarts,
    columns: gather(features.columns, allocate(Uint32Array, stored)),
    values: gather(features.values, allocate(Float32Array, stored)),
  }
}
