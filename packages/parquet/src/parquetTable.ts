import { type Problem, RankwrightError } from '@rankwright/core'
import { byteSource, fields, madeBy, object, optionalParts, readListsShapes, requireArguments } from '@rankwright/core/arguments'
import {
  type ByteSource,
  obeyUnpackLimit,
  planOfKinds,
  type ReadListsOptions,
  type SourceOptions,
  type TableColumnOptions,
  type TableColumns,
  type TablePlan,
  tableColumns,
  wholeOf,
} from '@rankwright/core/data'
import type { TableProblem } from '@rankwright/core/problems'
import { type AsyncBuffer, type CompressionCodec, type FileMetaData, parquetMetadataAsync, parquetSchema, type SchemaTree } from 'hyparquet'
import { type ColumnKind, columnKind, isList, isNumeric, isStruct, kindName } from './columnKind.ts'
import { CompactReader } from './compactProtocol.ts'
import { idWriter } from './idText.ts'

/** A Parquet file whose footer was read: which columns are used, and what they hold. */
export interface ParquetTable {
  /** How messages call the file. */
  readonly file: string
  readonly access: AsyncBuffer
  readonly metadata: FileMetaData
  readonly columns: TableColumns
  /** One for each column of the file, those within structs included: `price.amount`. */
  readonly kinds: readonly ColumnKind[]
  /** Where each of them stands. */
  readonly places: readonly ColumnAt[]
  /** Places of the columns that are used, each once. */
  readonly used: readonly number[]
  /** Places of those whose cells are kept. */
  readonly kept: readonly number[]
  readonly rows: number
  /** How the columns that are used are compressed. */
  readonly codecs: ReadonlySet<CompressionCodec>
}

/** A column at the top of the file, from 0, and the fields of structs that lead from there to this one. */
export interface ColumnAt {
  readonly top: number
  readonly within: readonly string[]
}

/** What readers of Parquet files take. Other options are for other readers. */
export const readingShape = fields(
  optionalParts({ ...readListsShapes, compressors: object('decompressors by their codecs') }),
  'an object with options',
)

/** A table as an argument. */
export const tableShape = madeBy('parquetTable', 'file', 'access', 'metadata', 'columns', 'kinds', 'places', 'used', 'kept')

/** Reads the footer, finds the columns, and throws if values do not fit their use. */
export async function parquetTable(source: ByteSource, options: ParquetReading): Promise<ParquetTable> {
  requireArguments({ source, options }, { source: byteSource, options: readingShape })
  const file = source.name
  const access = await randomAccess(source)
  await attempt(file, () => checkFooter(access))
  const metadata = await attempt(file, () => parquetMetadataAsync(access, { geoparquet: false }))
  const schema = await attempt(file, () => parquetSchema(metadata).children)
  const leaves = schema.flatMap((column, top) => leavesOf(column, { top, within: [] }, column.element.name, new Set(options.ignore)))
  if (leaves.some(({ column }) => typeof column.element.name !== 'string')) throw unreadable(file, 'a column has no name')
  const names = leaves.map(({ name }) => name)
  const kinds = leaves.map(({ column }) => columnKind(column))
  const places = leaves.map(({ at }) => at)
  const columns = tableColumns(names, { ...options, plan: planOf(names, kinds, options) }, { file })
  refuseOtherKinds(columns, kinds, file, options)
  const kept = keptPlaces(names, options.keep, file)
  const { list, label, item, features, raw = [] } = columns
  const used = [...new Set([list, label, item, ...features, ...raw, ...kept])].filter((column) => column !== undefined)
  const wanted = new Set(used.map((column) => schema[places[column].top].element.name))
  if (!isWhole(metadata)) throw unreadable(file, 'its footer lacks a part')
  const stored = metadata.row_groups
    .flatMap((group) => group.columns.map((chunk) => chunk.meta_data))
    .filter((chunk) => chunk !== undefined && wanted.has(chunk.path_in_schema[0]))
  const rows = Number(metadata.num_rows)
  if (metadata.row_groups.reduce((sum, group) => sum + Math.max(0, Number(group.num_rows)), 0) !== rows)
    throw unreadable(file, 'its row groups do not add up to its rows')
  // As float32 and as the file says it, whichever is more: a constant column takes no room in the file.
  const unpackedBytes = stored.reduce((bytes, chunk) => bytes + Number(chunk!.total_uncompressed_size), 0)
  obeyUnpackLimit(file, Math.max(unpackedBytes, 4 * rows * used.length), access.byteLength, options.limit, alwaysRead)
  return {
    ...{ file, access, metadata, columns, kinds, places, used, kept },
    rows,
    codecs: new Set(stored.map((chunk) => chunk!.codec)),
  }
}

/** Where the columns stand whose cells are kept. */
function keptPlaces(names: readonly string[], keep: readonly string[] = [], file: string): readonly number[] {
  return keep.map((name) => {
    if (!names.includes(name)) throw problem({ code: 'unknown-column', at: { file }, option: 'keep', found: name, columns: names })
    return names.indexOf(name)
  })
}

