import { allocate, type NumericArray, type NumericArrayType } from './allocate.ts'
import type { Features } from './features.ts'
import { permuteDense, permuteSparse, sparseUpTo, toDense, toSparse } from './layout.ts'
import type { RankingLists } from './rankingLists.ts'

/** Rows seen before it is decided how the rest is kept while reading: enough to tell dense from sparse. */
const probeRows = 512
const probeEntries = 1 << 16

export interface Finishing {
  readonly featureNames?: readonly string[]
  readonly width?: number
  readonly listWeights?: ReadonlyMap<string, number>
}

/**
 * Where rows gather in file order before they are lists. Every array is reserved once for the number of rows expected, with
 * some to spare (memory that is never touched costs nothing), so that reading needs little more than the result.
 */
export class RowStore {
  /** How many rows the reader thinks there will be in all, asked whenever room is made; 0 when it cannot know. */
  expectedRows: () => number = () => 0
  rows = 0
  width = 0
  readonly listIds: string[] = []

  private readonly listNumbers = new Map<string, number>()
  /** Rows runStarts[i] .. runStarts[i + 1] belong to list runLists[i]. */
  private readonly runStarts: number[] = []
  private readonly runLists: number[] = []
  private lastList = -1
  private rowView: Float32Array = new Float32Array(0)
  private labels: Float64Array = new Float64Array(probeRows)
  private itemIds: string[] | undefined = []

  private layout: 'undecided' | 'dense' | 'sparse' = 'undecided'
  /** Stored values other than 0, while the layout is not dense. */
  private nonZeros = 0
  /** Dense: row i starts at i * stride, and stride >= width. Sparse: the stored values one after another. */
  private values: Float32Array = new Float32Array(4096)
  private stride = 0
  private stored = 0
  private columns: Uint32Array = new Uint32Array(4096)
  private rowStarts: Uint32Array = new Uint32Array(probeRows + 1)

  /** The number of a list, given out in the order in which lists first appear. */
  listNumber(id: string): number {
    let number = this.listNumbers.get(id)
    if (number === undefined) {
      number = this.listIds.length
      this.listNumbers.set(id, number)
      this.listIds.push(id)
    }
    return number
  }

  /** Adds columns[0 .. count] with their values, columns ascending; `width` is one more than the greatest column that the row names. */
  add(
    list: number,
    label: number,
    count: number,
    columns: Uint32Array,
    values: Float32Array,
    width: number,
    item: string | undefined,
  ): void {
    this.startRow(list, label, width, item)
    if (this.layout === 'dense') {
      const into = this.values
      const base = this.rows * this.stride
      // As many columns as the width: none is left out.
      if (count === width) into.set(this.firstOf(values, count), base)
      else for (let i = 0; i < count; i++) into[base + columns[i]] = values[i]
    } else {
      this.reserveStored(count)
      for (let i = 0; i < count; i++) this.store(columns[i], values[i])
      this.rowStarts[this.rows + 1] = this.stored
    }
    this.endRow()
  }

  addDense(list: number, label: number, values: ArrayLike<number>, item: string | undefined): void {
    this.startRow(list, label, values.length, item)
    if (this.layout === 'dense') this.values.set(values, this.rows * this.stride)
    else {
      this.reserveStored(values.length)
      for (let i = 0; i < values.length; i++) this.store(i, values[i])
      this.rowStarts[this.rows + 1] = this.stored
    }
    this.endRow()
  }

  /** To be called once; the store gives its arrays away. */
  finish({ featureNames, width = this.width, listWeights }: Finishing = {}): RankingLists {
    const features = this.finishFeatures(Math.max(width, this.width))
    const scattered = this.runLists.length > this.listIds.length
    const { offsets, sourceRows } = this.layOutLists(scattered)
    const labels = keep(this.labels, this.rows)
    return {
      features: sourceRows === undefined ? features : reorder(features, Math.max(width, this.width), sourceRows),
      width: Math.max(width, this.width),
      labels: sourceRows === undefined ? labels : gather(labels, sourceRows),
      offsets,
      ...(sourceRows && { sourceRows }),
      listIds: this.listIds,
      ...(this.itemIds && this.rows > 0 && { itemIds: sourceRows ? Array.from(sourceRows, (row) => this.itemIds![row]) : this.itemIds }),
      ...(featureNames && { featureNames }),
      ...(listWeights && { listWeights: Float64Array.from(this.listIds, (id) => listWeights.get(id) ?? 1) }),
    }
  }

  /** values[0 .. count], the same view as long as the same is asked for: one for each row would be much rubbish. */
  private firstOf(values: Float32Array, count: number): Float32Array {
    if (this.rowView.length !== count || this.rowView.buffer !== values.buffer) this.rowView = values.subarray(0, count)
    return this.rowView
  }

  private startRow(list: number, label: number, width: number, item: string | undefined): void {
    if (list !== this.lastList) {
      this.runStarts.push(this.rows)
      this.runLists.push(list)
      this.lastList = list
    }
    if (this.rows === this.labels.length) this.labels = grown(this.labels, this.rows, this.rowsToReserve())
    this.labels[this.rows] = label
    if (item === undefined) this.itemIds = undefined
    else this.itemIds?.push(item)
    if (width > this.width) this.widen(width)
    if (this.layout === 'dense') {
      const needed = (this.rows + 1) * this.stride
      if (needed > this.values.length) this.values = grown(this.values, this.rows * this.stride, this.rowsToReserve() * this.stride)
    } else if (this.rows + 2 > this.rowStarts.length) this.rowStarts = grown(this.rowStarts, this.rows + 1, this.rowsToReserve() + 1)
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
    const perRow = needed / (this.rows + 1)
    const room = Math.max(needed, Math.ceil(perRow * this.rowsToReserve()))
    this.columns = grown(this.columns, this.stored, room)
    this.values = grown(this.values, this.stored, room)
  }

