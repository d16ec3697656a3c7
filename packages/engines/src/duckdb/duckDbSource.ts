import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { RankwrightError } from '@rankwright/core'
import { dataFiles } from '@rankwright/node'
import { sqlText } from '@rankwright/node/duckdb'
import { asRelation, beginsWith } from '../tables/queryText.ts'
import { quoted, tableName } from './tableName.ts'

/** What DuckDB reads rows from. */
export interface DuckDbSource {
  /** How messages call it. */
  readonly name: string
  /** After FROM. */
  readonly sql: string
  /** The number of its rows is known without reading them. */
  readonly counted: boolean
  /** The types of columns were guessed from texts. */
  readonly isText?: boolean
}

/** Files of Parquet and of delimited text by their names, a query, or else the name of a table. */
export async function duckDbSource(words: readonly string[]): Promise<DuckDbSource> {
  const [first] = words
  if (words.length === 1 && isQuery(first)) return { name: 'the query', sql: asRelation(first), counted: false }
  const isPath = namesFiles(words)
  if (!isPath && words.length === 1) return { name: first, sql: tableName(first).map(quoted).join('.'), counted: true }
  if (!isPath) throw cannot('a single table is read', `Give one of ${words.join(', ')}, or a query that joins them.`)
  const files = await dataFiles(words)
  const name = files.length === 1 ? files[0] : `${files[0]} and ${files.length - 1} more`
  const paths = `[${files.map((file) => sqlText(resolve(file))).join(', ')}]`
  const isParquet = (file: string) => /\.(?:parquet|pq)$/i.test(file)
  const isDelimited = (file: string) => /\.(?:csv|tsv)(?:\.gz)?$/i.test(file)
  if (files.every(isParquet))
    return { name, sql: `read_parquet(${paths}, hive_partitioning = false, binary_as_string = true)`, counted: true }
  if (files.every(isDelimited))
    // What else there may be in text is guessed as in files that are read here.
    return {
      name,
      sql: `read_csv(${paths}, header = true, auto_type_candidates = ['BIGINT', 'DOUBLE', 'VARCHAR'])`,
      counted: false,
      isText: true,
    }
  if (files.every((file) => isParquet(file) || isDelimited(file)))
    throw cannot(
      'all files are of one kind, and these are Parquet and text',
      "Convert some of them, or give a query such as SELECT * FROM 'a.parquet' UNION ALL BY NAME SELECT * FROM 'b.csv'.",
    )
  throw cannot('files are Parquet, CSV or TSV', 'Convert the others to Parquet first, or use the engine local.')
}

export function isQuery(word: string): boolean {
  return beginsWith(word, ['select', 'with', 'from'])
}

/** Whether words are paths, and not the name of a table. What stands in double quotes is a name. */
export function namesFiles(words: readonly string[]): boolean {
  return words.some((word) => (!/^".*"$/.test(word) && /[\\/*?]|\.(?:parquet|pq|csv|tsv|gz)$/i.test(word)) || existsSync(word))
}

function cannot(what: string, instead: string): RankwrightError {
  return new RankwrightError({ area: 'engine', code: 'engine-cannot', engine: 'duckdb', what, instead })
}
