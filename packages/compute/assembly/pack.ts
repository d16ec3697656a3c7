import { load2 } from './lanes'

/**
 * Lays columns `from` × 4 .. `to` × 4 of a block of rows out as panels of four columns, each `depth` × 4 without gaps; columns
 * that do not exist are zero. Eight rows at a time, so that reading and writing both stay within few cache lines. A weight
 * per row multiplies it; `weights` 0 means none.
 */
export function packColumns64(
  source: usize,
  strideBytes: usize,
  depth: i32,
  columns: i32,
  weights: usize,
  from: i32,
  to: i32,
  into: usize,
): void {
  const panelBytes = (<usize>depth) << 5
  for (let row = 0; row < depth; row += 8) {
    const rows = min(8, depth - row)
    for (let panel = from; panel < to; panel++) {
      const column = panel << 2
      let at = source + <usize>row * strideBytes + ((<usize>column) << 3)
      let out = into + <usize>panel * panelBytes + ((<usize>row) << 5)
      const present = min(4, columns - column)
      for (let r = 0; r < rows; r++) {
        if (present == 4) {
          v128.store(out, v128.load(at))
          v128.store(out, v128.load(at, 16), 16)
        } else {
          for (let j = 0; j < 4; j++) store<f64>(out + ((<usize>j) << 3), j < present ? load<f64>(at + ((<usize>j) << 3)) : 0)
        }
        at += strideBytes
        out += 32
      }
      if (weights != 0) weigh(out - ((<usize>rows) << 5), rows, weights + ((<usize>row) << 3))
    }
  }
}

/** The same from single precision. */
export function packColumns32(
  source: usize,
  strideBytes: usize,
  depth: i32,
  columns: i32,
  weights: usize,
  from: i32,
  to: i32,
  into: usize,
): void {
  const panelBytes = (<usize>depth) << 5
  for (let row = 0; row < depth; row += 8) {
    const rows = min(8, depth - row)
    for (let panel = from; panel < to; panel++) {
      const column = panel << 2
      let at = source + <usize>row * strideBytes + ((<usize>column) << 2)
      let out = into + <usize>panel * panelBytes + ((<usize>row) << 5)
      const present = min(4, columns - column)
      for (let r = 0; r < rows; r++) {
        if (present == 4) {
          v128.store(out, load2(at))
          v128.store(out, load2(at + 8), 16)
        } else {
          for (let j = 0; j < 4; j++) store<f64>(out + ((<usize>j) << 3), j < present ? <f64>load<f32>(at + ((<usize>j) << 2)) : 0)
        }
        at += strideBytes
        out += 32
      }
      if (weights != 0) weigh(out - ((<usize>rows) << 5), rows, weights + ((<usize>row) << 3))
    }
  }
}

function weigh(panel: usize, rows: i32, weights: usize): void {
  for (let r = 0; r < rows; r++) {
    const weight = v128.load64_splat(weights)
    v128.store(panel, f64x2.mul(weight, v128.load(panel)))
    v128.store(panel, f64x2.mul(weight, v128.load(panel, 16)), 16)
    panel += 32
    weights += 8
  }
}

/** Lays `rows` rows of a block `depth` wide out as panels of four rows, each `depth` × 4; rows that do not exist are zero. */
export function packRows(source: usize, strideBytes: usize, rows: i32, depth: i32, into: usize): void {
  for (let row = 0; row < rows; row += 4) {
    const x0 = source + <usize>row * strideBytes
    if (row + 4 <= rows) packFourRows(x0, strideBytes, depth, into)
    else {
      for (let p = 0; p < depth; p++) {
        for (let r = 0; r < 4; r++) {
          const value = row + r < rows ? load<f64>(x0 + <usize>r * strideBytes + ((<usize>p) << 3)) : 0
          store<f64>(into + ((<usize>(p * 4 + r)) << 3), value)
        }
      }
    }
    into += (<usize>depth) << 5
  }
}

function packFourRows(x0: usize, strideBytes: usize, depth: i32, into: usize): void {
  let x1 = x0 + strideBytes
  let x2 = x1 + strideBytes
  let x3 = x2 + strideBytes
  const end = into + ((<usize>depth) << 5)
  const wholeEnd = into + ((<usize>(depth & ~1)) << 5)
  while (into < wholeEnd) {
    const r0 = v128.load(x0)
    const r1 = v128.load(x1)
    const r2 = v128.load(x2)
    const r3 = v128.load(x3)
    v128.store(into, v128.shuffle<f64>(r0, r1, 0, 2))
    v128.store(into, v128.shuffle<f64>(r2, r3, 0, 2), 16)
    v128.store(into, v128.shuffle<f64>(r0, r1, 1, 3), 32)
    v128.store(into, v128.shuffle<f64>(r2, r3, 1, 3), 48)
    x0 += 16
    x1 += 16
    x2 += 16
    x3 += 16
    into += 64
  }
  if (into < end) {
    store<f64>(into, load<f64>(x0))
    store<f64>(into, load<f64>(x1), 8)
    store<f64>(into, load<f64>(x2), 16)
    store<f64>(into, load<f64>(x3), 24)
  }
}
