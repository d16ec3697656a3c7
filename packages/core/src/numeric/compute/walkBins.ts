import { MOST_BINS } from './binRows.ts'

/** A tree on binned rows. A child below 0 is a leaf: −1 − its number. */
export interface BinnedTree {
  /** The column of each split. */
  readonly columns: Uint32Array
  /** 256 bytes for each split: 1 for each bin that goes left. */
  readonly sides: Uint8Array
  readonly left: Int32Array
  readonly right: Int32Array
}

/** scores[row] += the value of the leaf that the row falls into, for each of the rows. */
export function walkBins(
  stride: number,
  bins: Uint8Array,
  { columns, sides, left, right }: BinnedTree,
  values: Float64Array,
  rows: Uint32Array,
  into: Float64Array,
): void {
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place]
    let node = columns.length === 0 ? -1 : 0
    while (node >= 0) node = sides[node * MOST_BINS + bins[row * stride + columns[node]]] === 1 ? left[node] : right[node]
    into[row] += values[-1 - node]
  }
}
