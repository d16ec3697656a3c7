import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { DuckDBDataChunk, DuckDBVector } from '@duckdb/node-api'
import { finishLater, type ListModel, type RankingLists, RankwrightError } from '@rankwright/core'
import { type ReadListsOptions, type TableColumns, tableFitting } from '@rankwright/core/data'
import { StoppedError } from '@rankwright/core/runtime'
import { fileFailure } from '@rankwright/node'
import { duckDbReason, openDuckDb, utcText } from '@rankwright/node/duckdb'
import { idWriter } from '@rankwright/parquet'
import type { Engine, EngineOptions } from '../engine.ts'
import { PackedFiles } from '../packed/packedFiles.ts'
import { heldParts } from '../parts/heldParts.ts'
import type { PackedParts } from '../parts/packedParts.ts'
import { ColumnChunks, type ColumnRows, ScatteredList } from '../tables/columnChunks.ts'
import { type TypedColumn, typedColumns } from '../tables/typedColumns.ts'
import { type DuckDbSource, duckDbSource } from './duckDbSource.ts'
import { duckDbTypes } from './duckDbTypes.ts'
import { nameText, quoted } from './tableName.ts'
import { requireOther as requireOtherTable, writeScores } from './writeScores.ts'

/** What DuckDB may keep in memory; what it sorts beyond that goes to the folder for temporary files. */
const memoryLimit = '1GB'

/** Tables, queries, Parquet and CSV files through DuckDB, chunk by chunk and never as a whole, packed onto the disk of this machine. */
export async function duckDbEngine(file: string, options: EngineOptions): Promise<Engine> {
  if (file !== '') requireDatabase(file)
  const packed = new PackedFiles(options.threads)
  try {
    const temporary = join(await packed.folder.path(), 'duckdb')
    let session = await opened(file, temporary)
    const read = (source: readonly string[], reading: ReadListsOptions, sorted: boolean) => lists(session, source, reading, sorted, options)
    const packedOf: (readonly string[])[] = []
    const requireOther = async (table: string, words: readonly string[]) => {
      const source = await duckDbSource(words)
      await asked(session, () => requireOtherTable(session, table, source))
    }
    return {
      name: 'duckdb',
      version: session.library.version(),
      async pack(source, reading) {
        packedOf.push(source)
        try {
          return await packed.pack(read(source, reading, false))
        } catch (error) {
          if (!(error instanceof ScatteredList)) throw error
          return await packed.pack(read(source, reading, true), true)
        }
      },
      chunks: (source, reading) => read(source, reading, true),
      ...(file !== '' && {
        requireOther,
        async writeScores(table: string, parts: PackedParts, model: ListModel, replace: boolean) {
          for (const source of packedOf) await requireOther(table, source)
          const scored = await finishLater(heldParts(parts).ask('scoredLists', { model }))
          session.close() // a database has one writer, and nobody beside it
          try {
            const writing = await opened(file, temporary, 'READ_WRITE')
            try {
              await asked(writing, () => writeScores(writing, table, scored, replace))
            } finally {
              writing.close()
            }
          } finally {
            session = await opened(file, temporary)
          }
        },
      }),
      async close() {
        session.close()
        await packed.close()
      },
    }
  } catch (error) {
    await packed.close()
    throw error
  }
}

/** DuckDB takes other files for tables, and then has no database. */
function requireDatabase(file: string): void {
  const head = Buffer.alloc(12)
  try {
    const handle = openSync(file, 'r')
    try {
      readSync(handle, head, 0, head.length, 0)
    } finally {
      closeSync(handle)
    }
  } catch (error) {
    throw fileFailure('cannot-read', file, error)
  }
  if (head.toString('latin1', 8) !== 'DUCK')
    throw cannot(`${file} is opened as a database, and it is none`, 'Give Parquet and CSV files as data, with duckdb: alone as the engine.')
}

type OpenSession = Awaited<ReturnType<typeof openDuckDb>>

