/**
 * Rows in an Arrow IPC stream, as Spark sends them: one schema, then batches of plain columns. Numbers, texts, bytes and flags are read;
 * other columns are refused by name. See "Serialization and Interprocess Communication" in the Arrow format.
 */
export type Cell = string | number | boolean | Uint8Array | null

export interface Column {
  readonly name: string
  readonly cells: readonly Cell[]
}

export function arrowColumns(stream: Uint8Array): Column[] {
  let columns: (ColumnKind & { cells: Cell[] })[] | undefined
  for (const { header, headerType, body } of messagesIn(stream)) {
    if (headerType === SCHEMA) columns = schemaOf(header).map((column) => ({ ...column, cells: [] }))
    else if (headerType === RECORD_BATCH && columns !== undefined) addBatch(header, body, columns)
    else throw broken('it holds a message of an unknown kind')
  }
  if (columns === undefined) throw broken('it has no schema')
  return columns.map(({ name, cells }) => ({ name, cells }))
}

interface ColumnKind {
  readonly name: string
  /** A cell of a batch, from its two buffers behind the validity bits. */
  readonly cellAt: (row: number, first: DataView, second: DataView) => Cell
  readonly buffers: 2 | 3
}

const SCHEMA = 1
const RECORD_BATCH = 3

function* messagesIn(stream: Uint8Array): Generator<{ header: Table; headerType: number; body: Uint8Array }> {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength)
  for (let at = 0; at + 8 <= stream.length; ) {
    if (view.getUint32(at, true) !== 0xffffffff) throw broken('a message does not begin as one')
    const length = view.getUint32(at + 4, true)
    if (length === 0) return
    const start = at + 8
    const message = rootTable(new DataView(stream.buffer, stream.byteOffset + start, length))
    const headerType = message.byte(1)
    const header = message.table(2)
    const bodyLength = message.long(3)
    const body = start + length
    if (header === undefined || body + bodyLength > stream.length) throw broken('it ends too early')
    yield { header, headerType, body: stream.subarray(body, body + bodyLength) }
    at = body + bodyLength
  }
}

function schemaOf(schema: Table): ColumnKind[] {
  return schema.tables(1).map((field) => {
    const name = field.text(0)
    return { name, ...columnKind(field.byte(2), field.table(3), name) }
  })
}

/** Kinds of columns by their number in the format. */
function columnKind(kind: number, type: Table | undefined, name: string): Omit<ColumnKind, 'name'> {
  const utf8 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
  switch (kind) {
    case 2:
      return { buffers: 2, cellAt: wholeNumbers(type?.int(0) ?? 0, name) }
    case 3:
      return { buffers: 2, cellAt: floatingNumbers(type?.short(0) ?? 0, name) }
    case 4:
      return { buffers: 3, cellAt: (row, offsets, data) => slice(row, offsets, data).slice() }
    case 5:
      return { buffers: 3, cellAt: (row, offsets, data) => utf8(slice(row, offsets, data)) }
    case 6:
      return { buffers: 2, cellAt: (row, data) => ((data.getUint8(row >> 3) >> (row & 7)) & 1) === 1 }
  }
  throw broken(`the column "${name}" is no number, text, flag or bytes; cast it in the query`)
}

function wholeNumbers(bits: number, name: string): ColumnKind['cellAt'] {
  if (bits === 8) return (row, data) => data.getInt8(row)
  if (bits === 16) return (row, data) => data.getInt16(2 * row, true)
  if (bits === 32) return (row, data) => data.getInt32(4 * row, true)
  return (row, data) => {
    const value = Number(data.getBigInt64(8 * row, true))
    if (!Number.isSafeInteger(value)) throw broken(`the column "${name}" holds ${value}, more than 2^53; cast it to a string in the query`)
    return value
  }
}

function floatingNumbers(precision: number, name: string): ColumnKind['cellAt'] {
  if (precision === 1) return (row, data) => data.getFloat32(4 * row, true)
  if (precision === 2) return (row, data) => data.getFloat64(8 * row, true)
  throw broken(`the column "${name}" has half precision; cast it in the query`)
}

