import { arrayOf, callback, count, fields, object, oneOf, requireArguments, text } from '@rankwright/core/arguments'
import { type Compressors, type FileMetaData, parquetMetadata, parquetSchema, type SchemaElement } from 'hyparquet'
import { BrokenParquet, CompactReader } from './compactProtocol.ts'
import { type BytesAt, type FlatChunk, type FlatPage, flatPages, OtherParquet, type StoredType, type StoredValues } from './flatPages.ts'
import { float32Bits, NAN_BITS } from './float32Bits.ts'

/** Types by the names that Spark has for them, with what is stored. */
const stored = {
  float: { type: 'FLOAT' },
  double: { type: 'DOUBLE' },
  tinyint: { type: 'INT32', bits: 8 },
  smallint: { type: 'INT32', bits: 16 },
  int: { type: 'INT32', bits: 32 },
  bigint: { type: 'INT64', bits: 64 },
  boolean: { type: 'BOOLEAN' },
  string: { type: 'BYTE_ARRAY', isText: true },
} as const satisfies Readonly<Record<string, { readonly type: StoredType; readonly bits?: number; readonly isText?: true }>>

export type FlatType = keyof typeof stored
export const flatTypes = Object.keys(stored) as readonly FlatType[]

export interface FlatColumn {
  readonly name: string
  readonly type: FlatType
}

/** Columns of plain values, in any range of rows. */
export interface FlatParquet {
  readonly rows: number
  /** The values of a column as bits of float32, each `step` places after the one before; a missing one is the NaN of Java. */
  float32Bits(column: number, from: number, to: number, into: Int32Array, at: number, step: number): void
  /** The values of a column as float64; a missing one is NaN. */
  doubles(column: number, from: number, to: number, into: Float64Array, at: number): void
  /** Texts and whole numbers of a column as text, null where one is missing, each with how many rows have it one after the other at least. */
  texts(column: number, from: number, to: number): Generator<{ readonly text: string | null; readonly rows: number }>
}

/**
 * A Parquet file by some of its columns, each of just the type that is given. Anything else is an `OtherParquet`, or a `BrokenParquet` where the file is damaged: other
 * readers may know more, and tell more. Numbers come as arrays, without a value of their own for each cell.
 */
export function flatParquet(bytesAt: BytesAt, size: number, columns: readonly FlatColumn[], compressors: Compressors): FlatParquet {
  requireArguments(
    { bytesAt, size, columns, compressors },
    {
      bytesAt: callback,
      size: count(),
      columns: arrayOf(fields({ name: text, type: oneOf(...flatTypes) }), 'columns'),
      compressors: object('decompressors by their codecs'),
    },
  )
  const groups = attempt(() => groupsOf(footerOf(bytesAt, size), columns, size, compressors))
  const pagesOf = function* <Values>(column: number, from: number, to: number, change: (stored: StoredValues) => Values) {
    for (const { first, rows, chunks } of groups) {
      if (first >= to || first + rows <= from) continue
      const range = { from: Math.max(0, from - first), to: Math.min(rows, to - first) }
      for (const page of flatPages(bytesAt, chunks[column], range, compressors, change)) yield { ...page, first: first + page.first }
    }
  }
  return {
    rows: groups.reduce((sum, { rows }) => sum + rows, 0),
    float32Bits(column, from, to, into, at, step) {
      for (const page of pagesOf(column, from, to, float32Bits)) spread(page, from, to, into, at, step, NAN_BITS)
    },
    doubles(column, from, to, into, at) {
      for (const page of pagesOf(column, from, to, doublesOf)) spread(page, from, to, into, at, 1, Number.NaN)
    },
    *texts(column, from, to) {
      for (const page of pagesOf(column, from, to, textsOf)) yield* textRuns(page, from, to)
    },
  }
}

interface Group {
  /** The first row in the file. */
  readonly first: number
  readonly rows: number
  /** One for each column. */
  readonly chunks: readonly FlatChunk[]
}

/** hyparquet gives what it finds, whatever its types say: what is missing then fails in many ways. */
function attempt<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof OtherParquet || error instanceof BrokenParquet || (error instanceof Error && 'syscall' in error)) throw error
    throw new BrokenParquet(error instanceof Error ? error.message : String(error))
  }
}

/** The footer is taken apart strictly before hyparquet does it, which believes the lengths in it. */
function footerOf(bytesAt: BytesAt, size: number): FileMetaData {
  if (size < 12) throw new BrokenParquet('it is too short')
  const end = new DataView(new Uint8Array(bytesAt(size - 8, 8)).buffer)
  const length = end.getUint32(0, true)
  if (end.getUint32(4, true) !== PARQUET_END || length > size - 8) throw new OtherParquet('it does not end as plain Parquet does')
  const footer = new Uint8Array(bytesAt(size - 8 - length, length + 8)) // of a Buffer, slice would not copy
  new CompactReader(footer.subarray(0, length)).struct()
  return parquetMetadata(footer.buffer, { geoparquet: false })
}

/** "PAR1" */
const PARQUET_END = 0x31524150

