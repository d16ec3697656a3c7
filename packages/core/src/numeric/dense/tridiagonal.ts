/**
 * A symmetric matrix as Q T Qᵀ with T tridiagonal: the costly first half of an eigendecomposition, after which (A + λ I)⁻¹ is
 * known for every λ at the cost of a tridiagonal solve. Householder reflections in panels, so that half of the work and all of Q
 * are matrix products (Dongarra, Sorensen & Hammarling 1989, "Block reduction of matrices to condensed forms for eigenvalue
 * computations"; the reflections of a panel are joined as in Schreiber & Van Loan 1989).
 */
import type { Compute } from '../compute/compute.ts'
import { transposeInto } from './transpose.ts'

export interface Tridiagonal {
  readonly diagonal: Float64Array
  /** beside[i] couples i and i + 1. */
  readonly beside: Float64Array
  /** n × n: row i holds the coordinates of the i-th unit vector, so that A = Q T Qᵀ. */
  readonly q: Float64Array
}

/** Columns that are reduced before the rest of the matrix is brought up to date. */
const PANEL = 32
/** Rows that are brought up to date in one product. */
const UPDATED_ROWS = 512

/** The matrix is n × n, symmetric, and overwritten; q is allocated in the memory of compute. Yields the finished share after each panel. */
export function* tridiagonalise(n: number, matrix: Float64Array, compute: Compute): Generator<number, Tridiagonal, void> {
  const q = compute.float64(n * n)
  const steps = reduceMatrix(n, matrix, compute)
  let step = steps.next()
  for (; !step.done; step = steps.next()) yield 0.75 * step.value
  const { diagonal, beside, panels } = step.value
  q.fill(0)
  for (let i = 0; i < n; i++) q[i * n + i] = 1
  for (const [index, panel] of [...panels.entries()].reverse()) {
    reflectRows(n, panel, panel.first, q, compute) // left of it, q is still that of the identity
    yield 1 - (0.25 * index) / panels.length
  }
  return { diagonal, beside, q }
}

/** T, and the reflections that lead to it. */
interface Reduced extends Omit<Tridiagonal, 'q'> {
  readonly panels: readonly Panel[]
}

/** As `tridiagonalise`, with q still in its parts. */
export function* reduceMatrix(n: number, matrix: Float64Array, compute: Compute): Generator<number, Reduced, void> {
  const diagonal = new Float64Array(n)
  const beside = new Float64Array(Math.max(0, n - 1))
  const panels: Panel[] = []
  const reduced = Math.max(0, n - 2) // columns that need a reflection
  for (let start = 0; start < reduced; start += PANEL) {
    const columns = Math.min(PANEL, reduced - start)
    panels.push(reducePanel(n, start, columns, matrix, beside, compute))
    const left = 1 - (start + columns) / n
    yield 1 - left * left * left
  }
  for (let i = 0; i < n; i++) diagonal[i] = matrix[i * n + i]
  if (n >= 2) beside[n - 2] = matrix[(n - 1) * n + n - 2]
  return { diagonal, beside, panels }
}

/** into (n × n) ← Q into. */
export function turnBack(n: number, panels: readonly Panel[], into: Float64Array, compute: Compute): void {
  for (const panel of [...panels].reverse()) reflectRows(n, panel, 0, into, compute)
}

/** The reflections I − τ v vᵀ of a panel: column k of V (rows × columns, from matrix row `first`) is v, and I − V F Vᵀ their product. */
export interface Panel {
  readonly first: number
  readonly rows: number
  readonly columns: number
  readonly v: Float64Array
  readonly factor: Float64Array
}

