import { RankwrightError } from '@rankwright/core'
import { planOfKinds, type ReadListsOptions, type TableColumns, tableColumns } from '@rankwright/core/data'
import type { SparkSession } from '../connect/sparkSession.ts'

/** What Spark reads: something for `FROM`. */
export interface SparkSource {
  /** For messages. */
  readonly name: string
  readonly relation: string
  readonly columns: TableColumns
  /** Columns that tell the place of a row among all, where Spark knows it. */
  readonly order: readonly string[] | undefined
}

/**
 * A query, a file that Spark sees (Parquet or CSV), or the name of a table. Spark knows the places of rows in Parquet files and tables of such; other rows
 * have none.
 */
export async function sparkSource(session: SparkSession, name: string, reading: ReadListsOptions): Promise<SparkSource> {
  const relation = await relationOf(session, name)
  const described = await session.rows(`DESCRIBE QUERY SELECT * FROM ${relation}`)
  const names = (described.get('col_name') ?? []).map(String)
  const types = (described.get('data_type') ?? []).map(String)
  const columns = columnsOf(name, names, types, reading)
  return { name, relation, columns, order: await orderOf(session, relation) }
}

async function relationOf(session: SparkSession, name: string): Promise<string> {
  if (/^\s*(?:select|with|from|values|table)\s/i.test(name)) return `(${name})`
  const kind = /\.(csv|tsv)(?:\.gz)?\/?$/i.exec(name)?.[1].toLowerCase()
  if (kind === undefined || name.includes('`')) {
    const path = pathOnSpark(name)
    return path === undefined ? name : `parquet.${quoted(path)}`
  }
  const view = `rankwright_source_${++views}`
  const settings = { path: name, header: 'true', inferSchema: 'true', ...(kind === 'tsv' && { sep: '\\t' }) }
  const listed = Object.entries(settings).map(([key, value]) => `${key} '${value.replace(/'/g, "\\'")}'`)
  await session.run(`CREATE TEMPORARY VIEW ${view} USING csv OPTIONS (${listed.join(', ')})`)
  return view
}

/** Where Parquet files are that Spark sees: given as a path, or as ``parquet.`path` ``. Undefined for the name of a table. */
export function pathOnSpark(name: string): string | undefined {
  const written = /^\s*parquet\.`((?:[^`]|``)+)`\s*$/i.exec(name)
  if (written !== null) return written[1].replace(/``/g, '`')
  if (name.includes('`')) return undefined
  return name.includes('/') || /\.parquet$/i.test(name) ? name : undefined
}

let views = 0

/** The columns in use, found as in Parquet files: by their names and types, and by what is asked for. */
function columnsOf(name: string, names: readonly string[], types: readonly string[], reading: ReadListsOptions): TableColumns {
  const numbers = names.filter((_, column) => isNumber(types[column]))
  const texts = names.filter((_, column) => types[column] === 'string')
  const { list, label, item, features, ignore, unlabelled } = reading
  const asked = { list, label, item, features, ignore, unlabelled, plan: planOfKinds(texts, numbers, reading) }
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
  const columns = tableColumns(names, given, { file: name })
  const wrong = (column: number, role: 'list' | 'label') => {
    const cell = { at: { file: name }, column: names[column], found: `of type ${types[column]}` }
    return role === 'label'
      ? new RankwrightError({ area: 'table', code: 'cell-not-a-label', ...cell })
      : new RankwrightError({ area: 'table', code: 'cell-not-an-id', role, ...cell })
  }
  if (!/^(?:string|tinyint|smallint|int|bigint)$/.test(types[columns.list])) throw wrong(columns.list, 'list')
  if (columns.label !== undefined && !isNumber(types[columns.label])) throw wrong(columns.label, 'label')
  const others = [...(columns.raw ?? []), ...columns.features.filter((column) => !isNumber(types[column]))]
  if (others.length > 0)
    throw new RankwrightError({
      area: 'engine',
      code: 'columns-not-numbers',
      engine: 'spark',
      columns: others.map((column) => names[column]),
    })
  return columns
}

function isNumber(type: string): boolean {
  return /^(?:tinyint|smallint|int|bigint|float|double|decimal\(\d+,\d+\))$/.test(type)
}

/** Whether Spark knows the file and the place of each row. */
async function orderOf(session: SparkSession, relation: string): Promise<readonly string[] | undefined> {
  if (relation.startsWith('(')) return undefined
  const order = ['_metadata.file_path', '_metadata.row_index']
  try {
    await session.rows(`SELECT ${order.join(', ')} FROM ${relation} LIMIT 0`)
    return order
  } catch {
    return undefined
  }
}

export function quoted(name: string): string {
  return `\`${name.replace(/`/g, '``')}\``
}
