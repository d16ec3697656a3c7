import type { SqlRunner } from '@rankwright/export'
import { nativeCall } from '@rankwright/node'

/** DuckDB where it is installed, undefined elsewhere: it is an optional peer. */
export async function duckDbRunner(): Promise<SqlRunner | undefined> {
  let library: typeof import('@duckdb/node-api')
  try {
    library = await nativeCall(() => import('@duckdb/node-api'))
  } catch {
    return undefined
  }
  return {
    name: `DuckDB ${library.version()}`,
    async run(expression, columns, values) {
      const database = await nativeCall(() => library.DuckDBInstance.create(':memory:'))
      const connection = await nativeCall(() => database.connect())
      try {
        const quoted = columns.map((name) => `"${name.replaceAll('"', '""')}" FLOAT`)
        await nativeCall(() => connection.run(`CREATE TABLE items (${quoted.join(', ')})`))
        const appender = await nativeCall(() => connection.createAppender('items'))
        for (const [at, value] of values.entries()) {
          // Missing values are NULL in one row and NaN in the next.
          const row = Math.floor(at / columns.length)
          if (Number.isNaN(value) && row % 2 === 0) appender.appendNull()
          else appender.appendFloat(value)
          if ((at + 1) % columns.length === 0) appender.endRow()
        }
        appender.closeSync()
        const answer = await nativeCall(() => connection.runAndReadAll(`SELECT ${expression} AS score FROM items`))
        return answer.getRows().map(([score]) => Number(score))
      } finally {
        connection.closeSync()
        database.closeSync()
      }
    },
  }
}
