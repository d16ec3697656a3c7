import { filesThere } from '../filesThere.ts'
import { isQuery, namesFiles } from './duckDbSource.ts'

/** Names where a query of DuckDB may read from: after FROM and JOIN, and in what a function such as read_parquet is given. */
const namesInQuery = /(?:\b(?:from|join)\s*|[(,[]\s*)(?:'((?:[^']|'')*)'|"((?:[^"]|"")*)")/gi

/** The files of this machine that DuckDB reads: the database, what it has not taken over yet, and those that are among the sources or in a query. */
export async function duckDbFiles(database: string, sources: readonly string[]): Promise<readonly string[]> {
  const named = sources.flatMap((word) => (isQuery(word) ? filesInQuery(word) : namesFiles([word]) ? [word] : []))
  return [...(database === '' ? [] : [database, `${database}.wal`]), ...(await filesThere(named))]
}

function filesInQuery(query: string): readonly string[] {
  return [...query.matchAll(namesInQuery)].map(([, text, name]) => text?.replace(/''/g, "'") ?? name.replace(/""/g, '"'))
}
