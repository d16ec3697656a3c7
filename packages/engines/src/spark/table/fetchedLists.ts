import { type RankingLists, RankwrightError } from '@rankwright/core'
import type { ReadListsOptions, TableColumns, TableFitting } from '@rankwright/core/data'
import { StoppedError } from '@rankwright/core/runtime'
import type { EngineOptions } from '../../engine.ts'
import { ColumnChunks, type ColumnRows } from '../../tables/columnChunks.ts'
import type { SparkSession } from '../connect/sparkSession.ts'
import { newName } from '../parts/sparkParts.ts'
import { itemsByPlace } from './itemsByPlace.ts'
import { quoted } from './quoted.ts'
import type { SparkTable } from './sparkTable.ts'
import { sparkTypes } from './sparkTypes.ts'

/**
 * The lists of a table with columns that are not plain numbers. Its rows come here twice, some at a time: first for encoders to be fitted, where they are not
 * given, then to become features. `sorted` where rows of a list may stand apart. Lists and rows are in the order of `packTable`.
 */
export async function* fetchedLists(
  session: SparkSession,
  source: SparkTable,
  fitting: TableFitting,
  reading: ReadListsOptions,
  sorted: boolean,
  onProgress: EngineOptions['onProgress'],
): AsyncGenerator<RankingLists> {
  const { columns } = source
  const total = Number((await session.rows(`SELECT count(*) AS rows FROM ${source.relation}`)).get('rows')?.[0])
  if (total === 0) throw new RankwrightError({ area: 'table', code: 'table-without-rows', at: { file: source.name } })
  if (fitting.needsRows) {
    const plain = { ...columns, features: [] }
    for await (const rows of rowsOf(session, queryOf(source, plain, sorted), plain, reading)) fitting.add(rows)
  }
  const chunks = new ColumnChunks(source.name, columns, reading, fitting.finish())
  let done = 0
  for await (const rows of rowsOf(session, queryOf(source, columns, sorted), columns, reading)) {
    yield* chunks.add(rows)
    done += rows.rows
    onProgress?.(done, total)
  }
  const last = chunks.end()
  if (last !== undefined) yield last
}

/** The items of these lists by their places. */
export async function fetchedItems(session: SparkSession, source: SparkTable): Promise<string | undefined> {
  const { item } = source.columns
  if (item === undefined) return undefined
  const { cells, order } = cellsOf(source, source.columns)
  const view = newName('items')
  await session.run(
    `CREATE TEMPORARY VIEW ${view} AS SELECT CAST(${quoted(source.typed[item].name)} AS STRING) AS item, ${cells.join(', ')} FROM ${source.relation}`,
  )
  return itemsByPlace(`(SELECT *, c0 AS list FROM ${view})`, order)
}

async function* rowsOf(
  session: SparkSession,
  query: string,
  { features: { length } }: TableColumns,
  { stop }: ReadListsOptions,
): AsyncGenerator<ColumnRows> {
  for await (const batch of session.batches(query)) {
    if (stop?.stopped) throw new StoppedError()
    const columns = [...batch.values()]
    if (columns[0].length === 0) continue
    const [lists, labels, ...others] = columns
    yield {
      rows: lists.length,
      lists: lists as readonly (string | null)[],
      labels: labels as readonly number[],
      features: others.slice(0, length) as readonly (readonly number[])[],
      texts: others.slice(length) as readonly (readonly (string | null)[])[],
    }
  }
}

/** The cells in use, c0 and so on, and what orders the rows of a list. */
function cellsOf(
  { typed, order }: SparkTable,
  { list, label, features, raw = [] }: TableColumns,
): { readonly cells: readonly string[]; readonly count: number; readonly order: readonly string[] } {
  const number = (column: number | undefined, type: string) =>
    column === undefined ? '0D' : `coalesce(CAST(${quoted(typed[column].name)} AS ${type}), ${type}('NaN'))`
  const text = (column: number) => {
    const name = quoted(typed[column].name)
    return sparkTypes.isVector(typed[column].type) ? `to_json(CAST(${name} AS ARRAY<FLOAT>))` : `CAST(${name} AS STRING)`
  }
  const wanted = [
    text(list),
    number(label, 'DOUBLE'),
    ...features.map((column) => number(column, typed[column].type === 'float' ? 'FLOAT' : 'DOUBLE')),
    ...raw.map(text),
  ]
  const named = wanted.map((cell, place) => `${cell} AS c${place}`)
  if (order === undefined)
    return { cells: named, count: wanted.length, order: ['c1 DESC', ...wanted.slice(2).map((_, place) => `c${place + 2}`)] }
  return {
    cells: [...named, ...order.map((place, index) => `${place} AS p${index}`)],
    count: wanted.length,
    order: order.map((_, index) => `p${index}`),
  }
}

function queryOf(source: SparkTable, columns: TableColumns, sorted: boolean): string {
  const { cells, count, order } = cellsOf(source, columns)
  const names = Array.from({ length: count }, (_, place) => `c${place}`).join(', ')
  const rows = `SELECT ${cells.join(', ')} FROM ${source.relation}`
  if (source.order === undefined) return `SELECT ${names} FROM (${rows}) ORDER BY c0, ${order.join(', ')}`
  if (!sorted) return `SELECT ${names} FROM (${rows}) ORDER BY ${order.join(', ')}`
  const first = `min(struct(${order.join(', ')})) OVER (PARTITION BY c0)`
  return `SELECT ${names} FROM (SELECT *, ${first} AS first FROM (${rows})) ORDER BY first, ${order.join(', ')}`
}