async function opened(file: string, temporary: string, mode: 'READ_ONLY' | 'READ_WRITE' = 'READ_ONLY'): Promise<OpenSession> {
  try {
    return await openDuckDb({ file, reason: '' }, file === '' ? ':memory:' : file, {
      memory_limit: memoryLimit,
      temp_directory: temporary,
      ...(file !== '' && { access_mode: mode }),
    })
  } catch (error) {
    const [problem] = error instanceof RankwrightError ? error.problems : []
    if (problem?.area !== 'table' || problem.code !== 'duckdb-missing') throw refusal(error)
    const { found } = problem
    throw new RankwrightError({ area: 'engine', code: 'engine-not-installed', engine: 'duckdb', package: '@duckdb/node-api', found })
  }
}

/** The lists of a source in the order in which they first appear. `sorted` where rows of a list may stand apart: DuckDB sorts them, on disk if need be. */
async function* lists(
  session: OpenSession,
  words: readonly string[],
  reading: ReadListsOptions,
  sorted: boolean,
  { onProgress }: EngineOptions,
): AsyncGenerator<RankingLists> {
  refuseReading(reading)
  const { connection } = session
  const source = await duckDbSource(words)
  const rowsOf = async (sql: string) => (await asked(session, () => connection.runAndReadAll(sql))).getRowObjects()
  const typed = (await rowsOf(`DESCRIBE SELECT * FROM ${source.sql}`).catch((error) => withTables(error, source, rowsOf))).map(
    (row): TypedColumn => ({ name: String(row['column_name']), type: String(row['column_type']) }),
  )
  const columns = typedColumns(source.name, typed, reading, duckDbTypes, source.isText)
  const total = source.counted ? Number((await rowsOf(`SELECT count(*) AS rows FROM ${source.sql}`))[0]['rows']) : undefined
  const { stop } = reading
  const fitting = tableFitting(source.name, columns, reading)
  if (fitting.needsRows) {
    const first = query(source, typed, { ...columns, features: [] }, false)
    for await (const rows of chunksOf(session, first, typed, { ...columns, features: [] }, stop)) fitting.add(rows)
  }
  const chunks = new ColumnChunks(source.name, columns, reading, fitting.finish())
  let done = 0
  for await (const rows of chunksOf(session, query(source, typed, columns, sorted), typed, columns, stop)) {
    yield* chunks.add(rows)
    done += rows.rows
    onProgress?.(done, total)
  }
  const last = chunks.end()
  if (last !== undefined) yield last
  if (done === 0) throw new RankwrightError({ area: 'table', code: 'table-without-rows', at: { file: source.name } })
}

async function* chunksOf(
  session: OpenSession,
  sql: string,
  typed: readonly TypedColumn[],
  columns: TableColumns,
  stop: ReadListsOptions['stop'],
): AsyncGenerator<ColumnRows> {
  const result = await asked(session, () => session.connection.stream(sql))
  for (;;) {
    if (stop?.stopped) throw new StoppedError()
    const chunk = await asked(session, () => result.fetchChunk())
    if (chunk === null || chunk.rowCount === 0) return
    yield columnRows(chunk, typed, columns)
  }
}

type RowsOf = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

/** Where a table is not there: the names of those that are. */
async function withTables(error: unknown, { sql }: DuckDbSource, rowsOf: RowsOf): Promise<never> {
  if (!(error instanceof RankwrightError) || !sql.startsWith('"')) throw error
  const names = (
    await rowsOf(
      "SELECT table_schema AS schema, table_name AS name FROM information_schema.tables ORDER BY table_schema <> 'main', 1, 2 LIMIT 20",
    )
  ).map(({ schema, name }) => nameText(schema === 'main' ? [String(name)] : [String(schema), String(name)]))
  const tables =
    names.length === 0 ? 'it has no tables; give Parquet or CSV files, or a file after duckdb:' : `its tables are ${names.join(', ')}`
  const [problem] = error.problems
  if (problem.area !== 'engine' || problem.code !== 'engine-refused') throw error
  throw new RankwrightError({ ...problem, reason: `${problem.reason} The database: ${tables}.` })
}

/** What is done to whole tables in memory only. */
function refuseReading({ sameLists, encoding }: ReadListsOptions): void {
  if (encoding !== undefined)
    throw cannot('text is read as UTF-8, and an encoding has no effect', 'Convert the files to UTF-8 or Parquet, or use the engine local.')
  if (sameLists !== undefined && sameLists !== 'join' && sameLists !== 'refuse')
    throw cannot('a list is one list, in however many files it stands', 'Give the lists other ids in the query.')
}

