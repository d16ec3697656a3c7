import { packSingleRows, singleProducts } from './panels32'

/** into (doubles, `rows` × `columns` of the tile) ← or += the sums; `first` replaces. */
export function settleSingle(from: usize, into: usize, strideBytes: usize, rows: i32, columns: i32, first: i32): void {
  for (let i = 0; i < rows; i++) {
    let at = into + <usize>i * strideBytes
    let value = from + ((<usize>i) << 5)
    let j = 0
    for (; j + 2 <= columns; j += 2) {
      const sums = f64x2.promote_low_f32x4(v128.load64_zero(value))
      v128.store(at, first ? sums : f64x2.add(v128.load(at), sums))
      at += 16
      value += 8
    }
    if (j < columns) {
      const sum = <f64>load<f32>(value)
      store<f64>(at, first ? sum : load<f64>(at) + sum)
    }
  }
}

/** Columns of the right-hand side that a stripe of rows meets before the next ones: packed, they stay in the second cache. */
const BLOCK_COLUMNS: i32 = 96

/** Rows `from` .. `to` of into += PᵀP for a packed block P; entries left of the diagonal, within its panel, are not to be relied on. */
export function syrkSingleRows(depth: i32, n: i32, packed: usize, from: i32, to: i32, into: usize, scratch: usize): void {
  const panelBytes = (<usize>depth) << 5
  const strideBytes = (<usize>n) << 3
  for (let start = from & ~7; start < n; start += BLOCK_COLUMNS) {
    const end = min(n, start + BLOCK_COLUMNS)
    for (let row = from; row < min(to, end); row += 4) {
      const a = packed + (<usize>row >> 3) * panelBytes + (<usize>(row & 4) << 2)
      for (let column = max(row & ~7, start); column < end; column += 8) {
        singleProducts(depth, a, 32, packed + (<usize>column >> 3) * panelBytes, scratch)
        const at = into + (<usize>row * <usize>n + <usize>column) * 8
        settleSingle(scratch, at, strideBytes, min(4, to - row), min(8, n - column), 0)
      }
    }
  }
}

/** `rows` rows of into = A · B for a packed block of B; packs the rows of A first. */
export function gemmSingleRows(
  a: usize,
  aStrideBytes: usize,
  rows: i32,
  depth: i32,
  packed: usize,
  columns: i32,
  into: usize,
  intoStrideBytes: usize,
  first: i32,
  packedRows: usize,
  scratch: usize,
): void {
  packSingleRows(a, aStrideBytes, 4, rows, depth, packedRows)
  const panelBytes = (<usize>depth) << 5
  for (let start = 0; start < columns; start += BLOCK_COLUMNS) {
    const end = min(columns, start + BLOCK_COLUMNS)
    for (let row = 0; row < rows; row += 4) {
      const left = packedRows + (<usize>row >> 2) * ((<usize>depth) << 4)
      for (let column = start; column < end; column += 8) {
        singleProducts(depth, left, 16, packed + (<usize>column >> 3) * panelBytes, scratch)
        const at = into + <usize>row * intoStrideBytes + ((<usize>column) << 3)
        settleSingle(scratch, at, intoStrideBytes, min(4, rows - row), min(8, columns - column), first)
      }
    }
  }
}