interface Leaf {
  readonly column: SchemaTree
  readonly at: ColumnAt
  readonly name: string
}

/** Structs become the columns of their fields, as objects in JSON lines do, unless they are left out as a whole. */
function leavesOf(column: SchemaTree, at: ColumnAt, name: string, ignored: ReadonlySet<string>): Leaf[] {
  if (!isStruct(column) || at.within.length === deepest || ignored.has(name)) return [{ column, at, name }]
  return column.children.flatMap((field) => {
    const { name: own } = field.element
    return leavesOf(field, { ...at, within: [...at.within, own] }, `${name}.${own}`, ignored)
  })
}

/** So deep structs within structs are columns. */
const deepest = 8

/**
 * What a Parquet file may hold in any case, in bytes, each value as a float32. Gzip packs at most a thousand times, so a small file unpacks
 * to little. A column of equal values takes no more room for millions of rows, and so many values take about a third of a second.
 */
const alwaysRead = 16e6

/** Columns that are neither numbers nor nested are read as text, and so are lists of numbers or of texts. */
function planOf(names: readonly string[], kinds: readonly ColumnKind[], options: ParquetReading): TablePlan {
  const texts = names.filter((_, column) => !isNumeric(kinds[column]) && (isList(kinds[column]) || idWriter(kinds[column]) !== undefined))
  const numbers = names.filter((_, column) => isNumeric(kinds[column]))
  return planOfKinds(texts, numbers, options)
}

/** What is asked of the columns. */
type ParquetReading = TableColumnOptions & SourceOptions & Omit<ReadListsOptions, keyof TableColumnOptions | keyof SourceOptions>

/** hyparquet gives what it finds, whatever its types say: lists may be missing. */
function isWhole({ row_groups: groups }: FileMetaData): boolean {
  if (!Array.isArray(groups)) return false
  return groups.every(
    ({ columns }) =>
      Array.isArray(columns) && columns.every(({ meta_data: chunk }) => chunk === undefined || Array.isArray(chunk.path_in_schema)),
  )
}

/** The footer is taken apart strictly before hyparquet does it, which believes the lengths in it. What is no footer at all is told by hyparquet. */
async function checkFooter(access: AsyncBuffer): Promise<void> {
  if (access.byteLength < 12) return
  const end = new DataView(await access.slice(access.byteLength - 8, access.byteLength))
  const [length, mark] = [end.getUint32(0, true), end.getUint32(4, true)]
  if (mark !== parquetEnd || length > access.byteLength - 8) return
  new CompactReader(new Uint8Array(await access.slice(access.byteLength - 8 - length, access.byteLength - 8))).struct()
}

/** "PAR1" */
const parquetEnd = 0x31524150

/** Parquet is read from its end: what cannot be read anywhere is taken as a whole. */
async function randomAccess(source: ByteSource): Promise<AsyncBuffer> {
  const { slice, size } = source
  if (slice !== undefined && size !== undefined) return { byteLength: size, slice: (start, end = size) => slice(start, end) }
  const bytes = await wholeOf(source)
  return { byteLength: bytes.length, slice: (start, end) => bytes.slice(start, end).buffer as ArrayBuffer }
}

function refuseOtherKinds(
  { names, list, label, item, features, raw = [] }: TableColumns,
  kinds: readonly ColumnKind[],
  file: string,
  given: TableColumnOptions,
): void {
  const at = { file }
  for (const [column, role] of [
    [list, 'list'],
    [item, 'item'],
  ] as const) {
    if (column === undefined || (kinds[column].kind !== 'nested' && !isList(kinds[column]))) continue
    if (given[role] === undefined) throw problem({ code: 'column-not-numeric', at, column: names[column], type: 'nested' })
    throw problem({ code: 'cell-not-an-id', at, column: names[column], role, found: 'a nested value' })
  }
  if (label !== undefined && !isNumeric(kinds[label]))
    throw problem({ code: 'cell-not-a-label', at, column: names[label], found: `of type ${kindName(kinds[label])}` })
  for (const feature of features)
    if (!isNumeric(kinds[feature]))
      throw problem({ code: 'column-not-numeric', at, column: names[feature], type: kindName(kinds[feature]) })
  for (const column of raw)
    if (kinds[column].kind === 'nested') throw problem({ code: 'column-not-numeric', at, column: names[column], type: 'nested' })
}

/** An error of hyparquet is about the file. */
export async function attempt<Result>(file: string, step: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof RankwrightError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    const codec = /unsupported compression codec: (\w+)/i.exec(reason)?.[1]
    throw unreadable(
      file,
      codec === undefined ? reason : `it is compressed with ${codec}, for which the option compressors must name a decompressor`,
    )
  }
}

export function unreadable(file: string, reason: string): RankwrightError {
  return problem({ code: 'parquet-unreadable', at: { file }, reason })
}

export function problem(found: TableProblem): RankwrightError {
  return new RankwrightError({ area: 'table', ...found } satisfies Problem)
}
