/**
 * Explicit pairs beside a file of lists: CSV with the columns `list,preferred,other`, or what else separates them in its first line. Items are called by their ids where the lists
 * have any, else by their rows in the file, counted from 0. To learn from, each pair becomes a list of two items, the preferred one with label 1;
 * to judge a model by, pairs stay in their lists.
 */

import { bytes as bytesShape, requireArguments, text } from '../../arguments/shapes.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { type Separator, separatorLine, separatorOfHeader } from '../text/separator.ts'
import { textLines } from '../text/textLines.ts'
import { decodeUtf8 } from '../text/utf8.ts'
import type { DrawnPairs } from './labelPairs.ts'
import { fileOrder, type RankingLists, selectRows } from './rankingLists.ts'
import { requireLists } from './requireLists.ts'

const columns = ['list', 'preferred', 'other'] as const

const preferenceShapes = { file: text, bytes: bytesShape, lists: requireLists }

interface Preference {
  readonly line: number
  readonly list: string
  readonly preferred: number
  readonly other: number
}

/** The pairs as lists of two, in the order of the file. */
export function parsePreferences(file: string, bytes: Uint8Array, lists: RankingLists): RankingLists {
  requireArguments({ file, bytes, lists }, preferenceShapes)
  const found = preferencesIn(file, bytes, lists)
  const rows = found.flatMap(({ preferred, other }) => [preferred, other])
  const { itemIds, featureNames, othersAreZero, featuresChosen, encoders, width } = lists
  return {
    features: selectRows(lists.features, width, Uint32Array.from(rows)),
    width,
    labels: Float64Array.from(rows, (_, place) => (place % 2 === 0 ? 1 : 0)),
    offsets: Uint32Array.from({ length: found.length + 1 }, (_, list) => 2 * list),
    listIds: found.map(({ list, line }) => `${list}:${line}`),
    ...(itemIds && { itemIds: rows.map((row) => itemIds[row]) }),
    ...(featureNames && { featureNames }),
    ...(othersAreZero && { othersAreZero }),
    ...(featuresChosen && { featuresChosen }),
    ...(encoders && { encoders }),
  }
}

/** The pairs as rows of the lists, each with the preferred one second. */
export function parsePreferredPairs(file: string, bytes: Uint8Array, lists: RankingLists): DrawnPairs {
  requireArguments({ file, bytes, lists }, preferenceShapes)
  const found = preferencesIn(file, bytes, lists)
  const listOfRow = new Uint32Array(lists.labels.length)
  for (let list = 0; list < lists.listIds.length; list++) listOfRow.fill(list, lists.offsets[list], lists.offsets[list + 1])
  const places = found.map(({ preferred }) => listOfRow[preferred])
  const order = Array.from(found.keys()).sort((a, b) => places[a] - places[b] || a - b)
  const starts = new Uint32Array(lists.listIds.length + 1)
  for (const list of places) starts[list + 1]++
  for (let list = 0; list + 1 < starts.length; list++) starts[list + 1] += starts[list]
  return {
    starts,
    first: Uint32Array.from(order, (pair) => found[pair].other),
    second: Uint32Array.from(order, (pair) => found[pair].preferred),
  }
}

function preferencesIn(file: string, bytes: Uint8Array, lists: RankingLists): Preference[] {
  const rowOf = rowFinder(lists)
  const found: Preference[] = []
  let places: readonly number[] | undefined
  let separator: Separator | undefined
  for (const { line, start, end } of textLines(file, bytes)) {
    if (end === start) continue
    const text = decodeUtf8(bytes, start, end)
    if (text === undefined) throw new RankwrightError({ area: 'data', code: 'not-utf8', at: { file, line, column: 1 }, what: 'line' })
    const told = line === 1 ? separatorLine(bytes, start, end) : undefined
    separator ??= told?.separator ?? separatorOfHeader(bytes, start, end)
    if (told !== undefined) continue
    const fields = fieldsOf(text, separator)
    if (places === undefined) {
      const named = columns.map((column) => fields.indexOf(column))
      const missing = columns.filter((_, index) => named[index] < 0)
      if (missing.length > 0)
        throw new RankwrightError({ area: 'data', code: 'preference-columns', at: { file, line, column: 1 }, missing })
      places = named
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
    found.push({ line, list, preferred: pair[0], other: pair[1] })
  }
  if (found.length === 0) throw new RankwrightError({ area: 'data', code: 'no-preferences', at: { file } })
  return found
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

/** The fields of one line; one in quotes may hold separators, and two quotes for one. */
function fieldsOf(text: string, separator: Separator): string[] {
  return Array.from(text.matchAll(fieldPatterns[separator]), ([, quoted, plain]) =>
    quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'),
  )
}

const fieldPatterns: Readonly<Record<Separator, RegExp>> = {
  ',': /(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g,
  '\t': /(?:^|\t)(?:"((?:[^"]|"")*)"|([^\t]*))/g,
  ';': /(?:^|;)(?:"((?:[^"]|"")*)"|([^;]*))/g,
  '|': /(?:^|\|)(?:"((?:[^"]|"")*)"|([^|]*))/g,
}
