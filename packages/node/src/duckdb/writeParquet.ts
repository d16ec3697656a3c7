import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBAppender, DuckDBDataChunk } from '@duckdb/node-api'
import { fileRows, type RankingLists, RankwrightError, tableNames } from '@rankwright/core'
import { withTemporaryFolder } from '../files/temporaryFolder.ts'
import { type DuckDbSession, firstLine, identifier, literal, withDuckDb } from './duckDb.ts'

/** DuckDB takes rows in chunks of at most this many. */
const CHUNK = 2048

/**
 * Writes lists as Parquet, rows in the order of their file: list and item ids as text, labels as doubles, features as floats,
 * NULL where one is missing. `file` is how messages call it.
 */
export async function writeParquet(lists: RankingLists, path: string, file: string = path): Promise<void> {
  const names = tableNames(lists)
  const withItems = lists.itemIds !== undefined
  const columns = [names.list, names.label, ...(withItems ? [names.item] : []), ...names.features]
  refuseNamesAlike(columns)
  await withDuckDb(async (session) => {
    const { connection } = session
    const types = ['VARCHAR', 'DOUBLE', ...(withItems ? ['VARCHAR'] : []), ...names.features.map(() => 'FLOAT')]
    await connection.run(`CREATE TABLE lists (${columns.map((name, column) => `${identifier(name)} ${types[column]}`).join(', ')})`)
    const appender = await connection.createAppender('lists')
    appendRows(session, appender, lists)
    appender.closeSync()
    try {
      await connection.run(`COPY lists TO ${literal(path)} (FORMAT parquet, COMPRESSION snappy, USE_TMP_FILE false)`)
    } catch (error) {
      throw new RankwrightError({ area: 'data', code: 'cannot-write', at: { file }, reason: firstLine(error).replaceAll(path, file) })
    }
  })
}

/** The bytes of a Parquet file, for where DuckDB cannot write: standard output, or a file to be compressed. */
export async function parquetBytes(lists: RankingLists): Promise<Uint8Array> {
  return withTemporaryFolder(async (folder) => {
    const path = join(folder, 'table.parquet')
    await writeParquet(lists, path)
    return readFile(path)
  })
}

function appendRows({ library }: DuckDbSession, appender: DuckDBAppender, lists: RankingLists): void {
  const types = Array.from({ length: appender.columnCount }, (_, column) => appender.columnType(column))
  const firstFeature = lists.itemIds === undefined ? 2 : 3
  const rows = fileRows(lists)
  for (let left = lists.labels.length; left > 0; left -= CHUNK) {
    const chunk: DuckDBDataChunk = library.DuckDBDataChunk.create(types, Math.min(left, CHUNK))
    const vectors = types.map((_, column) => chunk.getColumnVector(column))
    for (let at = 0; at < chunk.rowCount; at++) {
      const { list, label, item, values } = rows.next().value!
      vectors[0].setItem(at, list)
      vectors[1].setItem(at, label)
      if (item !== undefined) vectors[2].setItem(at, item)
      for (let feature = 0; feature < values.length; feature++) {
        const value = values[feature]
        vectors[firstFeature + feature].setItem(at, Number.isNaN(value) ? null : value)
      }
    }
    for (const vector of vectors) vector.flush()
    appender.appendDataChunk(chunk)
  }
}

/** DuckDB does not tell upper from lower case in names. */
function refuseNamesAlike(columns: readonly string[]): void {
  const seen = new Map<string, string>()
  for (const name of columns) {
    const before = seen.get(name.toLowerCase())
    if (before !== undefined)
      throw new RankwrightError({
        area: 'table',
        code: 'feature-names-unwritable',
        reason: `the names "${before}" and "${name}" differ in case only, which a Parquet file written here cannot keep apart`,
      })
    seen.set(name.toLowerCase(), name)
  }
}
