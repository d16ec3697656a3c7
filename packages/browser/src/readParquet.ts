import {
  type ColumnChunk,
  columnTable,
  type Problem,
  type RankingLists,
  RankwrightError,
  type TableColumns,
  type TableProblem,
  type TableReaderOptions,
  tableColumns,
} from '@rankwright/core'
import { type Compressors, type DecodedArray, parquetMetadataAsync, parquetScan, parquetSchema, type SchemaTree } from 'hyparquet'
import { randomAccess, type Source } from './sourceBytes.ts'

export interface ParquetOptions {
  /** Decompressors for Parquet files that are neither plain nor snappy, such as those of the package hyparquet-compressors. */
  readonly compressors?: Compressors
}

/** Parquet through hyparquet, a row group at a time. */
export async function readParquet(source: Source, file: string, options: TableReaderOptions & ParquetOptions): Promise<RankingLists> {
  const access = await randomAccess(source, file)
  const { compressors } = options
  const metadata = await attempt(file, () => parquetMetadataAsync(access))
  const schema = await attempt(file, () => parquetSchema(metadata).children)
  if (schema.some(({ element }) => typeof element.name !== 'string')) throw unreadable(file, 'a column has no name')
  const columns = tableColumns(
    schema.map(({ element }) => element.name),
    options,
    { file },
  )
  refuseOtherTypes(columns, schema, file)
  const wanted = [columns.list, columns.label, columns.item, ...columns.features].filter((column) => column !== undefined)
  const names = wanted.map((column) => columns.names[column])
  const scan = await attempt(file, () => parquetScan({ file: access, metadata, columns: names, ...(compressors && { compressors }) }))
  const table = columnTable(file, columns, options)
  table.expect(Number(metadata.num_rows))
  for (const range of scan.ranges) {
    const read = new Map<number, DecodedArray>()
    for (const column of wanted) {
      const values = await attempt(file, () => scan.readColumn({ column: columns.names[column], ...range }))
      if (values.length !== range.rowEnd - range.rowStart) throw unreadable(file, `column "${columns.names[column]}" is cut short`)
      read.set(column, values)
    }
    table.add(await attempt(file, () => chunkOf(range.rowEnd - range.rowStart, read, columns, schema)))
  }
  return table.finish()
}

function chunkOf(rows: number, read: ReadonlyMap<number, DecodedArray>, columns: TableColumns, schema: readonly SchemaTree[]): ColumnChunk {
  const texts = (column: number) => Array.from(read.get(column)!, (value) => idText(value, schema[column]))
  return {
    rows,
    lists: texts(columns.list),
    ...(columns.label !== undefined && { labels: numbers(read.get(columns.label)!) }),
    ...(columns.item !== undefined && { items: texts(columns.item) }),
    features: columns.features.map((column) => numbers(read.get(column)!)),
  }
}

/** Missing values come as null or undefined, whole numbers of 64 bits as bigint. */
function numbers(values: DecodedArray): Float32Array | Float64Array {
  if (values instanceof Float32Array || values instanceof Float64Array) return values
  return Float64Array.from(values as ArrayLike<number | bigint | boolean | null | undefined>, (value) =>
    value === null || value === undefined ? Number.NaN : Number(value),
  )
}

/** The text that DuckDB, which reads Parquet in Node, gives to the same value. */
function idText(value: unknown, { element }: SchemaTree): string | null {
  if (value === null || value === undefined) return null
  if (value instanceof Date) {
    const text = value.toISOString()
    return element.converted_type === 'DATE' || element.logical_type?.type === 'DATE'
      ? text.slice(0, 10)
      : text.replace('T', ' ').replace(/\.?0*Z$/, '')
  }
  const isFloat = element.type === 'FLOAT' || element.type === 'DOUBLE'
  return isFloat && Number.isInteger(value) && Math.abs(value as number) < 1e15 ? `${value}.0` : String(value)
}

const numericTypes = new Set(['BOOLEAN', 'INT32', 'INT64', 'FLOAT', 'DOUBLE'])
const numericConversions = /^(?:U?INT_\d+|DECIMAL)$/

function isNumeric({ element, children }: SchemaTree): boolean {
  const { type, converted_type: conversion, logical_type: logical, repetition_type: repetition } = element
  if (children.length > 0 || repetition === 'REPEATED' || type === undefined) return false
  if (conversion === 'DECIMAL' || logical?.type === 'DECIMAL' || logical?.type === 'FLOAT16') return true
  if (!numericTypes.has(type)) return false
  return (conversion === undefined || numericConversions.test(conversion)) && (logical === undefined || logical.type === 'INTEGER')
}

function refuseOtherTypes(columns: TableColumns, schema: readonly SchemaTree[], file: string): void {
  const at = { file }
  const { names, list, label, item, features } = columns
  for (const [column, role] of [
    [list, 'list'],
    [item, 'item'],
  ] as const) {
    if (column !== undefined && (schema[column].children.length > 0 || schema[column].element.repetition_type === 'REPEATED'))
      throw problem({ code: 'cell-not-an-id', at, column: names[column], role, found: 'a nested value' })
  }
  if (label !== undefined && (!isNumeric(schema[label]) || schema[label].element.type === 'BOOLEAN'))
    throw problem({ code: 'cell-not-a-label', at, column: names[label], found: `of type ${typeName(schema[label])}` })
  for (const feature of features)
    if (!isNumeric(schema[feature]))
      throw problem({ code: 'column-not-numeric', at, column: names[feature], type: typeName(schema[feature]) })
}

function typeName({ element, children }: SchemaTree): string {
  if (children.length > 0) return 'nested'
  return element.converted_type ?? element.logical_type?.type ?? element.type ?? 'unknown'
}

/** Whatever hyparquet stumbles over is in the file. */
async function attempt<Result>(file: string, step: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await step()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const codec = /unsupported compression codec: (\w+)/i.exec(reason)?.[1]
    throw unreadable(
      file,
      codec === undefined ? reason : `it is compressed with ${codec}, for which the option compressors must name a decompressor`,
    )
  }
}

function unreadable(file: string, reason: string): RankwrightError {
  return problem({ code: 'parquet-unreadable', at: { file }, reason })
}

function problem(found: TableProblem): RankwrightError {
  return new RankwrightError({ area: 'table', ...found } satisfies Problem)
}
