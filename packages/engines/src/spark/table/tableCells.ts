import { quoted } from './quoted.ts'
import type { SparkTable } from './sparkTable.ts'

/** The rows with the columns in use, as they are; labels are doubles. */
export function cellsOf({ relation, columns: { names, list, label, item, features }, order = [] }: SparkTable): string {
  const labels = label === undefined ? '0D' : `CAST(${quoted(names[label])} AS DOUBLE)`
  const places = order.map((place, index) => `${place} AS place${index}`)
  const items = item === undefined ? [] : [`CAST(${quoted(names[item])} AS STRING) AS item`]
  const cells = features.map((column, place) => `${quoted(names[column])} AS cell${place}`)
  const columns = [`CAST(${quoted(names[list])} AS STRING) AS list`, `${labels} AS label`, ...items, ...places, ...cells]
  return `SELECT ${columns.join(', ')} FROM ${relation}`
}