function reducePanel(n: number, start: number, columns: number, matrix: Float64Array, beside: Float64Array, compute: Compute): Panel {
  const first = start + 1
  const rows = n - first
  // Row-major: row r of V and W belongs to matrix row first + r.
  const v = new Float64Array(rows * columns)
  const w = new Float64Array(rows * columns)
  const taus = new Float64Array(columns)
  const mark = compute.mark()
  const vector = compute.float64(rows)
  const image = new Float64Array(rows)
  const inner = new Float64Array(columns)
  for (let k = 0; k < columns; k++) {
    const column = start + k
    // Column `column` of the matrix as the reflections before it leave it: a − V wᵀ − W vᵀ, from its diagonal down.
    for (let row = column; row < n; row++) {
      let value = matrix[row * n + column]
      if (k > 0) {
        const at = (row - first) * columns
        const own = (column - first) * columns
        for (let j = 0; j < k; j++) value -= v[at + j] * w[own + j] + w[at + j] * v[own + j]
      }
      matrix[row * n + column] = value
    }
    const top = k // the row of V that holds the first coordinate of this reflection
    const tau = reflection(matrix, n, column, vector.subarray(top), beside)
    taus[k] = tau
    for (let r = 0; r < rows; r++) v[r * columns + k] = r < top ? 0 : vector[r]
    if (tau === 0) continue
    symmetricProduct(n, first + top, matrix, vector.subarray(top), compute, image.subarray(top))
    // Subtracts the pending updates of the panel: (V Wᵀ + W Vᵀ) v.
    for (const [one, other] of [
      [v, w],
      [w, v],
    ]) {
      inner.fill(0)
      for (let r = top; r < rows; r++) for (let j = 0; j < k; j++) inner[j] += other[r * columns + j] * vector[r]
      for (let r = top; r < rows; r++) {
        let sum = 0
        for (let j = 0; j < k; j++) sum += one[r * columns + j] * inner[j]
        image[r] -= sum
      }
    }
    let along = 0
    for (let r = top; r < rows; r++) along += (image[r] *= tau) * vector[r]
    for (let r = top; r < rows; r++) w[r * columns + k] = image[r] - 0.5 * tau * along * vector[r]
  }
  compute.release(mark)
  updateRest(n, start + columns, first, columns, v, w, matrix, compute)
  return { first, rows, columns, v, factor: joined(rows, columns, v, taus) }
}

/**
 * The reflection that leaves of the entries below the diagonal of a column only the first: v goes to `into` (v₀ = 1) and what
 * is left to `beside`. 0 where there is nothing to do.
 */
function reflection(matrix: Float64Array, n: number, column: number, into: Float64Array, beside: Float64Array): number {
  let largest = 0
  for (let row = column + 2; row < n; row++) largest = Math.max(largest, Math.abs(matrix[row * n + column]))
  const head = matrix[(column + 1) * n + column]
  into[0] = 1
  if (largest < 2 ** -960) {
    // Nothing, or so little that quotients of it would lose digits.
    into.fill(0, 1)
    beside[column] = head
    return 0
  }
  const unit = Math.max(largest, Math.abs(head))
  let square = 0
  for (let row = column + 1; row < n; row++) {
    const share = matrix[row * n + column] / unit
    square += share * share
  }
  const length = unit * Math.sqrt(square)
  const end = head > 0 ? -length : length
  for (let row = column + 2; row < n; row++) into[row - column - 1] = matrix[row * n + column] / (head - end)
  beside[column] = end
  return (end - head) / end
}

/** into = A v for the trailing square of the matrix from `from` on. */
function symmetricProduct(n: number, from: number, matrix: Float64Array, vector: Float64Array, compute: Compute, into: Float64Array): void {
  const size = n - from
  for (let i = 0; i < size; i++) {
    const at = (from + i) * n + from
    into[i] = compute.dot(matrix.subarray(at, at + size), vector)
  }
}

/** A ← A − V Wᵀ − W Vᵀ on the square from `from` on. */
function updateRest(
  n: number,
  from: number,
  first: number,
  columns: number,
  v: Float64Array,
  w: Float64Array,
  matrix: Float64Array,
  compute: Compute,
): void {
  const size = n - from
  if (size <= 0) return
  const offset = from - first
  const mark = compute.mark()
  const left = compute.float64(size * 2 * columns)
  const right = compute.float64(2 * columns * size)
  for (let r = 0; r < size; r++) {
    const at = (offset + r) * columns
    for (let j = 0; j < columns; j++) {
      left[r * 2 * columns + j] = v[at + j]
      left[r * 2 * columns + columns + j] = w[at + j]
      right[j * size + r] = w[at + j]
      right[(columns + j) * size + r] = v[at + j]
    }
  }
  const product = compute.float64(Math.min(UPDATED_ROWS, size) * size)
  for (let row = 0; row < size; row += UPDATED_ROWS) {
    const rows = Math.min(UPDATED_ROWS, size - row)
    compute.gemm(rows, size, 2 * columns, left.subarray(row * 2 * columns, (row + rows) * 2 * columns), right, product)
    for (let r = 0; r < rows; r++) {
      const at = (from + row + r) * n + from
      for (let j = 0; j < size; j++) matrix[at + j] -= product[r * size + j]
    }
  }
  compute.release(mark)
}

