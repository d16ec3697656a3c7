import { symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { DuckDBDataChunk } from '@duckdb/node-api'
import { type RankingLists, RankwrightError } from '@rankwright/core'
import { type ByteSource, type ColumnChunk, columnTable, type ReadListsOptions, whiteSpace } from '@rankwright/core/data'
import { StoppedError } from '@rankwright/core/runtime'
import { idWriter, type ParquetTable } from '@rankwright/parquet'
import { copyTo } from '../files/copyTo.ts'
import { withTemporaryFolder } from '../files/temporaryFolder.ts'
import { type DuckDbSession, firstLine, literal, utcText, withDuckDb } from './duckDb.ts'

/**
 * The lists of a Parquet file through DuckDB. Features are cast and their NULLs made NaN inside DuckDB, so that what comes over is plain vectors
 * of floats without gaps; whole numbers, decimals and truth values go through a double, as text does in the other formats. `reason` says why
 * the file takes DuckDB.
 */
export async function duckDbLists(
  source: ByteSource,
  table: ParquetTable,
  reason: string,
  options: ReadListsOptions,
): Promise<RankingLists> {
  const { file, columns, rows } = table
  return withDuckDb({ file, reason }, ({ connection, ask: askDuckDb }) =>
    withLocalFile(source, async (path) => {
      const ask = asking(file, path, askDuckDb)
      const lists = columnTable(file, columns, options)
      lists.expect(rows)
      const result = await ask(() => connection.stream(query(table, path)))
      let done = 0
      for (;;) {
        if (options.stop?.stopped) throw new StoppedError()
        const chunk = await ask(() => result.fetchChunk())
        if (chunk === null || chunk.rowCount === 0) break
        lists.add(chunkOf(chunk, table))
        done += chunk.rowCount
        if (source.size !== undefined) options.onProgress?.(Math.round((source.size * done) / rows), source.size)
      }
      return lists.finish()
    }),
  )
}

function chunkOf(chunk: DuckDBDataChunk, { columns, kinds, kept }: ParquetTable): ColumnChunk {
  const vectors = Array.from({ length: chunk.columnCount }, (_, column) => chunk.getColumnVector(column).toArray())
  const ids = (values: readonly unknown[], column: number) => {
    const text = isFloat(kinds[column]) ? idWriter(kinds[column])! : (value: unknown) => (value as string).slice(1)
    return values.map((value) => (value === null ? null : text(value)))
  }
  const [lists, labels, ...others] = vectors
  const items = columns.item === undefined ? [] : others.slice(0, 1)
  const features = others.slice(items.length, items.length + columns.features.length) as number[][]
  const texts = others.slice(items.length + features.length)
  return {
    rows: chunk.rowCount,
    lists: ids(lists, columns.list),
    labels: labels as number[],
    ...(columns.item !== undefined && { items: ids(items[0], columns.item) }),
    features,
    ...(columns.raw && { texts: columns.raw.map((column, place) => ids(texts[place], column)) }),
    kept: kept.map((column, place) => ids(texts[(columns.raw?.length ?? 0) + place], column)),
  }
}

function isFloat({ kind }: ParquetTable['kinds'][number]): boolean {
  return kind === 'float' || kind === 'half'
}

/** Columns are called by their place: names that differ in case only are one name to DuckDB. */
function query({ columns, kinds, places, kept }: ParquetTable, path: string): string {
  const { list, label, item, features, raw = [] } = columns
  const tops = Array.from({ length: (places.at(-1)?.top ?? -1) + 1 }, (_, top) => `c${top}`)
  const cell = (column: number) => `c${places[column].top}${places[column].within.map((field) => `[${literal(field)}]`).join('')}`
  const number = (column: number) => {
    const kind = kinds[column]
    const type = kind.kind === 'half' || (kind.kind === 'float' && kind.single) ? 'FLOAT' : 'DOUBLE'
    return `coalesce(${cell(column)}::${type}, 'NaN'::${type})`
  }
  // With a letter before them: texts that start with a byte order mark come over without it.
  const text = (column: number) => {
    if (kinds[column].kind === 'vector') return `'.' || ${cell(column)}::FLOAT[]::VARCHAR`
    if (kinds[column].kind === 'texts')
      return `'.' || array_to_string([trim(part, ${literal(whiteSpace)}) for part in ${cell(column)}], ', ')`
    const utc = kinds[column].kind === 'timestamp' && kinds[column].utc
    if (utc) return `'.' || ${utcText(cell(column))}`
    return isFloat(kinds[column]) ? `${cell(column)}::DOUBLE` : `'.' || ${cell(column)}::VARCHAR`
  }
  const wanted = [text(list), label === undefined ? '0::DOUBLE' : `coalesce(${cell(label)}::DOUBLE, 'NaN'::DOUBLE)`]
  if (item !== undefined) wanted.push(text(item))
  const table = `read_parquet(${literal(path)}, hive_partitioning = false, binary_as_string = true) AS lists(${tops.join(', ')})`
  return `SELECT ${[...wanted, ...features.map(number), ...raw.map(text), ...kept.map(text)].join(', ')} FROM ${table}`
}

/** An error of DuckDB here is about the file: the queries are fixed. */
function asking(file: string, path: string, ask: DuckDbSession['ask']): DuckDbSession['ask'] {
  return async (question) => {
    try {
      return await ask(question)
    } catch (error) {
      if (error instanceof StoppedError) throw error
      const reason = firstLine(error).replaceAll(path, file)
      throw new RankwrightError({ area: 'table', code: 'parquet-unreadable', at: { file }, reason })
    }
  }
}

/**
 * DuckDB reads files by path: other input is copied to one, and a path that it would take for a pattern gets a plain link. Paths are
 * whole, because it takes `~` at the start of one for the home folder.
 */
async function withLocalFile(source: ByteSource, work: (path: string) => Promise<RankingLists>): Promise<RankingLists> {
  const whole = source.path === undefined ? undefined : resolve(source.path)
  if (whole !== undefined && !/[*?[\]]/.test(whole)) return work(whole)
  return withTemporaryFolder(async (folder) => {
    const path = join(folder, 'table.parquet')
    if (whole === undefined) await copyTo(path, source)
    else await symlink(whole, path)
    return work(path)
  })
}
