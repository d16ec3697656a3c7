import { multiplyAdd } from './lanes'

/** What becomes of a tile: it replaces, is added to or is taken from what is there. */
export const REPLACE: i32 = 0
export const ADD: i32 = 1
export const SUBTRACT: i32 = 2

/**
 * The 4 × 4 products of two packed panels, each `depth` × 4, rows from `a` and columns from `b`, and what becomes of them at
 * `into`. `scratch` is 128 bytes of the thread's own.
 */
export function tile(
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
  products(depth, a, b, scratch)
  if (rows == 4 && columns == 4) settle(scratch, into, strideBytes, mode)
  else settleEdge(scratch, into, strideBytes, mode, rows, columns)
}

/**
 * The innermost loop. The columns are turned, not the rows spread out: a vector of two rows meets two columns as they are and
 * exchanged, which takes two shuffles where spreading takes four loads with an address of their own. Eight sums, four
 * operands and a product fit the registers; never unrolled by hand, as a longer block spills. The sums are stored as they are,
 * in their own order: V8 arranges the loop by how they are used after it, and shuffling them here made it a tenth slower.
 */
function products(depth: i32, a: usize, b: usize, into: usize): void {
  let same00 = f64x2.splat(0) // (row 0, column 0), (row 1, column 1)
  let same20 = f64x2.splat(0)
  let turned00 = f64x2.splat(0) // (row 0, column 1), (row 1, column 0)
  let turned20 = f64x2.splat(0)
  let same02 = f64x2.splat(0)
  let same22 = f64x2.splat(0)
  let turned02 = f64x2.splat(0)
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
  v128.store(into, same00)
  v128.store(into, same20, 16)
  v128.store(into, turned00, 32)
  v128.store(into, turned20, 48)
  v128.store(into, same02, 64)
  v128.store(into, same22, 80)
  v128.store(into, turned02, 96)
  v128.store(into, turned22, 112)
}

function settle(from: usize, into: usize, strideBytes: usize, mode: i32): void {
  settleTwoRows(from, into, strideBytes, mode)
  settleTwoRows(from + 16, into + (strideBytes << 1), strideBytes, mode)
}

/** Rows 0 and 1 or, from 16 bytes on, rows 2 and 3. */
@inline
function settleTwoRows(from: usize, into: usize, strideBytes: usize, mode: i32): void {
  const same0 = v128.load(from)
  const turned0 = v128.load(from, 32)
  const same2 = v128.load(from, 64)
  const turned2 = v128.load(from, 96)
  settlePair(into, mode, v128.shuffle<f64>(same0, turned0, 0, 2))
  settlePair(into + 16, mode, v128.shuffle<f64>(same2, turned2, 0, 2))
  settlePair(into + strideBytes, mode, v128.shuffle<f64>(turned0, same0, 1, 3))
  settlePair(into + strideBytes + 16, mode, v128.shuffle<f64>(turned2, same2, 1, 3))
}

@inline
function settlePair(at: usize, mode: i32, values: v128): void {
  if (mode == ADD) v128.store(at, f64x2.add(v128.load(at), values))
  else if (mode == SUBTRACT) v128.store(at, f64x2.sub(v128.load(at), values))
  else v128.store(at, values)
}

/** Where only some rows and columns exist. Column 2c + d of row 2r + e is in the pair of (r, c), turned when d ≠ e, at e. */
function settleEdge(from: usize, into: usize, strideBytes: usize, mode: i32, rows: i32, columns: i32): void {
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      const at = into + <usize>i * strideBytes + ((<usize>j) << 3)
      const pair = ((j >> 1) << 6) + (((i ^ j) & 1) << 5) + ((i >> 1) << 4) + ((i & 1) << 3)
      const value = load<f64>(from + <usize>pair)
      if (mode == ADD) store<f64>(at, load<f64>(at) + value)
      else if (mode == SUBTRACT) store<f64>(at, load<f64>(at) - value)
      else store<f64>(at, value)
    }
  }
}
