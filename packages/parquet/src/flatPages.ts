/**
 * The pages of a column of plain values in a row group, decoded into arrays of numbers. Pages without a wanted row are not unpacked.
 * https://parquet.apache.org/docs/file-format/data-pages/
 */
import type { Compressors } from 'hyparquet'
import { BrokenParquet, CompactReader, type CompactStruct, numberIn, structIn } from './compactProtocol.ts'
import { areAllOnes, readRuns } from './runLengths.ts'
import { unpackSnappy } from './snappy.ts'

/** Reads bytes of a file. They may be overwritten by the next reading. */
export type BytesAt = (from: number, length: number) => Uint8Array

/** Something in a file that is left to other readers. */
export class OtherParquet extends Error {}

export type StoredType = 'FLOAT' | 'DOUBLE' | 'INT32' | 'INT64' | 'BOOLEAN' | 'BYTE_ARRAY'

/** Values as they are stored: floats as their bits, flags as 0 and 1. */
export type StoredValues =
  | { readonly type: 'FLOAT' | 'INT32'; readonly values: Int32Array }
  | { readonly type: 'DOUBLE'; readonly values: Float64Array }
  | { readonly type: 'INT64'; readonly values: BigInt64Array }
  | { readonly type: 'BOOLEAN'; readonly values: Uint8Array }
  | { readonly type: 'BYTE_ARRAY'; readonly values: readonly Uint8Array[] }

export interface FlatChunk {
  readonly type: StoredType
  readonly optional: boolean
  readonly codec: string
  readonly rows: number
  readonly from: number
  readonly length: number
  readonly uncompressedBytes: number
}

/** Rows of a row group. */
export interface FlatPage<Values> {
  /** The first row of the page in its group. */
  readonly first: number
  readonly rows: number
  /** 1 for each row that has a value; undefined where all have. */
  readonly present: Uint8Array | undefined
  /** The values that are there, in order: themselves, or places in `values`. */
  readonly places: Uint32Array | undefined
  readonly values: Values
}

const [DATA, DICTIONARY, DATA_V2] = [0, 2, 3]
const [PLAIN, PLAIN_DICTIONARY, RUN_LENGTH, RUN_LENGTH_DICTIONARY, BYTE_STREAM_SPLIT] = [0, 2, 3, 8, 9]
/** What a page unpacks to may be more than the footer says of its column, by a factor, and up to so many bytes in any case. */
const [SLACK_FACTOR, SLACK_BYTES] = [2, 16 << 20]

/** The pages with rows from `from` to before `to`. Values, and dictionaries once, are changed into what is wanted of them. */
export function* flatPages<Values>(
  bytesAt: BytesAt,
  chunk: FlatChunk,
  { from, to }: { readonly from: number; readonly to: number },
  compressors: Compressors,
  change: (stored: StoredValues) => Values,
): Generator<FlatPage<Values>> {
  const window = new Window(bytesAt, chunk.from + chunk.length)
  let dictionary: { readonly values: Values; readonly length: number } | undefined
  let at = chunk.from
  for (let first = 0; first < to; ) {
    const { header, next } = window.header(at)
    const size = numberIn(header, 3)
    const type = numberIn(header, 1)
    at = next + size
    if (type === DICTIONARY) {
      const entries = numberIn(structIn(header, 7), 1)
      const page = unpacked(window.bytes(next, size), numberIn(header, 2), chunk, compressors)
      dictionary = { values: change(plainValues(new CompactReader(page), chunk.type, entries)), length: entries }
      continue
    }
    if (type !== DATA && type !== DATA_V2) continue
    const about = structIn(header, type === DATA ? 5 : 8)
    const rows = numberIn(about, 1)
    if (rows < 0 || rows > chunk.rows - first) throw new BrokenParquet('a page has more values than there are rows')
    if (first + rows > from && rows > 0) {
      const body = window.bytes(next, size)
      const { present, encoding, reader } = (type === DATA ? dataPage : dataPageV2)(body, header, about, rows, chunk, compressors)
      const count = present === undefined ? rows : ones(present)
      // A page without a value may say that it has places in a dictionary which nobody has written.
      if (count === 0) yield { first, rows, present, places: undefined, values: change(plainValues(reader, chunk.type, 0)) }
      else if (encoding === PLAIN_DICTIONARY || encoding === RUN_LENGTH_DICTIONARY) {
        if (dictionary === undefined) throw new BrokenParquet('a column has no dictionary')
        yield { first, rows, present, places: placesIn(reader, count, dictionary.length), values: dictionary.values }
      } else yield { first, rows, present, places: undefined, values: change(storedValues(reader, chunk.type, encoding, count)) }
    }
    first += rows
  }
}

