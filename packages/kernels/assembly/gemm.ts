import { packRows } from './pack'
import { ADD, edgeTile, REPLACE, tile } from './tile'

/**
 * Rows of the result against a packed block of B (`depth` × `columns`): packs the rows of A into `packedRows`, then goes over
 * the tiles column panel by column panel, so that a panel of B is read from the first cache. `first` tells that this block
 * of the depth is the first one and replaces what was there.
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
  for (let column = 0; column < columns; column += 4) {
    const b = packedColumns + (<usize>column >> 2) * panelBytes
    tilesOfColumn(rows, depth, packedRows, b, into + ((<usize>column) << 3), intoStrideBytes, mode, min(4, columns - column), scratch)
  }
}

function tilesOfColumn(
  rows: i32,
  depth: i32,
  packedRows: usize,
  b: usize,
  into: usize,
  strideBytes: usize,
  mode: i32,
  present: i32,
  scratch: usize,
): void {
  const panelBytes = (<usize>depth) << 5
  let a = packedRows
  for (let row = 0; row < rows; row += 4) {
    if (present == 4 && row + 4 <= rows) tile(depth, a, b, into, strideBytes, mode)
    else edgeTile(depth, a, b, into, strideBytes, mode, min(4, rows - row), present, scratch)
    a += panelBytes
    into += strideBytes << 2
  }
}
