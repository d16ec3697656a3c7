import { RankwrightError } from '@rankwright/core'
import { namedOption } from '@rankwright/core/problems'
import type { AnswerOf } from '@rankwright/core/runtime'
import type { DuckDbSession } from '@rankwright/node/duckdb'
import { mayBeOne } from '../tables/mayBeOne.ts'
import type { DuckDbSource } from './duckDbSource.ts'
import { quoted, tableName } from './tableName.ts'

const columns = ['list VARCHAR', 'place INTEGER', 'score DOUBLE']

/** Writes scores into a table in one transaction. Only a table of scores is replaced, unless `replace` says otherwise. */
export async function writeScores(
  { connection }: DuckDbSession,
  target: string,
  { scores, offsets, listIds }: AnswerOf<'scoredLists'>,
  replace: boolean,
): Promise<void> {
  const [database, schema, table] = await placeOf(connection, target)
  const found = (
    await connection.runAndReadAll(
      `SELECT column_name AS name, data_type AS type FROM duckdb_columns()
       WHERE lower(database_name) = lower($1) AND lower(schema_name) = lower($2) AND lower(table_name) = lower($3) AND NOT internal`,
      [database, schema, table],
    )
  )
    .getRowObjects()
    .map(({ name, type }) => `${name} ${type}`)
  if (found.length > 0 && found.join() !== columns.join() && !replace)
    throw cannot(
      `the table ${target} is there already, and it is no table of scores`,
      `Choose another name, or replace it with ${namedOption('force')}.`,
    )
  await connection.run('BEGIN')
  try {
    await connection.run(`CREATE OR REPLACE TABLE ${[database, schema, table].map(quoted).join('.')} (${columns.join(', ')})`)
    const appender = await connection.createAppender(table, schema, database)
    for (const [list, id] of listIds.entries()) {
      for (let row = offsets[list]; row < offsets[list + 1]; row++) {
        appender.appendVarchar(id)
        appender.appendInteger(row - offsets[list] + 1)
        appender.appendDouble(scores[row])
        appender.endRow()
      }
    }
    appender.closeSync()
    await connection.run('COMMIT')
  } catch (error) {
    await connection.run('ROLLBACK').catch(() => {}) // a transaction that failed may have ended
    throw error
  }
}

/** Throws where a table is read by a source, under whatever name: scores would take the place of what they are made of. */
export async function requireOther({ connection }: DuckDbSession, target: string, { name, sql }: DuckDbSource): Promise<void> {
  const place = await placeOf(connection, target)
  const query = `SELECT * FROM ${sql}`
  await connection.run("PRAGMA explain_output = 'all'") // before anything is optimized away
  const plans = (await connection.runAndReadAll(`EXPLAIN (FORMAT JSON) ${query}`)).getRowObjects()
  const named = [...connection.getTableNames(query, true)].map(tableName)
  // Views have names of their own; the plan says what is behind them.
  const scanned = plans.flatMap(({ explain_value: plan }) => tablesIn(JSON.parse(String(plan)))).map(tableName)
  if (named.some((parts) => mayBeOne(parts, place)) || scanned.some((parts) => mayBeOne(parts, place)))
    throw cannot(
      `${name === 'the query' ? 'the query reads' : `${name} is read from`} the table ${target}, so it is not replaced`,
      'Choose another name.',
    )
}

/** What is scanned in a plan and in the plans below it. */
function tablesIn(plan: unknown): readonly string[] {
  if (Array.isArray(plan)) return plan.flatMap(tablesIn)
  if (typeof plan !== 'object' || plan === null) return []
  const { children, extra_info: about } = plan as { readonly children?: unknown; readonly extra_info?: { readonly Table?: unknown } }
  return [...(typeof about?.Table === 'string' ? [about.Table] : []), ...tablesIn(children)]
}

/** Database, schema and table, as DuckDB takes a name: of two parts, the first is a schema, or else a database. */
async function placeOf(connection: DuckDbSession['connection'], target: string): Promise<readonly [string, string, string]> {
  const parts = tableName(target)
  const [{ database, schema, known }] = (
    await connection.runAndReadAll(
      `SELECT current_database() AS database, current_schema() AS schema,
        EXISTS (FROM duckdb_schemas() WHERE database_name = current_database() AND lower(schema_name) = lower($1)) AS known`,
      [parts[0]],
    )
  ).getRowObjects()
  const [own, usual] = [String(database), String(schema)]
  if (parts.length === 1) return [own, usual, parts[0]]
  if (parts.length === 3) return [parts[0], parts[1], parts[2]]
  return !known && parts[0].toLowerCase() === own.toLowerCase() ? [own, usual, parts[1]] : [own, parts[0], parts[1]]
}

function cannot(what: string, instead: string): RankwrightError {
  return new RankwrightError({ area: 'engine', code: 'engine-cannot', engine: 'duckdb', what, instead })
}
