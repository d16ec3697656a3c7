import { packRows } from './pack'
import { ADD, REPLACE, tile } from './tile'

/** Columns of B that a stripe of rows meets before the next ones: packed, they stay in the second cache. */
export const BLOCK_COLUMNS: i32 = 96

/**
 * Rows of the result against a packed block of B (`depth` × `columns`): packs the rows of A into `packedRows`, then goes over
 * the tiles. Tiles follow each other along the rows of the result, so that few of its pages and lines are in use at a time.
 * `first` tells that this block of the depth is the first one and replaces what was there.
 */
export function gemmRows(
  a: usize,
  aStrideBytes: usize,
  rows: i32,
  depth: i32,
  packedColumns: usize,
  columns: i32,
  into: usize,
  intoStrideBytes: usize,
  first: i32,
  packedRows: usize,
  scratch: usize,
): void {
  packRows(a, aStrideBytes, rows, depth, packedRows)
  const mode = first ? REPLACE : ADD
  const panelBytes = (<usize>depth) << 5
  for (let start = 0; start < columns; start += BLOCK_COLUMNS) {
    const b = packedColumns + (<usize>start >> 2) * panelBytes
    const present = min(BLOCK_COLUMNS, columns - start)
    for (let row = 0; row < rows; row += 4) {
      const rowAt = packedRows + (<usize>row >> 2) * panelBytes
      const at = into + <usize>row * intoStrideBytes + ((<usize>start) << 3)
      tilesOfRow(depth, rowAt, b, at, intoStrideBytes, mode, min(4, rows - row), present, scratch)
    }
  }
}

/** The tiles of four rows (or fewer, at the bottom) against `columns` packed columns. */
export function tilesOfRow(
  depth: i32,
  a: usize,
  b: usize,
  into: usize,
  strideBytes: usize,
  mode: i32,
  rows: i32,
  columns: i32,
  scratch: usize,
): void {
  const panelBytes = (<usize>depth) << 5
  for (let column = 0; column < columns; column += 4) {
    tile(depth, a, b, into, strideBytes, mode, rows, min(4, columns - column), scratch)
    b += panelBytes
    into += 32
  }
}