function slice(row: number, offsets: DataView, data: DataView): Uint8Array {
  const from = offsets.getInt32(4 * row, true)
  const to = offsets.getInt32(4 * row + 4, true)
  if (from < 0 || to < from || to > data.byteLength) throw broken('a cell lies outside of its batch')
  return new Uint8Array(data.buffer, data.byteOffset + from, to - from)
}

function addBatch(batch: Table, body: Uint8Array, columns: readonly (ColumnKind & { cells: Cell[] })[]): void {
  if (batch.table(3) !== undefined) throw broken('it is compressed; set spark.sql.execution.arrow.compression.codec to none')
  const rows = batch.long(0)
  const buffers = batch.structs(2, 16).map((struct) => {
    const at = Number(struct.getBigInt64(0, true))
    const length = Number(struct.getBigInt64(8, true))
    if (at < 0 || length < 0 || at + length > body.length) throw broken('a buffer lies outside of its batch')
    return new DataView(body.buffer, body.byteOffset + at, length)
  })
  if (buffers.length !== columns.reduce((sum, { buffers }) => sum + buffers, 0)) throw broken('a batch has other columns than its schema')
  let next = 0
  for (const { cells, cellAt, buffers: count } of columns) {
    const [valid, first, second] = [buffers[next], buffers[next + 1], buffers[next + count - 1]]
    next += count
    for (let row = 0; row < rows; row++) {
      const isNull = valid.byteLength > 0 && ((valid.getUint8(row >> 3) >> (row & 7)) & 1) === 0
      cells.push(isNull ? null : cellAt(row, first, second))
    }
  }
}

/** A table of a flatbuffer: its fields by number, with 0 or nothing for what is not there. */
class Table {
  readonly #view: DataView
  readonly #at: number

  constructor(view: DataView, at: number) {
    this.#view = view
    this.#at = at
  }

  byte(field: number): number {
    return this.#read(field, 0, (at) => this.#view.getUint8(at))
  }

  short(field: number): number {
    return this.#read(field, 0, (at) => this.#view.getInt16(at, true))
  }

  int(field: number): number {
    return this.#read(field, 0, (at) => this.#view.getInt32(at, true))
  }

  long(field: number): number {
    return this.#read(field, 0, (at) => Number(this.#view.getBigInt64(at, true)))
  }

  text(field: number): string {
    return this.#read(field, '', (at) => {
      const start = this.#target(at)
      return Buffer.from(this.#view.buffer, this.#view.byteOffset + start + 4, this.#view.getUint32(start, true)).toString('utf8')
    })
  }

  table(field: number): Table | undefined {
    return this.#read<Table | undefined>(field, undefined, (at) => new Table(this.#view, this.#target(at)))
  }

  tables(field: number): Table[] {
    return this.#vector(field, 4, (at) => new Table(this.#view, this.#target(at)))
  }

  /** Structs of so many bytes each. */
  structs(field: number, bytes: number): DataView[] {
    return this.#vector(field, bytes, (at) => new DataView(this.#view.buffer, this.#view.byteOffset + at, bytes))
  }

  #vector<Item>(field: number, bytes: number, itemAt: (at: number) => Item): Item[] {
    return this.#read<Item[]>(field, [], (at) => {
      const start = this.#target(at)
      return Array.from({ length: this.#view.getUint32(start, true) }, (_, index) => itemAt(start + 4 + bytes * index))
    })
  }

  #target(at: number): number {
    return at + this.#view.getUint32(at, true)
  }

  /** Where fields are is said in a table of its own, before this one. */
  #read<Value>(field: number, absent: Value, read: (at: number) => Value): Value {
    const layout = this.#at - this.#view.getInt32(this.#at, true)
    const slot = 4 + 2 * field
    if (slot >= this.#view.getUint16(layout, true)) return absent
    const offset = this.#view.getUint16(layout + slot, true)
    return offset === 0 ? absent : read(this.#at + offset)
  }
}

function rootTable(view: DataView): Table {
  return new Table(view, view.getUint32(0, true))
}

function broken(reason: string): Error {
  return new Error(`a result cannot be read: ${reason}`)
}
