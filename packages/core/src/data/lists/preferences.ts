/**
 * Explicit pairs beside a file of lists: CSV with the columns `list,preferred,other`. Items are called by their ids where the lists
 * have any, else by their rows in the file, counted from 0. Each pair becomes a list of two items, the preferred one with label 1.
 */
import { RankwrightError } from '../../problems/problem.ts'
import { textLines } from '../text/textLines.ts'
import { decodeUtf8 } from '../text/utf8.ts'
import { fileOrder, type RankingLists, selectRows } from './rankingLists.ts'

const columns = ['list', 'preferred', 'other'] as const

/** The pairs as lists of two, in the order of the file. */
export function parsePreferences(file: string, bytes: Uint8Array, lists: RankingLists): RankingLists {
  const rowOf = rowFinder(lists)
  const rows: number[] = []
  const listIds: string[] = []
  let places: readonly number[] | undefined
  for (const { line, start, end } of textLines(bytes)) {
    if (end === start) continue
    const text = decodeUtf8(bytes, start, end)
    if (text === undefined) throw new RankwrightError({ area: 'data', code: 'not-utf8', at: { file, line, column: 1 }, what: 'line' })
    const fields = csvFields(text)
    if (places === undefined) {
      const found = columns.map((column) => fields.indexOf(column))
      const missing = columns.filter((_, index) => found[index] < 0)
      if (missing.length > 0)
        throw new RankwrightError({ area: 'data', code: 'preference-columns', at: { file, line, column: 1 }, missing })
      places = found
      continue
    }
    const [list, preferred, other] = places.map((place) => fields[place] ?? '')
    const at = { file, line, column: 1 }
    const pair = [preferred, other].map((name) => {
      const row = rowOf(list, name)
      if (row === undefined) {
        throw new RankwrightError({ area: 'data', code: 'preference-unknown', at, list: list.slice(0, 40), item: name.slice(0, 40) })
      }
      return row
    })
    if (pair[0] === pair[1]) throw new RankwrightError({ area: 'data', code: 'preference-of-itself', at, item: preferred.slice(0, 40) })
    rows.push(...pair)
    listIds.push(`${list}:${line}`)
  }
  if (rows.length === 0) throw new RankwrightError({ area: 'data', code: 'no-preferences', at: { file } })
  const labels = Float64Array.from(rows, (_, place) => (place % 2 === 0 ? 1 : 0))
  const { itemIds, featureNames, width } = lists
  return {
    features: selectRows(lists.features, width, Uint32Array.from(rows)),
    width,
    labels,
    offsets: Uint32Array.from({ length: listIds.length + 1 }, (_, list) => 2 * list),
    listIds,
    ...(itemIds && { itemIds: rows.map((row) => itemIds[row]) }),
    ...(featureNames && { featureNames }),
  }
}

/** The row of an item of a list by its id, or by its row in the file. */
function rowFinder(lists: RankingLists): (list: string, name: string) => number | undefined {
  const { listIds, offsets, itemIds } = lists
  const numbers = new Map(listIds.map((id, list) => [id, list]))
  const within = (list: string, row: number | undefined) => {
    const number = numbers.get(list)
    return number !== undefined && row !== undefined && row >= offsets[number] && row < offsets[number + 1] ? row : undefined
  }
  if (itemIds === undefined) {
    const order = fileOrder(lists)
    return (list, name) => within(list, /^\d+$/.test(name) ? order[Number(name)] : undefined)
  }
  const known = new Map<string, number>()
  for (const [list, id] of listIds.entries()) {
    for (let row = offsets[list]; row < offsets[list + 1]; row++) known.set(`${id}\n${itemIds[row]}`, row)
  }
  return (list, name) => known.get(`${list}\n${name}`)
}

/** The fields of one line; one in quotes may hold commas, and two quotes for one. */
function csvFields(text: string): string[] {
  return Array.from(text.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g), ([, quoted, plain]) =>
    quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'),
  )
}
