import { RankwrightError } from '@rankwright/core'
import type { ReadListsOptions } from '@rankwright/core/data'
import { asRelation, beginsWith } from '../../tables/queryText.ts'
import { type TypedColumn, typedColumns } from '../../tables/typedColumns.ts'
import type { SparkSession } from '../connect/sparkSession.ts'
import { delimitedRelation } from './delimitedRelation.ts'
import { isLetor, letorSource } from './letorSource.ts'
import { quoted } from './quoted.ts'
import type { SparkTable } from './sparkTable.ts'
import { sparkTypes } from './sparkTypes.ts'

/**
 * A query, a file that Spark sees (Parquet, CSV or LETOR text), or the name of a table. Spark knows the places of rows in files and tables of Parquet; rows of queries have
 * none.
 */
export async function sparkSource(session: SparkSession, name: string, reading: ReadListsOptions): Promise<SparkTable> {
  try {
    return await sourceOf(session, name, reading)
  } catch (error) {
    throw withTable(error, name)
  }
}

async function sourceOf(session: SparkSession, name: string, reading: ReadListsOptions): Promise<SparkTable> {
  if (isLetor(name, reading.format) && (!isQuery(name) || reading.format === 'letor')) return letorSource(session, name, reading)
  const { relation, order, files, isText } = await relationOf(session, name)
  const typed = (await columnsOf(session, relation)).filter((column) => !order?.includes(column.name))
  const columns = typedColumns(name, typed, reading, sparkTypes, isText)
  return { name, relation, typed, columns, order, ...(files !== undefined && { files }) }
}

/** A table may be called shop.csv, which is taken for a file. */
function withTable(error: unknown, name: string): unknown {
  const [problem] = error instanceof RankwrightError ? error.problems : []
  if (problem?.area !== 'cluster' || problem.code !== 'server-refused' || !problem.reason.includes('PATH_NOT_FOUND')) return error
  if (!/^[\p{L}\p{N}_]+(?:\.[\p{L}\p{N}_]+)+$/u.test(name)) return error
  return new RankwrightError({
    ...problem,
    reason: `${problem.reason} By its ending, ${name} was taken for a file: if it is a table, give "SELECT * FROM ${name}".`,
  })
}

async function columnsOf(session: SparkSession, relation: string): Promise<TypedColumn[]> {
  const described = await session.rows(`DESCRIBE QUERY SELECT * FROM ${relation}`)
  const types = described.get('data_type') ?? []
  return (described.get('col_name') ?? []).map((name, column) => ({ name: String(name), type: String(types[column]) }))
}

interface Relation extends Pick<SparkTable, 'relation' | 'order' | 'files'> {
  /** The types of columns were guessed from texts. */
  readonly isText?: boolean
}

async function relationOf(session: SparkSession, name: string): Promise<Relation> {
  if (isQuery(name)) return { relation: asRelation(name), order: undefined }
  const kind = /\.(csv|tsv)(?:\.gz)?\/?$/i.exec(name)?.[1].toLowerCase()
  if (kind !== undefined && !name.includes('`'))
    return { ...(await delimitedRelation(session, name, kind === 'tsv' ? '\t' : ',')), isText: true }
  const path = pathOnSpark(name)
  const relation = path === undefined ? name : `parquet.${quoted(path)}`
  const order = await orderOf(session, relation)
  return { relation, order, ...(path !== undefined && order !== undefined && { files: path }) }
}

export function isQuery(name: string): boolean {
  return beginsWith(name, ['select', 'with', 'from', 'values', 'table'])
}

/** Where Parquet files are that Spark sees: given as a path, or as ``parquet.`path` ``. Undefined for the name of a table. */
export function pathOnSpark(name: string): string | undefined {
  const written = /^\s*parquet\.`((?:[^`]|``)+)`\s*$/i.exec(name)
  if (written !== null) return written[1].replace(/``/g, '`')
  if (name.includes('`')) return undefined
  return name.includes('/') || /\.parquet$/i.test(name) ? name : undefined
}

/** Whether Spark knows the file and the place of each row. */
async function orderOf(session: SparkSession, relation: string): Promise<readonly string[] | undefined> {
  const order = ['_metadata.file_path', '_metadata.row_index']
  try {
    await session.rows(`SELECT ${order.join(', ')} FROM ${relation} LIMIT 0`)
    return order
  } catch {
    return undefined
  }
}
