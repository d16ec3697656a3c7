import { dot } from './dot'
import { packRows } from './pack'
import { SUBTRACT, tile } from './tile'

/** Columns that are finished before the rest of the block is brought up to date. */
const FEW: i32 = 4

/**
 * Factors the diagonal block at `start` of `size` columns, a few columns at a time; `transposed` receives the factor with row and
 * column exchanged, `size` × `size`. 0 when a pivot is not positive. From every number the products are taken in the order of
 * the columns, as in core/src/numeric/compute/cholesky.ts.
 */
export function choleskyDiagonal(n: i32, matrix: usize, start: i32, size: i32, transposed: usize): i32 {
  const strideBytes = (<usize>n) << 3
  const sizeBytes = (<usize>size) << 3
  const corner = matrix + <usize>start * strideBytes + ((<usize>start) << 3)
  for (let first = 0; first < size; first += FEW) {
    const next = min(first + FEW, size)
    const columns = transposed + <usize>first * sizeBytes
    for (let j = first; j < next; j++) {
      if (!finishColumn(corner, strideBytes, size, first, j, columns)) return 0
    }
    for (let i = next; i < size; i++) {
      const into = corner + <usize>i * strideBytes + ((<usize>next) << 3)
      subtractFour(columns + ((<usize>i) << 3), columns + ((<usize>next) << 3), sizeBytes, into, i - next + 1)
    }
  }
  return 1
}

/** Column j: less the products with those from `first` on, divided by the root of its pivot. */
function finishColumn(corner: usize, strideBytes: usize, size: i32, first: i32, j: i32, columns: usize): i32 {
  const sizeBytes = (<usize>size) << 3
  const column = columns + <usize>(j - first) * sizeBytes + ((<usize>j) << 3)
  const top = corner + <usize>j * strideBytes + ((<usize>j) << 3)
  const length = size - j
  for (let i = 0; i < length; i++) store<f64>(column + ((<usize>i) << 3), load<f64>(top + <usize>i * strideBytes))
  for (let k = first; k < j; k++) {
    const other = columns + <usize>(k - first) * sizeBytes + ((<usize>j) << 3)
    subtractScaled(load<f64>(other), other, column, length)
  }
  const pivot = load<f64>(column)
  if (!(pivot > 0 && pivot < Infinity)) return 0
  const root = sqrt(pivot)
  divide(root, column + 8, length - 1)
  store<f64>(column, root)
  for (let i = 0; i < length; i++) store<f64>(top + <usize>i * strideBytes, load<f64>(column + ((<usize>i) << 3)))
  return 1
}

/** values ← values / divisor. */
function divide(divisor: f64, values: usize, length: i32): void {
  const both = f64x2.splat(divisor)
  const whole = values + ((<usize>(length & ~1)) << 3)
  while (values < whole) {
    v128.store(values, f64x2.div(v128.load(values), both))
    values += 16
  }
  if (length & 1) store<f64>(values, load<f64>(values) / divisor)
}

/** into[p] −= scale · values[p] for four columns, one after the other: `scales` and `values` are where the first column has them. */
function subtractFour(scales: usize, values: usize, columnBytes: usize, into: usize, length: i32): void {
  const scale0 = load<f64>(scales)
  const scale1 = load<f64>(scales + columnBytes)
  const scale2 = load<f64>(scales + 2 * columnBytes)
  const scale3 = load<f64>(scales + 3 * columnBytes)
  let values1 = values + columnBytes
  let values2 = values1 + columnBytes
  let values3 = values2 + columnBytes
  const whole = into + ((<usize>(length & ~1)) << 3)
  while (into < whole) {
    let sum = f64x2.sub(v128.load(into), f64x2.mul(f64x2.splat(scale0), v128.load(values)))
    sum = f64x2.sub(sum, f64x2.mul(f64x2.splat(scale1), v128.load(values1)))
    sum = f64x2.sub(sum, f64x2.mul(f64x2.splat(scale2), v128.load(values2)))
    sum = f64x2.sub(sum, f64x2.mul(f64x2.splat(scale3), v128.load(values3)))
    v128.store(into, sum)
    values += 16
    values1 += 16
    values2 += 16
    values3 += 16
    into += 16
  }
  if (length & 1) {
    let sum = load<f64>(into) - scale0 * load<f64>(values)
    sum = sum - scale1 * load<f64>(values1)
    sum = sum - scale2 * load<f64>(values2)
    store<f64>(into, sum - scale3 * load<f64>(values3))
  }
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
  for (let i = 0; i < n; i++) clear(matrix + (<usize>i * <usize>(n + 1) + 1) * 8, n - 1 - i)
}

/** A call of `memory.fill` costs as much as dozens of stores. */
@inline
function clear(values: usize, length: i32): void {
  if (length > 256) {
    memory.fill(values, 0, (<usize>length) << 3)
    return
  }
  const whole = values + ((<usize>(length & ~1)) << 3)
  while (values < whole) {
    v128.store(values, f64x2.splat(0))
    values += 16
  }
  if (length & 1) store<f64>(values, 0)
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
