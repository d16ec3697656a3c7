import { ADD, edgeTile, tile } from './tile'

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
  for (let column = from; column < n; column += 4) {
    tilesAbove(
      depth,
      n,
      packedLeft + (<usize>from >> 2) * panelBytes,
      packedRight + (<usize>column >> 2) * panelBytes,
      from,
      min(to, column + 4),
      column,
      into + (<usize>(from - top) * <usize>n + <usize>column) * 8,
      scratch,
    )
  }
}

function tilesAbove(depth: i32, n: i32, a: usize, b: usize, from: i32, to: i32, column: i32, into: usize, scratch: usize): void {
  const panelBytes = (<usize>depth) << 5
  const strideBytes = (<usize>n) << 3
  for (let row = from; row < to; row += 4) {
    if (row + 4 <= to && column + 4 <= n) tile(depth, a, b, into, strideBytes, ADD)
    else edgeTile(depth, a, b, into, strideBytes, ADD, min(4, to - row), min(4, n - column), scratch)
    a += panelBytes
    into += strideBytes << 2
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
