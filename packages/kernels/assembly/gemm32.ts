// Products of matrices in single precision, as core/src/numeric/gemm32.ts: panels of four rows against panels of eight columns.

/** Columns of B that a stripe of rows meets before the next ones: packed, they stay in the second cache. */
const BLOCK_COLUMNS: i32 = 192

/** Lays columns from · 8 .. to · 8 of a block out as panels of eight columns, each `depth` × 8; columns that do not exist are zero. */
export function packColumns8(source: usize, strideBytes: usize, depth: i32, columns: i32, from: i32, to: i32, into: usize): void {
  const panelBytes = (<usize>depth) << 5
  for (let panel = from; panel < to; panel++) {
    const column = panel << 3
    const present = min(8, columns - column)
    let at = source + ((<usize>column) << 2)
    let out = into + <usize>panel * panelBytes
    for (let row = 0; row < depth; row++) {
      if (present == 8) {
        v128.store(out, v128.load(at))
        v128.store(out, v128.load(at, 16), 16)
      } else {
        for (let j = 0; j < 8; j++) store<f32>(out + ((<usize>j) << 2), j < present ? load<f32>(at + ((<usize>j) << 2)) : 0)
      }
      at += strideBytes
      out += 32
    }
  }
}

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
  packRows4(a, rowBytes, depthBytes, rows, depth, packedRows)
  for (let start = 0; start < columns; start += BLOCK_COLUMNS) {
    const end = min(columns, start + BLOCK_COLUMNS)
    for (let row = 0; row < rows; row += 4) {
      const x = packedRows + (<usize>row >> 2) * ((<usize>depth) << 4)
      const at = into + <usize>row * intoStrideBytes
      for (let column = start; column < end; column += 8) {
        const y = packedColumns + (<usize>column >> 3) * ((<usize>depth) << 5)
        products32(depth, x, y, scratch)
        settle32(scratch, at + ((<usize>column) << 2), intoStrideBytes, first, min(4, rows - row), min(8, columns - column))
      }
    }
  }
}

/** Panels of four rows, each `depth` × 4; rows that do not exist are zero. */
function packRows4(a: usize, rowBytes: usize, depthBytes: usize, rows: i32, depth: i32, into: usize): void {
  for (let row = 0; row < rows; row += 4) {
    const present = min(4, rows - row)
    const x = a + <usize>row * rowBytes
    if (present == 4 && rowBytes == 4) {
      let at = x
      for (let p = 0; p < depth; p++) {
        v128.store(into, v128.load(at))
        at += depthBytes
        into += 16
      }
    } else if (present == 4 && depthBytes == 4) into = packFourRows32(x, rowBytes, depth, into)
    else {
      for (let p = 0; p < depth; p++) {
        for (let r = 0; r < 4; r++) {
          store<f32>(into + ((<usize>r) << 2), r < present ? load<f32>(x + <usize>r * rowBytes + <usize>p * depthBytes) : 0)
        }
        into += 16
      }
    }
  }
}

/** Four by four at a time, turned around in registers. */
function packFourRows32(x: usize, rowBytes: usize, depth: i32, into: usize): usize {
  let x1 = x + rowBytes
  let x2 = x1 + rowBytes
  let x3 = x2 + rowBytes
  let p = 0
  for (; p + 4 <= depth; p += 4) {
    const r0 = v128.load(x)
    const r1 = v128.load(x1)
    const r2 = v128.load(x2)
    const r3 = v128.load(x3)
    const low01 = v128.shuffle<f32>(r0, r1, 0, 4, 1, 5)
    const high01 = v128.shuffle<f32>(r0, r1, 2, 6, 3, 7)
    const low23 = v128.shuffle<f32>(r2, r3, 0, 4, 1, 5)
    const high23 = v128.shuffle<f32>(r2, r3, 2, 6, 3, 7)
    v128.store(into, v128.shuffle<i64>(low01, low23, 0, 2))
    v128.store(into, v128.shuffle<i64>(low01, low23, 1, 3), 16)
    v128.store(into, v128.shuffle<i64>(high01, high23, 0, 2), 32)
    v128.store(into, v128.shuffle<i64>(high01, high23, 1, 3), 48)
    x += 16
    x1 += 16
    x2 += 16
    x3 += 16
    into += 64
  }
  for (; p < depth; p++) {
    store<f32>(into, load<f32>(x))
    store<f32>(into, load<f32>(x1), 4)
    store<f32>(into, load<f32>(x2), 8)
    store<f32>(into, load<f32>(x3), 12)
    x += 4
    x1 += 4
    x2 += 4
    x3 += 4
    into += 16
  }
  return into
}

/**
 * The innermost loop: eight sums, two columns and a row spread out fit the registers; never unrolled by hand. Loading each row spread out
 * makes 35 GFLOP/s of 31 with one load and shuffles.
 */
function products32(depth: i32, x: usize, y: usize, into: usize): void {
  let s00 = f32x4.splat(0)
  let s01 = f32x4.splat(0)
  let s10 = f32x4.splat(0)
  let s11 = f32x4.splat(0)
  let s20 = f32x4.splat(0)
  let s21 = f32x4.splat(0)
  let s30 = f32x4.splat(0)
  let s31 = f32x4.splat(0)
  const end = y + ((<usize>depth) << 5)
  while (y < end) {
    const y0 = v128.load(y)
    const y1 = v128.load(y, 16)
    const x0 = v128.load32_splat(x)
    s00 = f32x4.add(s00, f32x4.mul(x0, y0))
    s01 = f32x4.add(s01, f32x4.mul(x0, y1))
    const x1 = v128.load32_splat(x, 4)
    s10 = f32x4.add(s10, f32x4.mul(x1, y0))
    s11 = f32x4.add(s11, f32x4.mul(x1, y1))
    const x2 = v128.load32_splat(x, 8)
    s20 = f32x4.add(s20, f32x4.mul(x2, y0))
    s21 = f32x4.add(s21, f32x4.mul(x2, y1))
    const x3 = v128.load32_splat(x, 12)
    s30 = f32x4.add(s30, f32x4.mul(x3, y0))
    s31 = f32x4.add(s31, f32x4.mul(x3, y1))
    x += 16
    y += 32
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

function settle32(from: usize, into: usize, strideBytes: usize, first: i32, rows: i32, columns: i32): void {
  for (let i = 0; i < rows; i++) {
    if (columns == 8) {
      const low = v128.load(from)
      const high = v128.load(from, 16)
      v128.store(into, first ? low : f32x4.add(v128.load(into), low))
      v128.store(into, first ? high : f32x4.add(v128.load(into, 16), high), 16)
    } else {
      for (let j = 0; j < columns; j++) {
        const at = into + ((<usize>j) << 2)
        const value = load<f32>(from + ((<usize>j) << 2))
        store<f32>(at, first ? value : load<f32>(at) + value)
      }
    }
    from += 32
    into += strideBytes
  }
}
