// Products of matrices in single precision, as core/src/numeric/gemm32.ts: panels of four rows against panels of eight columns.
import { packSingleRows, singleProducts } from './panels32'

/** Columns of B that a stripe of rows meets before the next ones: packed, they stay in the second cache. */
const BLOCK_COLUMNS: i32 = 192

/**
 * Rows of the result against a packed block of B. Element p of row i of A is at a + i · rowBytes + p · depthBytes, so that A may be
 * given turned around. `first` tells that this block of the depth replaces what was there.
 */
export function gemm32Rows(
  a: usize,
  rowBytes: usize,
  depthBytes: usize,
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
  packSingleRows(a, rowBytes, depthBytes, rows, depth, packedRows)
  for (let start = 0; start < columns; start += BLOCK_COLUMNS) {
    const end = min(columns, start + BLOCK_COLUMNS)
    for (let row = 0; row < rows; row += 4) {
      const x = packedRows + (<usize>row >> 2) * ((<usize>depth) << 4)
      const at = into + <usize>row * intoStrideBytes
      for (let column = start; column < end; column += 8) {
        const y = packedColumns + (<usize>column >> 3) * ((<usize>depth) << 5)
        singleProducts(depth, x, 16, y, scratch)
        const tile = at + ((<usize>column) << 2)
        if (row + 4 > rows || column + 8 > columns) settlePart(scratch, tile, intoStrideBytes, first, min(4, rows - row), min(8, columns - column))
        else if (first) replaceTile(scratch, tile, intoStrideBytes)
        else addTile(scratch, tile, intoStrideBytes)
      }
    }
  }
}

function replaceTile(from: usize, into: usize, strideBytes: usize): void {
  for (let i = 0; i < 4; i++) {
    v128.store(into, v128.load(from))
    v128.store(into, v128.load(from, 16), 16)
    from += 32
    into += strideBytes
  }
}

function addTile(from: usize, into: usize, strideBytes: usize): void {
  for (let i = 0; i < 4; i++) {
    v128.store(into, f32x4.add(v128.load(into), v128.load(from)))
    v128.store(into, f32x4.add(v128.load(into, 16), v128.load(from, 16)), 16)
    from += 32
    into += strideBytes
  }
}

/** A tile that reaches beyond the last row or column. */
function settlePart(from: usize, into: usize, strideBytes: usize, first: i32, rows: i32, columns: i32): void {
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      const at = into + ((<usize>j) << 2)
      const value = load<f32>(from + ((<usize>j) << 2))
      store<f32>(at, first ? value : load<f32>(at) + value)
    }
    from += 32
    into += strideBytes
  }
}
