import type { RankingLists } from '@rankwright/core'
import { requireLists } from '@rankwright/core/arguments'
import { type FileRow, fileOrder, fileRows, joinedBytes, parquetMark, tableLayout, type WrittenColumn } from '@rankwright/core/data'
import type { SchemaElement } from 'hyparquet'
import { ByteWriter, type ColumnSource, ParquetWriter } from 'hyparquet-writer'
import { takenBytes } from './takenBytes.ts'

/** Rows of a row group at most, and values: wide tables get shorter groups, so that one fits into memory. */
const mostRows = 100_000
const mostValues = 10_000_000

/**
 * A Parquet file with these lists in pieces, a row group each, rows in the order of their file: list and item ids and cells as text, labels as
 * doubles, features as floats, null where one is missing.
 */
export function* parquetPieces(lists: RankingLists): Generator<Uint8Array> {
  requireLists('lists', lists)
  const { columns: written, lists: own } = tableLayout(lists)
  const columns = written.map((column): SchemaElement => ({ name: column.name, ...typeOf(column) }))
  const bytes = new ByteWriter()
  const writer = new ParquetWriter({
    writer: bytes,
    schema: [{ name: 'root', num_children: columns.length }, ...columns],
    kvMetadata: [{ key: 'written by', value: parquetMark }],
  })
  const groupRows = Math.max(1, Math.min(mostRows, Math.floor(mostValues / columns.length)))
  for (const data of groupsOf(own, written, groupRows)) {
    const columnData: ColumnSource[] = columns.map(({ name }, column) => ({ name, data: data[column], ...plainly(data[column]) }))
    writer.write({ columnData, rowGroupSize: groupRows })
    yield takenBytes(bytes)
  }
  writer.finish()
  yield takenBytes(bytes)
}

/** The bytes of the whole file. */
export function writeParquet(lists: RankingLists): Uint8Array {
  return joinedBytes([...parquetPieces(lists)])
}

function typeOf({ holds }: WrittenColumn): Omit<SchemaElement, 'name'> {
  switch (holds) {
    case 'list':
    case 'item':
      return { type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' }
    case 'label':
      return { type: 'DOUBLE', repetition_type: 'REQUIRED' }
    case 'number':
      return { type: 'FLOAT', repetition_type: 'OPTIONAL' }
    case 'text':
      return { type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' }
  }
}

type Values = string[] | (string | null)[] | Float64Array | Float32Array | (number | null)[]

/** The values of each column, for so many rows at a time. */
function* groupsOf(lists: RankingLists, columns: readonly WrittenColumn[], most: number): Generator<readonly Values[]> {
  const rows = fileRows(lists)
  const order = fileOrder(lists)
  for (let first = 0; first < order.length; first += most) {
    const places = order.subarray(first, first + most)
    const group = Array.from(places, () => rows.next().value!)
    yield columns.map((column) => valuesOf(column, group, places))
  }
}

function valuesOf(column: WrittenColumn, rows: readonly FileRow[], places: Uint32Array): Values {
  switch (column.holds) {
    case 'list':
      return rows.map(({ list }) => list)
    case 'item':
      return rows.map(({ item }) => item!)
    case 'label':
      return Float64Array.from(rows, ({ label }) => label)
    case 'number':
      return withNulls(Float32Array.from(rows, ({ values }) => values[column.feature]))
    case 'text':
      return Array.from(places, (place) => column.textAt(place) ?? null)
  }
}

/** A dictionary takes -0 for 0. */
function plainly(values: ArrayLike<unknown>): { readonly encoding?: 'PLAIN' } {
  for (let at = 0; at < values.length; at++) if (Object.is(values[at], -0)) return { encoding: 'PLAIN' }
  return {}
}

function withNulls(values: Float32Array): Float32Array | (number | null)[] {
  return values.some(Number.isNaN) ? Array.from(values, (value) => (Number.isNaN(value) ? null : value)) : values
}
