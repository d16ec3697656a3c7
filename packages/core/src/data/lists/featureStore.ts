import { allocate, grown } from '../../numeric/allocate.ts'
import type { Features, SparseFeatures } from './features.ts'
import { smallDense, sparseUpTo, toDense, toSparse } from './layout.ts'
import { isSpread, occurringFeatures } from './occurringFeatures.ts'
import { usedPart } from './usedPart.ts'

/** After this many rows or stored values the store chooses its layout: they are enough to tell dense rows from sparse ones. */
export const probeRows = 512
const probeEntries = 1 << 16
/** Room for more values than rows are expected to have: to move them would take twice the memory, and memory that is never touched costs nothing. */
const spare = 1.125

/**
 * The features of rows that come one by one. The first rows are kept sparse. Then the store chooses a layout by how many values
 * are not 0, and changes it when the rows grow so wide that the other layout is clearly smaller.
 */
export class FeatureStore {
  rows = 0
  width = 0
  /** How many rows to make room for, asked whenever an array is full. */
  private readonly rowsToReserve: () => number
  private layout: 'undecided' | 'dense' | 'sparse' = 'undecided'
  /** Stored values other than 0, while the layout is not dense. */
  private nonZeros = 0
  /** Dense: row i starts at i * stride, and stride >= width. Sparse: the stored values one after another. */
  private values: Float32Array = new Float32Array(0)
  private stride = 0
  private stored = 0
  private columns: Uint32Array = new Uint32Array(0)
  private rowStarts: Uint32Array = new Uint32Array(1)
  /** The start of the values last given, as a view. */
  private rowView: Float32Array = new Float32Array(0)

  constructor(rowsToReserve: () => number) {
    this.rowsToReserve = rowsToReserve
  }

  /** So many rows of so many features will come: where that is little, they are dense from the first row on. */
  expect(rows: number, width: number): void {
    if (this.rows > 0 || 4 * rows * width > smallDense) return
    this.width = width
    this.becomeDense(width, rows)
  }

  /** Adds columns[0 .. count] with their values, columns ascending; `width` is one more than the greatest column that the row names. */
  add(count: number, columns: Uint32Array, values: Float32Array, width: number): void {
    this.reserveRow(width)
    if (this.layout === 'dense') {
      const into = this.values
      const base = this.rows * this.stride
      // As many values as columns: the row names every column.
      if (count === width) into.set(this.firstOf(values, count), base)
      else for (let i = 0; i < count; i++) into[base + columns[i]] = values[i]
    } else {
      this.reserveStored(count)
      for (let i = 0; i < count; i++) this.store(columns[i], values[i])
      this.rowStarts[this.rows + 1] = this.stored
    }
    this.endRow()
  }

  addDense(values: ArrayLike<number>): void {
    this.reserveRow(values.length)
    if (this.layout === 'dense') this.values.set(values, this.rows * this.stride)
    else {
      this.reserveStored(values.length)
      for (let i = 0; i < values.length; i++) this.store(i, values[i])
      this.rowStarts[this.rows + 1] = this.stored
    }
    this.endRow()
  }

  /** To be called once: the store gives its arrays away. */
  finish(width: number): Features {
    const { rows } = this
    const wide = 4 * rows * width > smallDense && this.isWide(width)
    if (this.layout !== 'dense') {
      const sparse: SparseFeatures = { kind: 'sparse', ...this.sparseParts() }
      return wide ? sparse : { kind: 'dense', values: toDense(sparse, rows, width) }
    }
    if (wide) return toSparse(this.values, rows, this.stride)
    return { kind: 'dense', values: usedPart(this.restride(width), rows * width) }
  }

  /**
   * As `finish`, for features that are known by numbers: where most numbers never occur, only those that do have a column, and their
   * numbers are given.
   */
  finishNumbered(width: number): { readonly features: Features; readonly width: number; readonly numbers?: Uint32Array } {
    if (this.layout === 'dense' || !isSpread(width, this.stored)) return { features: this.finish(width), width }
    const { features, numbers } = occurringFeatures({ kind: 'sparse', ...this.sparseParts() })
    this.columns = features.columns
    return { features: this.finish(numbers.length), width: numbers.length, numbers }
  }

  private sparseParts(): Omit<SparseFeatures, 'kind'> {
    return {
      rowStarts: usedPart(this.rowStarts, this.rows + 1),
      columns: usedPart(this.columns, this.stored),
      values: usedPart(this.values, this.stored),
    }
  }

