/** Rows as an Arrow IPC stream, to be sent: columns of whole numbers (32 bits) and of texts, without missing cells. */
export type SentColumn = { readonly name: string } & ({ readonly numbers: Int32Array } | { readonly texts: readonly string[] })

export function arrowTable(columns: readonly SentColumn[]): Uint8Array {
  const rows = columns.length === 0 ? 0 : lengthOf(columns[0])
  const { nodes, buffers, body } = bodyOf(columns, rows)
  const schema = ipcMessage(SCHEMA, table([none, refer(vector(columns.map(({ name, ...column }) => fieldOf(name, 'texts' in column))))]), 0)
  const batch = ipcMessage(RECORD_BATCH, table([long(rows), refer(structs(nodes)), refer(structs(buffers))]), body.length)
  return Buffer.concat([schema, batch, body, END])
}

const SCHEMA = 1
const RECORD_BATCH = 3
const VERSION_5 = 4
const INT = 2
const UTF8 = 5
const END = Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0])

function lengthOf(column: SentColumn): number {
  return 'texts' in column ? column.texts.length : column.numbers.length
}

/** The cells, buffer after buffer, each at a multiple of eight bytes. */
function bodyOf(columns: readonly SentColumn[], rows: number): { nodes: number[][]; buffers: number[][]; body: Buffer } {
  const pieces: Buffer[] = []
  const buffers: number[][] = []
  let at = 0
  const add = (bytes: Buffer) => {
    const padding = Buffer.alloc(-bytes.length & 7)
    buffers.push([at, bytes.length])
    pieces.push(bytes, padding)
    at += bytes.length + padding.length
  }
  for (const column of columns) {
    add(Buffer.alloc(0)) // which cells are missing: none
    if ('numbers' in column) {
      add(bytesOf(column.numbers))
      continue
    }
    const texts = column.texts.map((text) => Buffer.from(text))
    const offsets = new Int32Array(texts.length + 1)
    for (const [row, { length }] of texts.entries()) offsets[row + 1] = offsets[row] + length
    add(bytesOf(offsets))
    add(Buffer.concat(texts))
  }
  return { nodes: columns.map(() => [rows, 0]), buffers, body: Buffer.concat(pieces) }
}

function bytesOf({ buffer, byteOffset, byteLength }: Int32Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength)
}

function fieldOf(name: string, isText: boolean): Part {
  const type = isText ? table([]) : table([int(32), byte(1)])
  return table([refer(text(name)), byte(0), byte(isText ? UTF8 : INT), refer(type), none, refer(vector([]))])
}

/** A message of the stream: its length, and what it is. */
function ipcMessage(kind: number, header: Part, bodyLength: number): Buffer {
  const flat = new FlatBuffer()
  flat.finish(table([short(VERSION_5), byte(kind), refer(header), long(bodyLength)]))
  const bytes = flat.bytes()
  const head = Buffer.alloc(8)
  head.writeUInt32LE(0xffffffff, 0)
  head.writeUInt32LE(bytes.length, 4)
  return Buffer.concat([head, bytes])
}

/** Writes itself at the end of a flatbuffer, and says where that was. */
type Part = (flat: FlatBuffer) => number

/** A field of a table: some bytes, or a reference to a part that is written behind the table. */
type FlatField = { readonly size: number; readonly value: number; readonly part?: Part } | undefined

const none: FlatField = undefined
const byte = (value: number): FlatField => ({ size: 1, value })
const short = (value: number): FlatField => ({ size: 2, value })
const int = (value: number): FlatField => ({ size: 4, value })
const long = (value: number): FlatField => ({ size: 8, value })
const refer = (part: Part): FlatField => ({ size: 4, value: 0, part })

const table =
  (fields: readonly FlatField[]): Part =>
  (flat) => {
    const layout = flat.reserve(4 + 2 * fields.length, 2)
    let size = 4
    const places = fields.map((field) => {
      if (field === undefined) return 0
      const place = Math.ceil(size / field.size) * field.size
      size = place + field.size
      return place
    })
    const start = flat.reserve(size, 8)
    for (const [index, value] of [4 + 2 * fields.length, size, ...places].entries()) flat.put(layout + 2 * index, 2, value)
    flat.put(start, 4, start - layout)
    for (const [index, field] of fields.entries()) if (field !== undefined) flat.put(start + places[index], field.size, field.value)
    for (const [index, field] of fields.entries()) if (field?.part !== undefined) flat.point(start + places[index], field.part(flat))
    return start
  }

const vector =
  (parts: readonly Part[]): Part =>
  (flat) => {
    const start = flat.reserve(4 + 4 * parts.length, 4)
    flat.put(start, 4, parts.length)
    for (const [index, part] of parts.entries()) flat.point(start + 4 + 4 * index, part(flat))
    return start
  }

/** Structs of two long numbers each. */
const structs =
  (pairs: readonly (readonly number[])[]): Part =>
  (flat) => {
    const start = flat.reserve(8 + 16 * pairs.length, 8) + 4 // so that the numbers stand at multiples of eight
    flat.put(start, 4, pairs.length)
    for (const [index, value] of pairs.flat().entries()) flat.put(start + 4 + 8 * index, 8, value)
    return start
  }

const text =
  (value: string): Part =>
  (flat) => {
    const bytes = Buffer.from(value)
    const start = flat.reserve(4 + bytes.length + 1, 4)
    flat.put(start, 4, bytes.length)
    for (const [index, each] of bytes.entries()) flat.put(start + 4 + index, 1, each)
    return start
  }

/** Bytes that grow at their end. */
class FlatBuffer {
  #bytes = Buffer.alloc(1024)
  #length = 4

  finish(root: Part): void {
    this.put(0, 4, root(this))
  }

  /** Room of so many bytes at a multiple of others. */
  reserve(length: number, multiple: number): number {
    const start = Math.ceil(this.#length / multiple) * multiple
    this.#length = start + length
    while (this.#length > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(this.#bytes.length)])
    return start
  }

  put(at: number, size: number, value: number): void {
    if (size === 8) this.#bytes.writeBigInt64LE(BigInt(value), at)
    else this.#bytes.writeUIntLE(value, at, size)
  }

  point(at: number, to: number): void {
    this.put(at, 4, to - at)
  }

  bytes(): Buffer {
    return this.#bytes.subarray(0, Math.ceil(this.#length / 8) * 8)
  }
}
