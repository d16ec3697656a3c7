/**
 * The 4 × 8 products of two packed panels in single precision: `depth` × 4 values from `a`, one every `aStrideBytes`, and `depth` × 8
 * from `b`. The sums of a block are single, too, and are left at `into` row by row.
 */
export function singleProducts(depth: i32, a: usize, aStrideBytes: usize, b: usize, into: usize): void {
  let s00 = f32x4.splat(0)
  let s01 = f32x4.splat(0)
  let s10 = f32x4.splat(0)
  let s11 = f32x4.splat(0)
  let s20 = f32x4.splat(0)
  let s21 = f32x4.splat(0)
  let s30 = f32x4.splat(0)
  let s31 = f32x4.splat(0)
  const end = b + ((<usize>depth) << 5)
  while (b < end) {
    const b0 = v128.load(b)
    const b1 = v128.load(b, 16)
    const a0 = v128.load32_splat(a)
    s00 = f32x4.add(s00, f32x4.mul(a0, b0))
    s01 = f32x4.add(s01, f32x4.mul(a0, b1))
    const a1 = v128.load32_splat(a, 4)
    s10 = f32x4.add(s10, f32x4.mul(a1, b0))
    s11 = f32x4.add(s11, f32x4.mul(a1, b1))
    const a2 = v128.load32_splat(a, 8)
    s20 = f32x4.add(s20, f32x4.mul(a2, b0))
    s21 = f32x4.add(s21, f32x4.mul(a2, b1))
    const a3 = v128.load32_splat(a, 12)
    s30 = f32x4.add(s30, f32x4.mul(a3, b0))
    s31 = f32x4.add(s31, f32x4.mul(a3, b1))
    a += aStrideBytes
    b += 32
  }
  v128.store(into, s00)
  v128.store(into, s01, 16)
  v128.store(into, s10, 32)
  v128.store(into, s11, 48)
  v128.store(into, s20, 64)
  v128.store(into, s21, 80)
  v128.store(into, s30, 96)
  v128.store(into, s31, 112)
}

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

/**
 * Lays columns `from` × 8 .. `to` × 8 of a block of rows out as panels of eight, each `depth` × 8 in single precision; columns that
 * do not exist are zero. `double` tells that the source is in double precision and is rounded.
 */
export function packSingleColumns(
  source: usize,
  strideBytes: usize,
  depth: i32,
  columns: i32,
  from: i32,
  to: i32,
  double: i32,
  into: usize,
): void {
  const panelBytes = (<usize>depth) << 5
  for (let row = 0; row < depth; row += 8) {
    const rows = min(8, depth - row)
    for (let panel = from; panel < to; panel++) {
      const column = panel << 3
      const present = min(8, columns - column)
      let at = source + <usize>row * strideBytes + ((<usize>column) << (double ? 3 : 2))
      let out = into + <usize>panel * panelBytes + ((<usize>row) << 5)
      for (let r = 0; r < rows; r++) {
        if (present == 8) {
          if (double) {
            v128.store(out, fourSingles(at))
            v128.store(out, fourSingles(at + 32), 16)
          } else {
            v128.store(out, v128.load(at))
            v128.store(out, v128.load(at, 16), 16)
          }
        } else {
          for (let j = 0; j < 8; j++) {
            const value: f32 = j >= present ? 0 : double ? <f32>load<f64>(at + ((<usize>j) << 3)) : load<f32>(at + ((<usize>j) << 2))
            store<f32>(out + ((<usize>j) << 2), value)
          }
        }
        at += strideBytes
        out += 32
      }
    }
  }
}

@inline
function fourSingles(at: usize): v128 {
  const low = f32x4.demote_f64x2_zero(v128.load(at))
  const high = f32x4.demote_f64x2_zero(v128.load(at, 16))
  return v128.shuffle<i64>(low, high, 0, 2)
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
  packSingleRows(a, aStrideBytes, rows, depth, packedRows)
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

function packSingleRows(source: usize, strideBytes: usize, rows: i32, depth: i32, into: usize): void {
  for (let row = 0; row < rows; row += 4) {
    for (let r = 0; r < 4; r++) {
      const present = row + r < rows
      let at = source + <usize>(row + r) * strideBytes
      let out = into + ((<usize>r) << 2)
      for (let p = 0; p < depth; p++) {
        store<f32>(out, present ? load<f32>(at) : 0)
        at += 4
        out += 16
      }
    }
    into += (<usize>depth) << 4
  }
}
