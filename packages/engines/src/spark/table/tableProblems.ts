import { RankwrightError } from '@rankwright/core'
import type { SparkSession } from '../connect/sparkSession.ts'
import { quoted } from './quoted.ts'
import type { SparkTable } from './sparkTable.ts'

/** Every row has a list, and every row of a list as many labels; one entry for each list, or for some together. */
export function requireCells(
  { name, columns: { names, list, label } }: SparkTable,
  without: readonly unknown[],
  rows: readonly number[],
  labelled: readonly number[],
): void {
  const at = { file: name }
  if (rows.length === 0) throw new RankwrightError({ area: 'table', code: 'table-without-rows', at })
  if (without.includes(true)) throw new RankwrightError({ area: 'table', code: 'cell-without-id', at, column: names[list], role: 'list' })
  if (labelled.some((count, place) => count !== rows[place]))
    throw new RankwrightError({ area: 'table', code: 'cell-not-a-label', at, column: names[label ?? 0], found: '' })
}

/** A number that is too large, of the first column that has one. */
export async function tooLarge(
  session: SparkSession,
  { name, relation, columns: { names, list, features } }: SparkTable,
): Promise<RankwrightError> {
  const cells = features.map((column) => `CAST(${quoted(names[column])} AS DOUBLE)`)
  // The number of the first column in which a row has one, counted from 1; null where it has none.
  const columns = cells.map((cell, place) => `IF(abs(CAST(${cell} AS FLOAT)) = float('Infinity'), ${place + 1}, NULL)`)
  const found = await session.rows(
    `SELECT rankwright_list, rankwright_column, elt(rankwright_column, ${cells.map((cell) => `CAST(${cell} AS STRING)`).join(', ')}) AS cell ` +
      `FROM (SELECT *, CAST(${quoted(names[list])} AS STRING) AS rankwright_list, coalesce(${columns.join(', ')}) AS rankwright_column FROM ${relation}) ` +
      'WHERE rankwright_column IS NOT NULL ORDER BY rankwright_column LIMIT 1',
  )
  const [id, place, cell] = ['rankwright_list', 'rankwright_column', 'cell'].map((field) => found.get(field)?.[0])
  if (place !== undefined) {
    const column = names[features[Number(place) - 1]]
    return new RankwrightError({
      area: 'table',
      code: 'cell-beyond-float32',
      at: { file: `${name}, list "${id}"` },
      column,
      found: String(cell),
    })
  }
  return new RankwrightError({
    area: 'engine',
    code: 'engine-cannot',
    engine: 'spark',
    what: `${name} was changed while it was read`,
    instead: 'Run the command again.',
  })
}