  private rowsToReserve(): number {
    const expected = Math.ceil(this.expectedRows() * 1.08) + 64
    return expected > this.rows + 1 ? expected : this.rows * 2 + 64
  }

  private decide(): void {
    if (this.isWide(this.width)) this.layout = 'sparse'
    else this.becomeDense(this.width)
  }

  private isWide(width: number): boolean {
    const { rows, values, stride } = this
    const most = sparseUpTo(rows, width)
    if (this.layout !== 'dense') return this.nonZeros <= most
    let nonZeros = 0
    for (let i = 0; i < rows * stride && nonZeros <= most; i++) if (values[i] !== 0) nonZeros++
    return nonZeros <= most
  }

  private becomeDense(stride: number): void {
    const dense = allocate(Float32Array, Math.max(this.rowsToReserve(), this.rows) * stride)
    for (let row = 0; row < this.rows; row++) {
      for (let i = this.rowStarts[row]; i < this.rowStarts[row + 1]; i++) dense[row * stride + this.columns[i]] = this.values[i]
    }
    this.layout = 'dense'
    this.values = dense
    this.stride = stride
    this.columns = new Uint32Array(0)
    this.rowStarts = new Uint32Array(0)
  }

  /** A row names a greater column than any before it. */
  private widen(width: number): void {
    this.width = width
    if (this.layout !== 'dense' || width <= this.stride) return
    if (this.isWide(width)) {
      const sparse = toSparse(this.values, this.rows, this.stride)
      this.layout = 'sparse'
      this.nonZeros = sparse.values.length
      this.values = sparse.values
      this.columns = sparse.columns
      this.rowStarts = sparse.rowStarts
      this.stored = sparse.columns.length
      return
    }
    // Widened by an eighth at least: a file whose every row is one feature wider is still read in linear time.
    const stride = Math.max(width, this.stride + (this.stride >> 3))
    const wider = allocate(Float32Array, Math.max(this.rowsToReserve(), this.rows + 1) * stride)
    for (let row = 0; row < this.rows; row++) wider.set(this.values.subarray(row * this.stride, (row + 1) * this.stride), row * stride)
    this.values = wider
    this.stride = stride
  }

  private finishFeatures(width: number): Features {
    const { rows } = this
    const wide = 4 * rows * width > smallDense && this.isWide(width)
    if (this.layout !== 'dense') {
      const rowStarts = keep(this.rowStarts, rows + 1)
      const columns = keep(this.columns, this.stored)
      const values = keep(this.values, this.stored)
      if (wide) return { kind: 'sparse', rowStarts, columns, values }
      return { kind: 'dense', values: toDense({ kind: 'sparse', rowStarts, columns, values }, rows, width) }
    }
    if (wide) return toSparse(this.values, rows, this.stride)
    return { kind: 'dense', values: keep(this.restride(width), rows * width) }
  }

  /** Closes the gaps between rows, in place where the array has room. */
  private restride(width: number): Float32Array {
    const { rows, stride, values } = this
    if (stride === width) return values
    if (stride < width) {
      const wider = allocate(Float32Array, rows * width)
      for (let row = 0; row < rows; row++) wider.set(values.subarray(row * stride, (row + 1) * stride), row * width)
      return wider
    }
    for (let row = 1; row < rows; row++) values.copyWithin(row * width, row * stride, row * stride + width)
    return values
  }

  private layOutLists(scattered: boolean): { offsets: Uint32Array; sourceRows?: Uint32Array } {
    const lists = this.listIds.length
    const offsets = new Uint32Array(lists + 1)
    const runEnd = (run: number) => this.runStarts[run + 1] ?? this.rows
    this.runLists.forEach((list, run) => {
      offsets[list + 1] += runEnd(run) - this.runStarts[run]
    })
    for (let list = 0; list < lists; list++) offsets[list + 1] += offsets[list]
    if (!scattered) return { offsets }
    const next = offsets.slice(0, lists)
    const sourceRows = new Uint32Array(this.rows)
    this.runLists.forEach((list, run) => {
      for (let row = this.runStarts[run]; row < runEnd(run); row++) sourceRows[next[list]++] = row
    })
    return { offsets, sourceRows }
  }
}

/** Dense arrays up to this many bytes are never made sparse: nothing would be won, and every method takes them. */
const smallDense = 4 << 20

function reorder(features: Features, width: number, sourceRows: Uint32Array): Features {
  if (features.kind === 'sparse') return permuteSparse(features, sourceRows)
  permuteDense(features.values, width, sourceRows)
  return features
}

function gather(values: Float64Array, rows: Uint32Array): Float64Array {
  const gathered = new Float64Array(rows.length)
  for (let i = 0; i < rows.length; i++) gathered[i] = values[rows[i]]
  return gathered
}

function grown<Kind extends NumericArray>(array: Kind, used: number, length: number): Kind {
  const larger = allocate(array.constructor as unknown as NumericArrayType<Kind>, length)
  larger.set(array.subarray(0, used))
  return larger
}

/** The used part: a copy where that is cheap, a view of the larger reserved array where a copy would cost memory. */
function keep<Kind extends NumericArray>(array: Kind, used: number): Kind {
  if (array.length === used) return array
  return (used * array.BYTES_PER_ELEMENT > 1 << 20 ? array.subarray(0, used) : array.slice(0, used)) as Kind
}