interface Body {
  readonly present: Uint8Array | undefined
  readonly encoding: number
  readonly reader: CompactReader
}

function dataPage(
  body: Uint8Array,
  header: CompactStruct,
  about: CompactStruct,
  rows: number,
  chunk: FlatChunk,
  compressors: Compressors,
): Body {
  const reader = new CompactReader(unpacked(body, numberIn(header, 2), chunk, compressors))
  const encoding = numberIn(about, 2)
  if (!chunk.optional) return { present: undefined, encoding, reader }
  if (numberIn(about, 3) !== RUN_LENGTH) throw new OtherParquet('missing values are marked as in files of long ago')
  return { present: presentOf(reader.skip(lengthAt(reader)), rows), encoding, reader }
}

function dataPageV2(
  body: Uint8Array,
  header: CompactStruct,
  about: CompactStruct,
  rows: number,
  chunk: FlatChunk,
  compressors: Compressors,
): Body {
  const levels = new CompactReader(body)
  levels.skip(numberIn(about, 6))
  const flags = levels.skip(numberIn(about, 5))
  const present = chunk.optional ? presentOf(flags, rows) : undefined
  const packed = body.subarray(levels.at)
  const isPacked = about.get(7) !== false
  const page = isPacked ? unpacked(packed, numberIn(header, 2) - levels.at, chunk, compressors) : packed
  return { present, encoding: numberIn(about, 4), reader: new CompactReader(page) }
}

function presentOf(flags: Uint8Array, rows: number): Uint8Array | undefined {
  if (areAllOnes(flags, rows)) return undefined
  const present = new Uint8Array(rows)
  readRuns(new CompactReader(flags), 1, present)
  return present
}

function ones(flags: Uint8Array): number {
  let count = 0
  for (let place = 0; place < flags.length; place++) count += flags[place]
  return count
}

function placesIn(reader: CompactReader, count: number, entries: number): Uint32Array {
  const places = new Uint32Array(count)
  readRuns(reader, reader.byte(), places)
  let most = 0
  for (let place = 0; place < count; place++) if (places[place] > most) most = places[place]
  if (most >= entries) throw new BrokenParquet('a dictionary lacks an entry')
  return places
}

function storedValues(reader: CompactReader, type: StoredType, encoding: number, count: number): StoredValues {
  if (encoding === PLAIN) return plainValues(reader, type, count)
  if (encoding === BYTE_STREAM_SPLIT && (type === 'FLOAT' || type === 'DOUBLE')) return splitValues(reader, type, count)
  if (encoding === RUN_LENGTH && type === 'BOOLEAN') {
    const values = new Uint8Array(count)
    readRuns(new CompactReader(reader.skip(lengthAt(reader))), 1, values)
    return { type, values }
  }
  throw new OtherParquet(`values are encoded in the way ${encoding}`)
}

