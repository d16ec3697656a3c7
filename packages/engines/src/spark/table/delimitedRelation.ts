import type { SparkSession } from '../connect/sparkSession.ts'
import { newName } from '../parts/sparkParts.ts'
import { fileOrder } from './fileOrder.ts'
import { quoted } from './quoted.ts'

/** Whole numbers that every reader takes for the same; an id such as 007 is a text. */
const WHOLE = '^-?(0|[1-9][0-9]{0,14})$'
const NUMBER = '^[+-]?((0|[1-9][0-9]*)([.][0-9]*)?|[.][0-9]+)([eE][+-]?[0-9]+)?$'

/**
 * CSV or TSV files that Spark sees, with the names of columns in the first line of each. Tasks share a file between them where each line is a row. Where some cell goes over
 * several lines, a file is read by one task.
 */
export async function delimitedRelation(
  session: SparkSession,
  path: string,
  separator: string,
): Promise<{ readonly relation: string; readonly order: readonly string[] }> {
  const cells = newName('cells')
  const multiLine = String(!(await isRowByRow(session, path)))
  const settings = { header: 'true', multiLine, escape: '"', sep: separator }
  await session.readView(cells, { format: 'csv', settings, path }, ['*', ...fileOrder.expressions])
  const described = await session.rows(`DESCRIBE QUERY SELECT * FROM ${cells}`)
  const names = (described.get('col_name') ?? []).map(String).filter((name) => !fileOrder.columns.includes(name))
  const others = (name: string, pattern: string) => `count_if(NOT trim(${quoted(name)}) RLIKE '${pattern}')`
  const counts = names.flatMap((name, column) => [`${others(name, WHOLE)} AS w${column}`, `${others(name, NUMBER)} AS n${column}`])
  const counted = await session.rows(`SELECT ${counts.join(', ')} FROM ${cells}`)
  const none = (key: string) => Number(counted.get(key)?.[0]) === 0
  const typed = names.map((name, column) => {
    const type = none(`w${column}`) ? 'BIGINT' : none(`n${column}`) ? 'DOUBLE' : undefined
    return type === undefined ? quoted(name) : `CAST(trim(${quoted(name)}) AS ${type}) AS ${quoted(name)}`
  })
  const relation = newName('typed')
  await session.run(`CREATE TEMPORARY VIEW ${relation} AS SELECT ${[...typed, ...fileOrder.columns].join(', ')} FROM ${cells}`)
  return { relation, order: fileOrder.columns }
}

/**
 * Whether Spark finds the same rows line by line. A line with an even number of quotes ends as it began, within quotes or not, and the first begins without: so no cell
 * goes over several lines. Carriage returns within a line, and lines of blanks alone, are left to the reader of whole files.
 */
async function isRowByRow(session: SparkSession, path: string): Promise<boolean> {
  const lines = newName('lines')
  await session.readView(lines, { format: 'text', settings: { lineSep: '\n' }, path }, ['value'])
  const quotes = `length(value) - length(replace(value, '"', ''))`
  const within = `instr(value, '\\r') BETWEEN 1 AND length(value) - 1`
  const blank = `value RLIKE '^[ \\t]+\\r?$'`
  const found = await session.rows(`SELECT true AS odd FROM ${lines} WHERE (${quotes}) % 2 = 1 OR ${within} OR ${blank} LIMIT 1`)
  return (found.get('odd') ?? []).length === 0
}