/** F (upper triangular, columns × columns) with H₀ H₁ … = I − V F Vᵀ. */
function joined(rows: number, columns: number, v: Float64Array, taus: Float64Array): Float64Array {
  const factor = new Float64Array(columns * columns)
  const inner = new Float64Array(columns)
  for (let k = 0; k < columns; k++) {
    inner.fill(0)
    for (let r = 0; r < rows; r++) for (let j = 0; j < k; j++) inner[j] += v[r * columns + j] * v[r * columns + k]
    for (let i = 0; i < k; i++) {
      let sum = 0
      for (let j = i; j < k; j++) sum += factor[i * columns + j] * inner[j]
      factor[i * columns + k] = -taus[k] * sum
    }
    factor[k * columns + k] = taus[k]
  }
  return factor
}

/** into ← (I − V F Vᵀ) into on the rows that the panel reaches, from a column on. */
function reflectRows(n: number, { first, rows, columns, v, factor }: Panel, from: number, into: Float64Array, compute: Compute): void {
  const width = n - from
  const mark = compute.mark()
  const part = compute.float64(rows * width)
  for (let r = 0; r < rows; r++) part.set(into.subarray((first + r) * n + from, (first + r) * n + n), r * width)
  const transposed = compute.float64(columns * rows)
  transposeInto(rows, columns, v, transposed)
  const inner = compute.float64(columns * width)
  const turned = compute.float64(columns * width)
  compute.gemm(columns, width, rows, transposed, part, inner)
  compute.gemm(columns, width, columns, factor, inner, turned)
  const product = compute.float64(Math.min(UPDATED_ROWS, rows) * width)
  for (let row = 0; row < rows; row += UPDATED_ROWS) {
    const count = Math.min(UPDATED_ROWS, rows - row)
    compute.gemm(count, width, columns, v.subarray(row * columns, (row + count) * columns), turned, product)
    for (let r = 0; r < count; r++) {
      const at = (first + row + r) * n + from
      for (let j = 0; j < width; j++) into[at + j] -= product[r * width + j]
    }
  }
  compute.release(mark)
}

/** T + λ I = L D Lᵀ with L unit lower bidiagonal. */
export interface ShiftedTridiagonal {
  /** links[i] stands below the diagonal of L, in row i + 1. */
  readonly links: Float64Array
  /** 1/Dᵢ */
  readonly inverses: Float64Array
}

/** Undefined where T + λ I is not positive definite. */
export function shiftTridiagonal(
  { diagonal, beside }: Pick<Tridiagonal, 'diagonal' | 'beside'>,
  lambda: number,
): ShiftedTridiagonal | undefined {
  const n = diagonal.length
  const links = new Float64Array(Math.max(0, n - 1))
  const inverses = new Float64Array(n)
  let pivot = n > 0 ? diagonal[0] + lambda : 1
  for (let i = 0; i < n; i++) {
    if (!(pivot > 0 && pivot < Infinity)) return undefined
    inverses[i] = 1 / pivot
    if (i === n - 1) break
    links[i] = beside[i] / pivot
    pivot = diagonal[i + 1] + lambda - links[i] * beside[i]
  }
  return { links, inverses }
}

/** into = (T + λ I)⁻¹ into. */
export function solveTridiagonal({ links, inverses }: ShiftedTridiagonal, into: Float64Array): void {
  const n = inverses.length
  for (let i = 1; i < n; i++) into[i] -= links[i - 1] * into[i - 1]
  for (let i = 0; i < n; i++) into[i] *= inverses[i]
  for (let i = n - 2; i >= 0; i--) into[i] -= links[i] * into[i + 1]
}