function columnRows(chunk: DuckDBDataChunk, typed: readonly TypedColumn[], { features: { length }, raw = [] }: TableColumns): ColumnRows {
  const [ids, labels, ...others] = Array.from({ length: chunk.columnCount }, (_, column) => chunk.getColumnVector(column))
  return {
    rows: chunk.rowCount,
    lists: textsOf(ids),
    labels: numbersOf(labels),
    features: others.slice(0, length).map(numbersOf),
    texts: raw.map((column, place) => rawTexts(others[length + place], typed[column])),
  }
}

/** Floats are written here as in files: the digits of DuckDB are not always the shortest. */
function rawTexts(vector: DuckDBVector, { type }: TypedColumn): (string | null)[] {
  if (!duckDbTypes.isFloat(type)) return textsOf(vector)
  const text = idWriter({ kind: 'float', single: type === 'FLOAT' })!
  return (vector.toArray() as readonly (number | null)[]).map((value) => (value === null ? null : text(value)))
}

function textsOf(vector: DuckDBVector): (string | null)[] {
  return (vector.toArray() as readonly (string | null)[]).map((text) => (text === null ? null : text.slice(1)))
}

/** The numbers of a column without gaps, where they lie in memory. */
function numbersOf(vector: DuckDBVector): ArrayLike<number> {
  return 'items' in vector && (vector.items instanceof Float32Array || vector.items instanceof Float64Array)
    ? vector.items
    : (vector.toArray() as number[])
}

/** Texts with a letter before them: those that start with a byte order mark come over without it. */
function query(
  { sql }: DuckDbSource,
  typed: readonly TypedColumn[],
  { list, label, features, raw = [] }: TableColumns,
  sorted: boolean,
): string {
  const number = (column: number) => {
    const type = typed[column].type === 'FLOAT' ? 'FLOAT' : 'DOUBLE'
    return `coalesce(${quoted(typed[column].name)}::${type}, 'NaN'::${type})`
  }
  const text = (column: number) => {
    const { name, type } = typed[column]
    if (duckDbTypes.isFloat(type)) return `${quoted(name)}::DOUBLE`
    if (type === 'TIMESTAMP WITH TIME ZONE') return `'.' || ${utcText(quoted(name))}`
    return `'.' || ${quoted(name)}${duckDbTypes.isVector(type) ? '::FLOAT[]' : ''}::VARCHAR`
  }
  const wanted = [
    text(list),
    label === undefined ? '0::DOUBLE' : `coalesce(${quoted(typed[label].name)}::DOUBLE, 'NaN'::DOUBLE)`,
    ...features.map(number),
    ...raw.map(text),
  ]
  if (!sorted) return `SELECT ${wanted.join(', ')} FROM ${sql}`
  const names = wanted.map((each, place) => `${each} AS c${place}`).join(', ')
  const places = wanted.map((_, place) => `c${place}`).join(', ')
  const numbered = `SELECT ${names}, row_number() OVER () AS place FROM ${sql}`
  return `WITH rows AS MATERIALIZED (${numbered}), firsts AS (SELECT c0 AS id, min(place) AS first FROM rows GROUP BY c0)
    SELECT ${places} FROM rows JOIN firsts ON c0 IS NOT DISTINCT FROM id ORDER BY first, place`
}

/** What DuckDB says is wrong is told as its own words. */
async function asked<Answer>({ ask }: OpenSession, question: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask(question)
  } catch (error) {
    throw refusal(error)
  }
}

function refusal(error: unknown): unknown {
  if (error instanceof StoppedError || error instanceof RankwrightError) return error
  return new RankwrightError({
    area: 'engine',
    code: 'engine-refused',
    engine: 'DuckDB',
    reason: duckDbReason(error).replace(/[.!]*$/, '.'),
  })
}

function cannot(what: string, instead: string): RankwrightError {
  return new RankwrightError({ area: 'engine', code: 'engine-cannot', engine: 'duckdb', what, instead })
}
