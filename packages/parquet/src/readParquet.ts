import type { RankingLists } from '@rankwright/core'
import { requireArguments } from '@rankwright/core/arguments'
import { type ByteSource, type ColumnChunk as ColumnsRead, columnTable, type ReadListsOptions } from '@rankwright/core/data'
import { StoppedError } from '@rankwright/core/runtime'
import {
  type AsyncBuffer,
  type Compressors,
  type DecodedArray,
  type FileMetaData,
  parquetScan,
  parquetSchema,
  type RowGroup,
  type SchemaElement,
} from 'hyparquet'
import { type ColumnChunk, checkedPages } from './checkedPages.ts'
import { isList, kindName } from './columnKind.ts'
import { columnNumbers } from './columnNumbers.ts'
import { idWriter } from './idText.ts'
import { attempt, type ParquetTable, parquetTable, problem, readingShape, tableShape, unreadable } from './parquetTable.ts'

export interface ParquetOptions {
  /** Decompressors for Parquet files that are neither plain nor snappy, such as those of the package hyparquet-compressors. */
  readonly compressors?: Compressors
}

/** Reads a Parquet file through hyparquet. */
export async function readParquet(source: ByteSource, options: ReadListsOptions & ParquetOptions = {}): Promise<RankingLists> {
  return parquetLists(await parquetTable(source, options), options)
}

/** The lists of a file whose footer was read, a row group at a time. */
export async function parquetLists(table: ParquetTable, options: ReadListsOptions & ParquetOptions): Promise<RankingLists> {
  requireArguments({ table, options }, { table: tableShape, options: readingShape })
  const { file, access, columns, kinds, places, used, kept, rows } = table
  const { compressors } = options
  const nested = used.find((column) => isList(kinds[column]) || places[column].within.length > 0)
  if (nested !== undefined) throw problem({ code: 'column-not-numeric', at: { file }, column: columns.names[nested], type: 'nested' })
  const ids = { list: writerOf(table, 'list'), ...(columns.item !== undefined && { item: writerOf(table, 'item') }) }
  const names = used.map((column) => columns.names[column])
  const metadata = withPlainValues(table)
  const pages = checkedPages(compressors ?? {})
  let reading: (ColumnChunk & { readonly name: string }) | undefined
  const checked: AsyncBuffer = {
    byteLength: access.byteLength,
    async slice(start, end) {
      const bytes = await access.slice(start, end)
      if (reading !== undefined) pages.chunk(new Uint8Array(bytes), reading)
      return bytes
    },
  }
  const scan = await attempt(file, () =>
    parquetScan({
      file: checked,
      metadata,
      columns: names,
      parsers: {
        stringFromBytes: (bytes: Uint8Array | undefined) => textOf(bytes, file, reading?.name),
        timestampFromNanoseconds: (count) => count,
      },
      utf8: false,
      geoparquet: false,
      useOffsetIndex: false, // so that columns come as a whole
      compressors: pages.compressors,
    }),
  )
  const lists = columnTable(file, columns, options)
  lists.expect(rows)
  const groups = metadata.row_groups.filter((group) => Number(group.num_rows) > 0)
  for (const [index, range] of scan.ranges.entries()) {
    const read = new Map<number, DecodedArray>()
    for (const column of used) {
      if (options.stop?.stopped) throw new StoppedError()
      reading = { ...columnChunk(table, groups[index], column), name: columns.names[column] }
      const values = await attempt(file, () => scan.readColumn({ column: columns.names[column], ...range }))
      if (values.length !== range.rowEnd - range.rowStart) throw unreadable(file, `column "${columns.names[column]}" is cut short`)
      read.set(column, values)
    }
    const numbers = (column: number) => columnNumbers(read.get(column)!, kinds[column])
    lists.add(
      await attempt(
        file,
        (): ColumnsRead => ({
          rows: range.rowEnd - range.rowStart,
          lists: texts(read.get(columns.list)!, ids.list),
          ...(columns.label !== undefined && { labels: numbers(columns.label) }),
          ...(columns.item !== undefined && ids.item && { items: texts(read.get(columns.item)!, ids.item) }),
          features: columns.features.map(numbers),
          ...(columns.raw && { texts: columns.raw.map((column) => texts(read.get(column)!, textWriter(table, column))) }),
          kept: kept.map((column) => texts(read.get(column)!, textWriter(table, column))),
        }),
      ),
    )
    options.onProgress?.(Math.round((access.byteLength * range.rowEnd) / rows), access.byteLength)
  }
  return lists.finish()
}

function columnChunk({ file, columns, kinds, places, metadata }: ParquetTable, group: RowGroup, column: number): ColumnChunk {
  const name = columns.names[column]
  const stored = group?.columns.find((chunk) => chunk.meta_data?.path_in_schema[0] === name)?.meta_data
  if (stored === undefined) throw unreadable(file, `column "${name}" is missing in a row group`)
  return {
    codec: stored.codec,
    rows: Number(group.num_rows),
    optional: parquetSchema(metadata).children[places[column].top].element.repetition_type === 'OPTIONAL',
    truth: kinds[column].kind === 'truth',
    uncompressedBytes: Number(stored.total_uncompressed_size),
  }
}

/** Whether ids and the texts of these columns can be written here; those of rare kinds only DuckDB writes. */
export function textsAreWritable(table: ParquetTable): boolean {
  requireArguments({ table }, { table: tableShape })
  const { columns, kinds, kept } = table
  return [columns.list, columns.item, ...(columns.raw ?? []), ...kept].every(
    (column) => column === undefined || idWriter(kinds[column]) !== undefined,
  )
}

function writerOf({ file, columns, kinds }: ParquetTable, role: 'list' | 'item'): (value: unknown) => string {
  const column = columns[role]!
  const writer = idWriter(kinds[column])
  if (writer !== undefined) return writer
  const { names } = columns
  throw problem({ code: 'cell-not-an-id', at: { file }, column: names[column], role, found: `of type ${kindName(kinds[column])}` })
}

function textWriter({ file, columns, kinds }: ParquetTable, column: number): (value: unknown) => string {
  const writer = idWriter(kinds[column])
  if (writer !== undefined) return writer
  throw problem({ code: 'column-not-numeric', at: { file }, column: columns.names[column], type: kindName(kinds[column]) })
}

function texts(values: DecodedArray, write: (value: unknown) => string): (string | null)[] {
  return Array.from(values as ArrayLike<unknown>, (value) => (value === null || value === undefined ? null : write(value)))
}

/** Numbers and times come as they are stored, so that their kind alone decides what they become; what is text comes as text. */
function withPlainValues({ metadata, kinds, places }: ParquetTable): FileMetaData {
  const top = parquetSchema(metadata).children
  const whole = Array.from(places.keys()).filter((column) => places[column].within.length === 0)
  const kindOf = new Map(whole.map((column) => [top[places[column].top].element, kinds[column].kind]))
  const plain = (element: SchemaElement): SchemaElement => {
    const { converted_type: _, logical_type: __, ...stored } = element
    switch (kindOf.get(element)) {
      case 'text':
        return { ...stored, converted_type: 'UTF8' }
      case 'integer':
      case 'decimal':
      case 'date':
      case 'timestamp':
      case 'time':
        return stored
      default:
        return element
    }
  }
  return { ...metadata, schema: metadata.schema.map(plain) }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function textOf(bytes: Uint8Array | undefined, file: string, column: string | undefined): string | undefined {
  try {
    return bytes && decoder.decode(bytes)
  } catch (error) {
    if (column === undefined) throw error
    throw problem({ code: 'column-not-numeric', at: { file }, column, type: 'binary' })
  }
}
