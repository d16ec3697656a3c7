import { multiplyAdd } from './lanes'

/** Rows and columns of a tile: with two vectors per row, its eight sums and their operands fit the registers. */
export const TILE: i32 = 4

/**
 * The 4 × 4 products of two packed panels, each `depth` × 4: rows from `a`, columns from `b`. The columns are turned, not the
 * rows spread out: a vector of two rows meets two columns as they are and exchanged, which takes two shuffles where spreading
 * takes four loads with an address of their own. Never unrolled by hand: V8 moves arithmetic below all loads of a block, and a
 * longer block spills.
 */
export function tile(depth: i32, a: usize, b: usize, into: usize, strideBytes: usize, mode: i32): void {
  let same00 = f64x2.splat(0) // (row 0, column 0), (row 1, column 1)
  let turned00 = f64x2.splat(0) // (row 0, column 1), (row 1, column 0)
  let same02 = f64x2.splat(0)
  let turned02 = f64x2.splat(0)
  let same20 = f64x2.splat(0)
  let turned20 = f64x2.splat(0)
  let same22 = f64x2.splat(0)
  let turned22 = f64x2.splat(0)
  const end = b + ((<usize>depth) << 5)
  while (b < end) {
    const a0 = v128.load(a)
    const a2 = v128.load(a, 16)
    const b0 = v128.load(b)
    const b2 = v128.load(b, 16)
    same00 = multiplyAdd(same00, b0, a0)
    same02 = multiplyAdd(same02, b2, a0)
    same20 = multiplyAdd(same20, b0, a2)
    same22 = multiplyAdd(same22, b2, a2)
    const b0Turned = v128.shuffle<i64>(b0, b0, 1, 0)
    const b2Turned = v128.shuffle<i64>(b2, b2, 1, 0)
    turned00 = multiplyAdd(turned00, b0Turned, a0)
    turned20 = multiplyAdd(turned20, b0Turned, a2)
    turned02 = multiplyAdd(turned02, b2Turned, a0)
    turned22 = multiplyAdd(turned22, b2Turned, a2)
    a += 32
    b += 32
  }
  const c00 = v128.shuffle<f64>(same00, turned00, 0, 2)
  const c01 = v128.shuffle<f64>(same02, turned02, 0, 2)
  const c10 = v128.shuffle<f64>(turned00, same00, 1, 3)
  const c11 = v128.shuffle<f64>(turned02, same02, 1, 3)
  const c20 = v128.shuffle<f64>(same20, turned20, 0, 2)
  const c21 = v128.shuffle<f64>(same22, turned22, 0, 2)
  const c30 = v128.shuffle<f64>(turned20, same20, 1, 3)
  const c31 = v128.shuffle<f64>(turned22, same22, 1, 3)
  const row1 = into + strideBytes
  const row2 = row1 + strideBytes
  const row3 = row2 + strideBytes
  if (mode == ADD) {
    v128.store(into, f64x2.add(v128.load(into), c00))
    v128.store(into, f64x2.add(v128.load(into, 16), c01), 16)
    v128.store(row1, f64x2.add(v128.load(row1), c10))
    v128.store(row1, f64x2.add(v128.load(row1, 16), c11), 16)
    v128.store(row2, f64x2.add(v128.load(row2), c20))
    v128.store(row2, f64x2.add(v128.load(row2, 16), c21), 16)
    v128.store(row3, f64x2.add(v128.load(row3), c30))
    v128.store(row3, f64x2.add(v128.load(row3, 16), c31), 16)
  } else if (mode == SUBTRACT) {
    v128.store(into, f64x2.sub(v128.load(into), c00))
    v128.store(into, f64x2.sub(v128.load(into, 16), c01), 16)
    v128.store(row1, f64x2.sub(v128.load(row1), c10))
    v128.store(row1, f64x2.sub(v128.load(row1, 16), c11), 16)
    v128.store(row2, f64x2.sub(v128.load(row2), c20))
    v128.store(row2, f64x2.sub(v128.load(row2, 16), c21), 16)
    v128.store(row3, f64x2.sub(v128.load(row3), c30))
    v128.store(row3, f64x2.sub(v128.load(row3, 16), c31), 16)
  } else {
    v128.store(into, c00)
    v128.store(into, c01, 16)
    v128.store(row1, c10)
    v128.store(row1, c11, 16)
    v128.store(row2, c20)
    v128.store(row2, c21, 16)
    v128.store(row3, c30)
    v128.store(row3, c31, 16)
  }
}

/** What becomes of a tile: it replaces, is added to or is taken from what is there. */
export const REPLACE: i32 = 0
export const ADD: i32 = 1
export const SUBTRACT: i32 = 2

/** A tile of which only some rows and columns exist, by way of 128 bytes of scratch. */
export function edgeTile(
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
  tile(depth, a, b, scratch, 32, REPLACE)
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      const at = into + <usize>i * strideBytes + ((<usize>j) << 3)
      const value = load<f64>(scratch + ((<usize>(i * TILE + j)) << 3))
      if (mode == ADD) store<f64>(at, load<f64>(at) + value)
      else if (mode == SUBTRACT) store<f64>(at, load<f64>(at) - value)
      else store<f64>(at, value)
    }
  }
}
