import { BLOCK_COLUMNS, tilesOfRow } from './gemm'
import { ADD } from './tile'

/**
 * into (rows `from` .. `to` of the upper triangle, starting in memory at row `top`) += packedLeftᵀ packedRight. Both are panels
 * of four columns; without weights they are the same memory. `from` is a multiple of 4.
 */
export function syrkRows(
  depth: i32,
  n: i32,
  packedLeft: usize,
  packedRight: usize,
  from: i32,
  to: i32,
  top: i32,
  into: usize,
  scratch: usize,
): void {
  const panelBytes = (<usize>depth) << 5
  const strideBytes = (<usize>n) << 3
  for (let start = from; start < n; start += BLOCK_COLUMNS) {
    const end = min(n, start + BLOCK_COLUMNS)
    for (let row = from; row < min(to, end); row += 4) {
      const column = max(row, start)
      const a = packedLeft + (<usize>row >> 2) * panelBytes
      const b = packedRight + (<usize>column >> 2) * panelBytes
      const at = into + (<usize>(row - top) * <usize>n + <usize>column) * 8
      tilesOfRow(depth, a, b, at, strideBytes, ADD, min(4, to - row), end - column, scratch)
    }
  }
}

/** Rows `from` .. `to` of the lower triangle ← the upper one, in blocks so that columns are read while their lines are in cache. */
export function mirrorRows(n: i32, matrix: usize, from: i32, to: i32): void {
  const strideBytes = (<usize>n) << 3
  for (let blockColumn = 0; blockColumn < to; blockColumn += 16) {
    for (let i = max(from, blockColumn); i < to; i++) {
      const end = min(i, blockColumn + 16)
      let out = matrix + <usize>i * strideBytes + ((<usize>blockColumn) << 3)
      let at = matrix + <usize>blockColumn * strideBytes + ((<usize>i) << 3)
      for (let j = blockColumn; j < end; j++) {
        store<f64>(out, load<f64>(at))
        out += 8
        at += strideBytes
      }
    }
  }
}
