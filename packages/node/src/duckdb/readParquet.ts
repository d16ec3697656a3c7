import { mkdtemp, open, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { DuckDBResult, DuckDBType } from '@duckdb/node-api'
import {
  type Problem,
  type RankingLists,
  RankwrightError,
  rowCollector,
  type TableColumns,
  type TableProblem,
  tableColumns,
} from '@rankwright/core'
import { keepTrack } from '../files/atomicFile.ts'
import type { ByteSource, FormatReader } from '../files/formatReader.ts'
import { StoppedError } from '../files/stoppedError.ts'
import { type DuckDbSession, firstLine, identifier, literal, withDuckDb } from './duckDb.ts'

/**
 * Parquet through DuckDB. Features are cast and their NULLs made NaN inside DuckDB, so that what comes over is plain vectors
 * of floats without gaps; whole numbers, decimals and truth values go through a double, as text does in the other formats.
 */
export const readParquet: FormatReader = async (source, options, onProblem) =>
  withLocalFile(source, (path) =>
    withDuckDb(async (session) => {
      const file = source.name
      const table = `read_parquet(${literal(path)}, hive_partitioning = false, binary_as_string = true)`
      const { names, types } = await columnsOf(session, table, file)
      const columns = tableColumns(names, options, { file })
      const rows = await rowsOf(session, path, file)
      const collector = rowCollector()
      collector.expect(rows)
      const result = await asked(file, () => session.connection.stream(query(session, table, columns, types, file)))
      let row = 0
      for (;;) {
        if (options.stop?.stopped) throw new StoppedError()
        const chunk = await asked(file, () => result.fetchChunk())
        if (chunk === null || chunk.rowCount === 0) break
        addRows(chunk, row)
        row += chunk.rowCount
        if (source.size !== undefined) options.onProgress?.(Math.round((source.size * row) / rows), source.size)
      }
      if (row === 0) throw problem({ code: 'table-without-rows', at: { file } })
      return collector.finish({ featureNames: columns.features.map((column) => names[column]), width: columns.features.length })

      function addRows(chunk: NonNullable<Awaited<ReturnType<DuckDBResult['fetchChunk']>>>, before: number): void {
        const vectors = Array.from({ length: chunk.columnCount }, (_, column) => chunk.getColumnVector(column))
        const [lists, labels] = vectors
        const items = columns.item === undefined ? undefined : vectors[2]
        const features = vectors.slice(items === undefined ? 2 : 3)
        const values = new Float32Array(features.length)
        for (let at = 0; at < chunk.rowCount; at++) {
          const place = { file, row: before + at + 1 }
          try {
            const list = lists.getItem(at) as string | null
            if (list === null) throw problem({ code: 'cell-without-id', at: place, column: names[columns.list], role: 'list' })
            const label = labels.getItem(at) as number
            if (!Number.isFinite(label))
              throw problem({
                code: 'cell-not-a-label',
                at: place,
                column: names[columns.label],
                found: Number.isNaN(label) ? '' : String(label),
              })
            const item = items?.getItem(at) as string | null | undefined
            if (item === null) throw problem({ code: 'cell-without-id', at: place, column: names[columns.item!], role: 'item' })
            for (let feature = 0; feature < features.length; feature++) {
              const value = features[feature].getItem(at) as number
              const rounded = Math.fround(value)
              if (rounded === Infinity || rounded === -Infinity)
                throw problem({ code: 'cell-beyond-float32', at: place, column: names[columns.features[feature]], found: String(value) })
              if (rounded === 0 && value !== 0)
                options.onNote?.({
                  area: 'table',
                  code: 'cell-becomes-zero',
                  at: place,
                  column: names[columns.features[feature]],
                  found: String(value),
                })
              values[feature] = rounded
            }
            collector.addDense(list, label, values, item)
          } catch (error) {
            if (onProblem === undefined || !(error instanceof RankwrightError)) throw error
            error.problems.forEach(onProblem)
          }
        }
      }
    }),
  )

async function columnsOf({ connection }: DuckDbSession, table: string, file: string): Promise<{ names: string[]; types: DuckDBType[] }> {
  const result = await asked(file, () => connection.run(`SELECT * FROM ${table} LIMIT 0`))
  return { names: result.columnNames(), types: result.columnTypes() }
}

async function rowsOf({ connection }: DuckDbSession, path: string, file: string): Promise<number> {
  const result = await asked(file, () => connection.runAndReadAll(`SELECT num_rows::DOUBLE FROM parquet_file_metadata(${literal(path)})`))
  return result.value(0, 0) as number
}

function query({ library }: DuckDbSession, table: string, columns: TableColumns, types: readonly DuckDBType[], file: string): string {
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
  const labelType = types[label].typeId
  if (!numeric.has(labelType) || labelType === Id.BOOLEAN)
    throw problem({ code: 'cell-not-a-label', at: { file }, column: names[label], found: `of type ${types[label]}` })
  const wanted = [text(list, 'list'), `coalesce(${identifier(names[label])}::DOUBLE, 'NaN'::DOUBLE)`]
  if (item !== undefined) wanted.push(text(item, 'item'))
  return `SELECT ${[...wanted, ...features.map(number)].join(', ')} FROM ${table}`
}

/** What DuckDB refuses here is the file: the queries are ours and fixed. */
async function asked<Answer>(file: string, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    throw problem({ code: 'parquet-unreadable', at: { file }, reason: firstLine(error) })
  }
}

/** DuckDB reads files by path: other input is copied to one, and a path that it would take for a pattern gets a plain link. */
async function withLocalFile(source: ByteSource, work: (path: string) => Promise<RankingLists>): Promise<RankingLists> {
  if (source.path !== undefined && !/[*?[\]]/.test(source.path)) {
    await source.close?.()
    return work(source.path)
  }
  const folder = await mkdtemp(join(tmpdir(), 'rankwright-'))
  const forget = keepTrack(folder)
  try {
    const path = join(folder, 'table.parquet')
    if (source.path === undefined) await copyTo(path, source)
    else {
      await source.close?.()
      await symlink(resolve(source.path), path)
    }
    return await work(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
    forget()
  }
}

async function copyTo(path: string, source: ByteSource): Promise<void> {
  const handle = await open(path, 'wx')
  try {
    for await (const chunk of source.bytes()) await handle.write(chunk)
  } finally {
    await handle.close()
  }
}

function problem(found: TableProblem): RankwrightError {
  return new RankwrightError({ area: 'table', ...found } satisfies Problem)
}
