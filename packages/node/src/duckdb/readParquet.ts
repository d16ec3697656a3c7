import { open, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { DuckDBDataChunk, DuckDBType } from '@duckdb/node-api'
import {
  type ByteSource,
  type ColumnChunk,
  columnTable,
  type Problem,
  type RankingLists,
  RankwrightError,
  type ReadListsOptions,
  StoppedError,
  type TableColumns,
  type TableProblem,
  tableColumns,
} from '@rankwright/core'
import { withTemporaryFolder } from '../files/temporaryFolder.ts'
import { type DuckDbSession, firstLine, identifier, literal, withDuckDb } from './duckDb.ts'

/**
 * Parquet through DuckDB. Features are cast and their NULLs made NaN inside DuckDB, so that what comes over is plain vectors
 * of floats without gaps; whole numbers, decimals and truth values go through a double, as text does in the other formats.
 */
export async function readParquet(source: ByteSource, options: ReadListsOptions): Promise<RankingLists> {
  return withLocalFile(source, (path) =>
    withDuckDb(async (session) => {
      const file = source.name
      const input: Input = {
        ...session,
        file,
        path,
        table: `read_parquet(${literal(path)}, hive_partitioning = false, binary_as_string = true)`,
      }
      const { names, types } = await columnsOf(input)
      const columns = tableColumns(names, options, { file })
      const sql = query(input, columns, types)
      const rows = await rowsOf(input)
      const table = columnTable(file, columns, options)
      table.expect(rows)
      const result = await ask(input, () => session.connection.stream(sql))
      let done = 0
      for (;;) {
        if (options.stop?.stopped) throw new StoppedError()
        const chunk = await ask(input, () => result.fetchChunk())
        if (chunk === null || chunk.rowCount === 0) break
        table.add(chunkOf(chunk, columns.item !== undefined))
        done += chunk.rowCount
        if (source.size !== undefined) options.onProgress?.(Math.round((source.size * done) / rows), source.size)
      }
      return table.finish()
    }),
  )
}

interface Input extends DuckDbSession {
  /** How messages call the file, where it lies, and how SQL calls it. */
  readonly file: string
  readonly path: string
  readonly table: string
}

function chunkOf(chunk: DuckDBDataChunk, withItems: boolean): ColumnChunk {
  const columns = Array.from({ length: chunk.columnCount }, (_, column) => chunk.getColumnVector(column).toArray())
  const [lists, labels, ...rest] = columns
  const features = withItems ? rest.slice(1) : rest
  return {
    rows: chunk.rowCount,
    lists: lists as (string | null)[],
    labels: labels as number[],
    ...(withItems && { items: rest[0] as (string | null)[] }),
    features: features as number[][],
  }
}

async function columnsOf(input: Input): Promise<{ names: string[]; types: DuckDBType[] }> {
  const result = await ask(input, () => input.connection.run(`SELECT * FROM ${input.table} LIMIT 0`))
  return { names: result.columnNames(), types: result.columnTypes() }
}

async function rowsOf(input: Input): Promise<number> {
  const sql = `SELECT num_rows::DOUBLE FROM parquet_file_metadata(${literal(input.path)})`
  const result = await ask(input, () => input.connection.runAndReadAll(sql))
  return result.value(0, 0) as number
}

function query({ library, file, table }: Input, columns: TableColumns, types: readonly DuckDBType[]): string {
  const { DuckDBTypeId: Id } = library
  const { names, list, label, item, features } = columns
  const numeric = new Set<number>([
    ...[Id.BOOLEAN, Id.TINYINT, Id.SMALLINT, Id.INTEGER, Id.BIGINT, Id.HUGEINT, Id.UTINYINT, Id.USMALLINT],
    ...[Id.UINTEGER, Id.UBIGINT, Id.UHUGEINT, Id.FLOAT, Id.DOUBLE, Id.DECIMAL, Id.SQLNULL],
  ])
  const nested = new Set<number>([Id.LIST, Id.STRUCT, Id.MAP, Id.ARRAY, Id.UNION, Id.VARIANT])
  const number = (column: number) => {
    const { typeId } = types[column]
    if (!numeric.has(typeId))
      throw problem({ code: 'column-not-numeric', at: { file }, column: names[column], type: String(types[column]) })
    return typeId === Id.FLOAT
      ? `coalesce(${identifier(names[column])}, 'NaN'::FLOAT)`
      : `coalesce(${identifier(names[column])}::DOUBLE, 'NaN'::DOUBLE)`
  }
  const text = (column: number, role: 'list' | 'item') => {
    if (nested.has(types[column].typeId))
      throw problem({ code: 'cell-not-an-id', at: { file }, column: names[column], role, found: `of type ${types[column]}` })
    return `${identifier(names[column])}::VARCHAR`
  }
  const labels = (column: number) => {
    const { typeId } = types[column]
    if (!numeric.has(typeId) || typeId === Id.BOOLEAN)
      throw problem({ code: 'cell-not-a-label', at: { file }, column: names[column], found: `of type ${types[column]}` })
    return `coalesce(${identifier(names[column])}::DOUBLE, 'NaN'::DOUBLE)`
  }
  const wanted = [text(list, 'list'), label === undefined ? '0::DOUBLE' : labels(label)]
  if (item !== undefined) wanted.push(text(item, 'item'))
  return `SELECT ${[...wanted, ...features.map(number)].join(', ')} FROM ${table}`
}

/** What DuckDB refuses here is the file: the queries are ours and fixed. */
async function ask<Answer>({ file, path }: Input, question: () => Promise<Answer>): Promise<Answer> {
  try {
    return await question()
  } catch (error) {
    throw problem({ code: 'parquet-unreadable', at: { file }, reason: firstLine(error).replaceAll(path, file) })
  }
}

/** DuckDB reads files by path: other input is copied to one, and a path that it would take for a pattern gets a plain link. */
async function withLocalFile(source: ByteSource, work: (path: string) => Promise<RankingLists>): Promise<RankingLists> {
  if (source.path !== undefined && !/[*?[\]]/.test(source.path)) return work(source.path)
  return withTemporaryFolder(async (folder) => {
    const path = join(folder, 'table.parquet')
    if (source.path === undefined) await copyTo(path, source)
    else await symlink(resolve(source.path), path)
    return work(path)
  })
}

async function copyTo(path: string, source: ByteSource): Promise<void> {
  const handle = await open(path, 'wx')
  try {
    for await (const chunk of source.bytes()) await handle.appendFile(chunk)
  } finally {
    await handle.close()
  }
}

function problem(found: TableProblem): RankwrightError {
  return new RankwrightError({ area: 'table', ...found } satisfies Problem)
}