function plainValues(reader: CompactReader, type: StoredType, count: number): StoredValues {
  switch (type) {
    case 'FLOAT':
    case 'INT32':
      return { type, values: new Int32Array(copied(reader, 4 * count)) }
    case 'DOUBLE':
      return { type, values: new Float64Array(copied(reader, 8 * count)) }
    case 'INT64':
      return { type, values: new BigInt64Array(copied(reader, 8 * count)) }
    case 'BOOLEAN': {
      const bits = reader.skip(Math.ceil(count / 8))
      const values = new Uint8Array(count)
      for (let place = 0; place < count; place++) values[place] = (bits[place >> 3] >> (place & 7)) & 1
      return { type, values }
    }
    case 'BYTE_ARRAY':
      return { type, values: Array.from({ length: count }, () => new Uint8Array(reader.skip(lengthAt(reader)))) }
  }
}

/** All first bytes, all second bytes and so on. */
function splitValues(reader: CompactReader, type: 'FLOAT' | 'DOUBLE', count: number): StoredValues {
  const width = type === 'FLOAT' ? 4 : 8
  const split = reader.skip(width * count)
  const bytes = new Uint8Array(width * count)
  for (let byte = 0; byte < width; byte++)
    for (let place = 0; place < count; place++) bytes[place * width + byte] = split[byte * count + place]
  return type === 'FLOAT' ? { type, values: new Int32Array(bytes.buffer) } : { type, values: new Float64Array(bytes.buffer) }
}

/** Numbers stand at multiples of their size in memory of their own. */
function copied(reader: CompactReader, length: number): ArrayBuffer {
  const bytes = reader.skip(length)
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + length) as ArrayBuffer
}

function lengthAt(reader: CompactReader): number {
  const [a, b, c, d] = reader.skip(4)
  return a + b * 2 ** 8 + c * 2 ** 16 + d * 2 ** 24
}

function unpacked(packed: Uint8Array, length: number, { codec, uncompressedBytes }: FlatChunk, compressors: Compressors): Uint8Array {
  if (codec === 'UNCOMPRESSED') return packed
  if (!(length >= 0 && length <= Math.max(SLACK_BYTES, SLACK_FACTOR * uncompressedBytes)))
    throw new BrokenParquet('a page unpacks to more than its footer says')
  if (length === 0) return new Uint8Array()
  if (codec === 'SNAPPY') {
    const page = new Uint8Array(length)
    unpackSnappy(packed, page)
    return page
  }
  const unpack = compressors[codec as keyof Compressors]
  if (unpack === undefined) throw new OtherParquet(`pages are packed with ${codec}`)
  let page: Uint8Array
  try {
    page = unpack(packed, length)
  } catch (error) {
    throw new BrokenParquet(error instanceof Error ? error.message : String(error))
  }
  if (page.length !== length) throw new BrokenParquet('a page unpacks to another length than its header says')
  return page
}

/** What is read at once: most pages, with their headers, lie in it. */
const WINDOW_BYTES = 1 << 17

/** Reads a stretch of a file at a time. */
class Window {
  readonly #bytesAt: BytesAt
  readonly #end: number
  #from = 0
  #held: Uint8Array = new Uint8Array()

  constructor(bytesAt: BytesAt, end: number) {
    this.#bytesAt = bytesAt
    this.#end = end
  }

  bytes(from: number, length: number): Uint8Array {
    if (!(length >= 0 && from + length <= this.#end)) throw new BrokenParquet('a page goes beyond the end of its column')
    if (from < this.#from || from + length > this.#from + this.#held.length) {
      this.#held = this.#bytesAt(from, Math.min(this.#end - from, Math.max(length, WINDOW_BYTES)))
      this.#from = from
    }
    return this.#held.subarray(from - this.#from, from - this.#from + length)
  }

  /** The header of a page, and where its body begins. Few headers are long. */
  header(at: number): { readonly header: CompactStruct; readonly next: number } {
    const left = this.#end - at
    if (left < 1) throw new BrokenParquet('a column ends before its last row')
    for (let length = Math.min(left, 256); ; length = Math.min(left, 16 * length)) {
      const reader = new CompactReader(this.bytes(at, length))
      try {
        return { header: reader.struct(), next: at + reader.at }
      } catch (error) {
        if (length === left) throw error
      }
    }
  }
}
