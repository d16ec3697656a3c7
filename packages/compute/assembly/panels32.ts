// Panels of a matrix in single precision: what the products of a block of rows with a block of columns are made of.
import { multiplyAdd32 } from './lanes'

/**
 * The 4 × 8 products of two packed panels in single precision: `depth` × 4 values from `a`, one every `aStrideBytes`, and `depth` × 8
 * from `b`. The sums of a block are single, too, and are left at `into` row by row. Eight sums, two columns and a row spread out fit the
 * registers; never unrolled by hand. Loading each row spread out makes 35 GFLOP/s of 31 with one load and shuffles.
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
    s00 = multiplyAdd32(s00, a0, b0)
    s01 = multiplyAdd32(s01, a0, b1)
    const a1 = v128.load32_splat(a, 4)
    s10 = multiplyAdd32(s10, a1, b0)
    s11 = multiplyAdd32(s11, a1, b1)
    const a2 = v128.load32_splat(a, 8)
    s20 = multiplyAdd32(s20, a2, b0)
    s21 = multiplyAdd32(s21, a2, b1)
    const a3 = v128.load32_splat(a, 12)
    s30 = multiplyAdd32(s30, a3, b0)
    s31 = multiplyAdd32(s31, a3, b1)
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

/**
 * Lays rows out as panels of four, each `depth` × 4; rows that do not exist are zero. Element p of row i is at a + i · rowBytes + p ·
 * depthBytes, so that the matrix may be given turned around.
 */
export function packSingleRows(a: usize, rowBytes: usize, depthBytes: usize, rows: i32, depth: i32, into: usize): void {
  let row = 0
  if (rowBytes == 4) {
    for (; row + 16 <= rows; row += 16) into = packSixteenTurned(a + ((<usize>row) << 2), depthBytes, depth, into)
  }
  for (; row < rows; row += 4) {
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

/** Four panels at once: a line of the cache holds all of them, and rows of a power of two apart push each other out of it. */
function packSixteenTurned(x: usize, depthBytes: usize, depth: i32, into: usize): usize {
  const panelBytes = (<usize>depth) << 4
  let into1 = into + panelBytes
  let into2 = into1 + panelBytes
  let into3 = into2 + panelBytes
  for (let p = 0; p < depth; p++) {
    v128.store(into, v128.load(x))
    v128.store(into1, v128.load(x, 16))
    v128.store(into2, v128.load(x, 32))
    v128.store(into3, v128.load(x, 48))
    x += depthBytes
    into += 16
    into1 += 16
    into2 += 16
    into3 += 16
  }
  return into3
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
