import { RankwrightError } from '@rankwright/core'
import { namedOption } from '@rankwright/core/problems'
import type { AnswerOf } from '@rankwright/core/runtime'
import type { DuckDbSession } from '@rankwright/node/duckdb'
import { quoted } from './duckDbSource.ts'

const columns = ['list VARCHAR', 'place INTEGER', 'score DOUBLE']

/** Writes scores into a table in one transaction. Only a table of scores is replaced, unless `replace` says otherwise. */
export async function writeScores(
  { connection }: DuckDbSession,
  table: string,
  { scores, offsets, listIds }: AnswerOf<'scoredLists'>,
  replace: boolean,
): Promise<void> {
  const found = (
    await connection.runAndReadAll(
      'SELECT column_name AS name, data_type AS type FROM duckdb_columns() WHERE table_name = $1 AND NOT internal',
      [table],
    )
  )
    .getRowObjects()
    .map(({ name, type }) => `${name} ${type}`)
  if (found.length > 0 && found.join() !== columns.join() && !replace)
    throw new RankwrightError({
      area: 'engine',
      code: 'engine-cannot',
      engine: 'duckdb',
      what: `the table ${table} is there already, and it is no table of scores`,
      instead: `Choose another name, or replace it with ${namedOption('force')}.`,
    })
  await connection.run('BEGIN')
  try {
    await connection.run(`CREATE OR REPLACE TABLE ${quoted(table)} (${columns.join(', ')})`)
    const appender = await connection.createAppender(table)
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
