import { dot } from './dot'
import { packRows } from './pack'
import { SUBTRACT, tile } from './tile'

/**
 * Factors the diagonal block at `start` of `size` columns, column by column; `transposed` receives the factor with row and
 * column exchanged, `size` × `size`. 0 when a pivot is not positive.
 */
export function choleskyDiagonal(n: i32, matrix: usize, start: i32, size: i32, transposed: usize): i32 {
  const strideBytes = (<usize>n) << 3
  const corner = matrix + <usize>start * strideBytes + ((<usize>start) << 3)
  for (let j = 0; j < size; j++) {
    const pivotAt = corner + <usize>j * strideBytes + ((<usize>j) << 3)
    const pivot = load<f64>(pivotAt)
    if (!(pivot > 0 && pivot < Infinity)) return 0
    const root = sqrt(pivot)
    store<f64>(pivotAt, root)
    const column = transposed + ((<usize>(j * size)) << 3)
    store<f64>(column + ((<usize>j) << 3), root)
    for (let i = j + 1; i < size; i++) {
      const at = corner + <usize>i * strideBytes + ((<usize>j) << 3)
      const value = load<f64>(at) / root
      store<f64>(at, value)
      store<f64>(column + ((<usize>i) << 3), value)
    }
    for (let i = j + 1; i < size; i++) {
      const row = corner + <usize>i * strideBytes
      subtractScaled(load<f64>(column + ((<usize>i) << 3)), column + ((<usize>(j + 1)) << 3), row + ((<usize>(j + 1)) << 3), i - j)
    }
  }
  return 1
}

/** into[p] −= scale · values[p]. */
function subtractScaled(scale: f64, values: usize, into: usize, length: i32): void {
  const factor = f64x2.splat(scale)
  const whole = into + ((<usize>(length & ~1)) << 3)
  while (into < whole) {
    v128.store(into, f64x2.sub(v128.load(into), f64x2.mul(factor, v128.load(values))))
    values += 16
    into += 16
  }
  if (length & 1) store<f64>(into, load<f64>(into) - scale * load<f64>(values))
}

/** Rows `from` .. `to` below the diagonal block: packed four by four, divided by its factor, written back. */
export function choleskyBelow(n: i32, matrix: usize, start: i32, size: i32, transposed: usize, from: i32, to: i32, packed: usize): void {
  const strideBytes = (<usize>n) << 3
  const source = matrix + <usize>from * strideBytes + ((<usize>start) << 3)
  packRows(source, strideBytes, to - from, size, packed)
  for (let row = from; row < to; row += 4) {
    solvePanel(size, transposed, packed)
    for (let r = 0; r < min(4, to - row); r++) {
      let out = matrix + <usize>(row + r) * strideBytes + ((<usize>start) << 3)
      let at = packed + ((<usize>r) << 3)
      for (let p = 0; p < size; p++) {
        store<f64>(out, load<f64>(at))
        out += 8
        at += 32
      }
    }
    packed += (<usize>size) << 5
  }
}

function solvePanel(size: i32, transposed: usize, panel: usize): void {
  const end = panel + ((<usize>size) << 5)
  for (let p = 0; p < size; p++) {
    let factor = transposed + ((<usize>(p * size + p)) << 3)
    const pivot = v128.load64_splat(factor)
    const x0 = f64x2.div(v128.load(panel), pivot)
    const x1 = f64x2.div(v128.load(panel, 16), pivot)
    v128.store(panel, x0)
    v128.store(panel, x1, 16)
    panel += 32
    for (let at = panel; at < end; at += 32) {
      factor += 8
      const scale = v128.load64_splat(factor)
      v128.store(at, f64x2.sub(v128.load(at), f64x2.mul(x0, scale)))
      v128.store(at, f64x2.sub(v128.load(at, 16), f64x2.mul(x1, scale)), 16)
    }
  }
}

/**
 * Rows `from` .. `to` of the trailing matrix −= their products with the rows of the panel; `packed` holds the rows from
 * `first` on, of which `from` is a multiple of 4 away.
 */
export function choleskyUpdate(n: i32, matrix: usize, size: i32, packed: usize, first: i32, from: i32, to: i32, scratch: usize): void {
  const strideBytes = (<usize>n) << 3
  for (let row = from; row < to; row += 4) {
    updateRow(n, matrix + <usize>row * strideBytes, strideBytes, size, packed, first, row, scratch)
  }
}

function updateRow(n: i32, into: usize, strideBytes: usize, size: i32, packed: usize, first: i32, row: i32, scratch: usize): void {
  const panelBytes = (<usize>size) << 5
  const a = packed + (<usize>(row - first) >> 2) * panelBytes
  let b = packed
  const rows = min(4, n - row)
  for (let column = first; column <= row; column += 4) {
    const at = into + ((<usize>column) << 3)
    tile(size, a, b, at, strideBytes, SUBTRACT, rows, min(4, n - column), scratch)
    b += panelBytes
  }
}

export function choleskyClear(n: i32, matrix: usize): void {
  for (let i = 0; i < n; i++) memory.fill(matrix + (<usize>i * <usize>(n + 1) + 1) * 8, 0, (<usize>(n - 1 - i)) << 3)
}

/** L Lᵀ x = b in place. */
export function choleskySolve(n: i32, factor: usize, into: usize): void {
  const strideBytes = (<usize>n) << 3
  for (let i = 0; i < n; i++) {
    const row = factor + <usize>i * strideBytes
    const at = into + ((<usize>i) << 3)
    store<f64>(at, (load<f64>(at) - dot(row, into, i)) / load<f64>(row + ((<usize>i) << 3)))
  }
  for (let i = n - 1; i >= 0; i--) {
    const row = factor + <usize>i * strideBytes
    const at = into + ((<usize>i) << 3)
    const value = load<f64>(at) / load<f64>(row + ((<usize>i) << 3))
    store<f64>(at, value)
    subtractScaled(value, row, into, i)
  }
}