  /** values[0 .. count]. The view is kept and used again for the next row: a new one for each row would keep the collector busy. */
  private firstOf(values: Float32Array, count: number): Float32Array {
    if (this.rowView.length !== count || this.rowView.buffer !== values.buffer) this.rowView = values.subarray(0, count)
    return this.rowView
  }

  private reserveRow(width: number): void {
    if (width > this.width) this.widen(width)
    const { rows, stride } = this
    if (this.layout === 'dense') {
      if ((rows + 1) * stride > this.values.length)
        this.values = grown(Float32Array, this.values, rows * stride, this.rowsToReserve() * stride)
    } else if (rows + 2 > this.rowStarts.length) this.rowStarts = grown(Uint32Array, this.rowStarts, rows + 1, this.rowsToReserve() + 1)
  }

  private endRow(): void {
    this.rows++
    if (this.layout === 'undecided' && (this.rows >= probeRows || this.nonZeros >= probeEntries)) this.decide()
  }

  private store(column: number, value: number): void {
    if (Object.is(value, 0)) return
    if (value !== 0) this.nonZeros++
    this.columns[this.stored] = column
    this.values[this.stored++] = value
  }

  private reserveStored(count: number): void {
    const needed = this.stored + count
    if (needed <= this.columns.length) return
    // The first rows may be unlike the others: until there are enough of them, they are taken for themselves.
    const inAll = this.layout === 'undecided' ? 2 * needed : (needed / (this.rows + 1)) * this.rowsToReserve() * spare
    const room = Math.max(needed, Math.ceil(inAll))
    this.columns = grown(Uint32Array, this.columns, this.stored, room)
    this.values = grown(Float32Array, this.values, this.stored, room)
  }

  private decide(): void {
    if (this.isWide(this.width)) this.layout = 'sparse'
    else this.becomeDense(this.width, this.rowsToReserve())
  }

  private isWide(width: number): boolean {
    const { rows, values, stride } = this
    const most = sparseUpTo(rows, width)
    if (this.layout !== 'dense') return this.nonZeros <= most
    let nonZeros = 0
    for (let i = 0; i < rows * stride && nonZeros <= most; i++) if (values[i] !== 0) nonZeros++
    return nonZeros <= most
  }

  private becomeDense(stride: number, rows: number): void {
    const dense = allocate(Float32Array, Math.max(rows, this.rows) * stride)
    for (let row = 0; row < this.rows; row++) {
      for (let i = this.rowStarts[row]; i < this.rowStarts[row + 1]; i++) dense[row * stride + this.columns[i]] = this.values[i]
    }
    this.layout = 'dense'
    this.values = dense
    this.stride = stride
    this.columns = new Uint32Array(0)
    this.rowStarts = new Uint32Array(0)
  }

  private becomeSparse(): void {
    const { values, columns, rowStarts } = toSparse(this.values, this.rows, this.stride)
    this.layout = 'sparse'
    this.nonZeros = values.length
    this.values = values
    this.columns = columns
    this.rowStarts = rowStarts
    this.stored = columns.length
  }

  /** A row names a greater column than any before it. */
  private widen(width: number): void {
    this.width = width
    if (this.layout !== 'dense' || width <= this.stride) return
    if (this.isWide(width)) {
      this.becomeSparse()
      return
    }
    // Widened by an eighth at least: a file whose every row is one feature wider is still read in linear time.
    const stride = Math.max(width, this.stride + (this.stride >> 3))
    this.values = this.spread(stride, Math.max(this.rowsToReserve(), this.rows + 1))
    this.stride = stride
  }

  /** The dense rows with a larger stride, in a new array with room for `rows` of them. */
  private spread(stride: number, rows: number): Float32Array {
    const spread = allocate(Float32Array, rows * stride)
    for (let row = 0; row < this.rows; row++) spread.set(this.values.subarray(row * this.stride, (row + 1) * this.stride), row * stride)
    return spread
  }

  /** The dense rows with `width` as their stride, in place where the array has room. */
  private restride(width: number): Float32Array {
    const { rows, stride, values } = this
    if (stride === width) return values
    if (stride < width) return this.spread(width, rows)
    for (let row = 1; row < rows; row++) values.copyWithin(row * width, row * stride, row * stride + width)
    return values
  }
}