function groupsOf(metadata: FileMetaData, columns: readonly FlatColumn[], size: number, compressors: Compressors): Group[] {
  const tree = parquetSchema(metadata).children
  const names = tree.map(({ element }) => element.name)
  // Spark takes names that differ in upper and lower case alone for one.
  if (new Set(names.map((name) => String(name).toLowerCase())).size < names.length) throw new OtherParquet('names of columns are alike')
  const elements = columns.map(({ name, type }) => {
    const found = tree.find(({ element }) => element.name === name)
    if (found === undefined) throw new OtherParquet(`it has no column "${name}"`)
    if (found.children.length > 0 || !isStoredAs(found.element, type)) throw new OtherParquet(`column "${name}" is not of the type ${type}`)
    return found.element
  })
  let first = 0
  return metadata.row_groups.map((group) => {
    const rows = Number(group.num_rows)
    if (!(rows >= 0 && rows <= MOST_ROWS)) throw new OtherParquet(`a row group has ${rows} rows`)
    const stored = new Map(group.columns.map((chunk) => [chunk.meta_data?.path_in_schema.join('\0'), chunk]))
    const chunks = elements.map(({ name, type, repetition_type: repetition }): FlatChunk => {
      const chunk = stored.get(name)
      const about = chunk?.meta_data
      if (about === undefined || chunk?.file_path) throw new OtherParquet(`column "${name}" lies elsewhere, or is encrypted`)
      if (about.codec !== 'UNCOMPRESSED' && about.codec !== 'SNAPPY' && compressors[about.codec] === undefined)
        throw new OtherParquet(`column "${name}" is packed with ${about.codec}`)
      const other = about.encodings.find((each) => !ENCODINGS.has(each))
      if (other !== undefined) throw new OtherParquet(`column "${name}" is encoded with ${other}`)
      const [data, dictionary] = [Number(about.data_page_offset), Number(about.dictionary_page_offset ?? 0)]
      const from = dictionary > 0 ? Math.min(data, dictionary) : data
      const length = Number(about.total_compressed_size)
      if (!(from >= 4 && length >= 0 && from + length <= size)) throw new BrokenParquet(`column "${name}" goes beyond the end`)
      const uncompressedBytes = Number(about.total_uncompressed_size)
      return { type: type as StoredType, optional: repetition === 'OPTIONAL', codec: about.codec, rows, from, length, uncompressedBytes }
    })
    first += rows
    return { first: first - rows, rows, chunks }
  })
}

/** Of a row group: writers cut them far earlier. */
const MOST_ROWS = 2 ** 27

const ENCODINGS: ReadonlySet<string> = new Set(['PLAIN', 'RLE', 'BIT_PACKED', 'PLAIN_DICTIONARY', 'RLE_DICTIONARY', 'BYTE_STREAM_SPLIT'])

function isStoredAs(element: SchemaElement, type: FlatType): boolean {
  const { type: found, repetition_type: repetition, converted_type: conversion, logical_type: logical } = element
  const expected: { readonly type: StoredType; readonly bits?: number; readonly isText?: true } = stored[type]
  if (found !== expected.type || (repetition !== 'OPTIONAL' && repetition !== 'REQUIRED')) return false
  if (expected.isText) return logical?.type === 'STRING' || (logical === undefined && conversion === 'UTF8')
  if (logical === undefined && conversion === undefined) return expected.bits === undefined || expected.bits >= 32
  if (expected.bits === undefined) return false
  if (logical === undefined) return conversion === `INT_${expected.bits}`
  return logical.type === 'INTEGER' && logical.isSigned && logical.bitWidth === expected.bits
}

/** Puts the values of a page to their rows. */
function spread(
  { first, rows, present, places, values }: FlatPage<Int32Array | Float64Array>,
  from: number,
  to: number,
  into: Int32Array | Float64Array,
  at: number,
  step: number,
  missing: number,
): void {
  const [begin, end] = [Math.max(from, first) - first, Math.min(to, first + rows) - first]
  let place = at + (first + begin - from) * step
  if (present === undefined) {
    if (places === undefined) for (let row = begin; row < end; row++, place += step) into[place] = values[row]
    else for (let row = begin; row < end; row++, place += step) into[place] = values[places[row]]
    return
  }
  let next = 0
  for (let row = 0; row < begin; row++) next += present[row]
  for (let row = begin; row < end; row++, place += step) {
    if (present[row] === 0) into[place] = missing
    else {
      into[place] = values[places === undefined ? next : places[next]]
      next++
    }
  }
}

function doublesOf(stored: StoredValues): Float64Array {
  switch (stored.type) {
    case 'FLOAT':
      return Float64Array.from(new Float32Array(stored.values.buffer))
    case 'DOUBLE':
      return stored.values
    case 'INT32':
    case 'BOOLEAN':
      return Float64Array.from(stored.values)
    case 'INT64':
      return Float64Array.from(stored.values, Number)
    case 'BYTE_ARRAY':
      throw new Error('unreachable: texts are no numbers')
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Texts of equal values are decoded once where they follow one another. */
function textsOf({ type, values }: StoredValues): readonly string[] {
  if (type !== 'BYTE_ARRAY') return Array.from(values as Int32Array | BigInt64Array, String)
  let [before, text] = [new Uint8Array(), '']
  return values.map((bytes) => {
    if (!areEqual(bytes, before)) {
      try {
        text = decoder.decode(bytes)
      } catch {
        throw new OtherParquet('a text is no proper UTF-8')
      }
      before = bytes as Uint8Array<ArrayBuffer>
    }
    return text
  })
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let place = a.length - 1; place >= 0; place--) if (a[place] !== b[place]) return false
  return true
}

function* textRuns(
  { first, rows, present, places, values }: FlatPage<readonly string[]>,
  from: number,
  to: number,
): Generator<{ readonly text: string | null; readonly rows: number }> {
  const [begin, end] = [Math.max(from, first) - first, Math.min(to, first + rows) - first]
  let next = 0
  for (let row = 0; row < begin; row++) next += present === undefined ? 1 : present[row]
  let run: { text: string | null; rows: number } | undefined
  for (let row = begin; row < end; row++) {
    const text = present !== undefined && present[row] === 0 ? null : values[places === undefined ? next++ : places[next++]]
    if (run?.text === text) run.rows++
    else {
      if (run !== undefined) yield run
      run = { text, rows: 1 }
    }
  }
  if (run !== undefined) yield run
}
