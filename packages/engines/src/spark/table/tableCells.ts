import { quoted } from './quoted.ts'
import type { SparkTable } from './sparkTable.ts'
import { sparkTypes } from './sparkTypes.ts'

/** A cell as text, as files have it: times in UTC, which the session is set to. */
export function textOf({ typed }: Pick<SparkTable, 'typed'>, column: number): string {
  const { name, type } = typed[column]
  if (sparkTypes.isVector(type)) return `to_json(CAST(${quoted(name)} AS ARRAY<FLOAT>))`
  const text = `CAST(${quoted(name)} AS STRING)`
  return type === 'timestamp' ? `concat(${text}, '+00:00')` : text
}

/** The rows with the columns in use, as they are; labels are doubles. */
export function cellsOf(table: SparkTable): string {
  const {
    relation,
    columns: { names, list, label, item, features },
    order = [],
  } = table
  const labels = label === undefined ? '0D' : `CAST(${quoted(names[label])} AS DOUBLE)`
  const places = order.map((place, index) => `${place} AS place${index}`)
  const items = item === undefined ? [] : [`${textOf(table, item)} AS item`]
  const cells = features.map((column, place) => `${quoted(names[column])} AS cell${place}`)
  const columns = [`${textOf(table, list)} AS list`, `${labels} AS label`, ...items, ...places, ...cells]
  return `SELECT ${columns.join(', ')} FROM ${relation}`
}
