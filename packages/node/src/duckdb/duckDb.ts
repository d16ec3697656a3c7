import type * as DuckDb from '@duckdb/node-api'
import { RankwrightError } from '@rankwright/core'
import { StoppedError } from '@rankwright/core/runtime'
import { nativeCall } from '../workers/nativeWork.ts'

/** DuckDB with a connection of its own; nothing is stored, and nothing is ever downloaded. */
export interface DuckDbSession {
  readonly library: typeof DuckDb
  readonly connection: DuckDb.DuckDBConnection
  /** Everything that DuckDB answers later is asked through this, so that Ctrl-C can interrupt it. */
  ask<Answer>(question: () => Promise<Answer>): Promise<Answer>
}

/** What DuckDB is needed for: a file, and what it is about the file. */
export interface DuckDbNeed {
  readonly file: string
  readonly reason: string
}

/** Runs `work` on a fresh database in memory. DuckDB is an optional peer dependency, loaded when it is first needed. */
export async function withDuckDb<Result>(need: DuckDbNeed, work: (session: DuckDbSession) => Promise<Result>): Promise<Result> {
  const { close, ...session } = await openDuckDb(need)
  try {
    return await work(session)
  } finally {
    close()
  }
}

/** A session on a database file, or on a fresh database in memory, with settings of DuckDB beside ours; it must be closed. */
export async function openDuckDb(
  need: DuckDbNeed,
  file = ':memory:',
  settings: Readonly<Record<string, string>> = {},
): Promise<DuckDbSession & { close(): void }> {
  const library = await loadDuckDb(need)
  const database = await nativeCall(() =>
    library.DuckDBInstance.create(file, {
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      preserve_insertion_order: 'true',
      ...settings,
    }),
  )
  const connection = await nativeCall(() => database.connect())
  return {
    library,
    connection,
    ask: (question) => nativeCall(question, () => connection.interrupt()),
    close() {
      connection.closeSync()
      database.closeSync()
    },
  }
}

/** `load` replaces the import in tests. */
export async function loadDuckDb(
  { file, reason }: DuckDbNeed,
  load: () => Promise<typeof DuckDb> = () => import('@duckdb/node-api'),
): Promise<typeof DuckDb> {
  try {
    return await nativeCall(load)
  } catch (error) {
    if (error instanceof StoppedError) throw error
    throw new RankwrightError({ area: 'table', code: 'duckdb-missing', at: { file }, reason, found: firstLine(error) })
  }
}

/** What DuckDB says is wrong, without the kind of error before it and the query after it. */
export function firstLine(error: unknown): string {
  const [line] = (error instanceof Error ? error.message : String(error)).split('\n')
  return line.replace(/^(?:[A-Z]\w*(?: [A-Z]\w*)* Error: )+/, '').replace(/\.$/, '')
}

/** A text as SQL writes it. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** The text of a time with a zone, in UTC: a cast to text takes the zone of the machine. */
export function utcText(expression: string): string {
  return `CASE WHEN isfinite(${expression}) THEN make_timestamp(epoch_us(${expression}))::VARCHAR || '+00:00' ELSE ${expression}::VARCHAR END`
}
