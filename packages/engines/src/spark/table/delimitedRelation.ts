import type { SparkSession } from '../connect/sparkSession.ts'
import { newName } from '../parts/sparkParts.ts'
import { fileOrder } from './fileOrder.ts'
import { quoted } from './quoted.ts'

/** Whole numbers that every reader takes for the same; an id such as 007 is a text. */
const WHOLE = '^-?(0|[1-9][0-9]{0,14})$'
const NUMBER = '^[+-]?((0|[1-9][0-9]*)([.][0-9]*)?|[.][0-9]+)([eE][+-]?[0-9]+)?$'

/** CSV or TSV files that Spark sees, with the names of columns in the first line of each. A file is read by one task, as cells may go over several lines. */
export async function delimitedRelation(
  session: SparkSession,
  path: string,
  separator: string,
): Promise<{ readonly relation: string; readonly order: readonly string[] }> {
  const cells = newName('cells')
  const settings = { header: 'true', multiLine: 'true', escape: '"', sep: separator }
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
