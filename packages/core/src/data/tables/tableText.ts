/** Ranking lists as the text of a table: CSV, TSV or JSON lines, in pieces, rows in the order of their file. */

import { oneOf, requireArguments } from '../../arguments/shapes.ts'
import type { RankwrightError } from '../../problems/problem.ts'
import type { ColumnRole } from '../../problems/tableProblem.ts'
import { numberedFeature } from '../lists/featureNumbers.ts'
import { fileRows } from '../lists/fileRows.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { requireLists } from '../lists/requireLists.ts'
import { BytePage, fullPage } from '../text/bytePage.ts'
import { numberText } from '../text/numberText.ts'
import { encodeUtf8 } from '../text/utf8.ts'
import type { Separator } from './delimitedCells.ts'
import { defaultNames } from './tableColumns.ts'
import { tableError } from './tableError.ts'

const LF = 10

/** What the columns of a written table are called. */
export interface TableNames {
  readonly list: string
  readonly label: string
  readonly item: string
  readonly features: readonly string[]
}

/** `qid`, `label` and `doc` or, where a feature is called so, the next default name; features without names are f1, f2, … */
export function tableNames(lists: RankingLists): TableNames {
  requireLists('lists', lists)
  const { featureNames, width } = lists
  const features = featureNames ?? Array.from({ length: width }, (_, column) => numberedFeature(column + 1))
  const taken = new Set(features)
  if (taken.size < features.length) throw unwritable('two features have the same name')
  if (taken.has('')) throw unwritable('a feature has an empty name')
  const free = (role: ColumnRole) => {
    const name = defaultNames[role].find((candidate) => !taken.has(candidate))
    if (name === undefined)
      throw unwritable(`features are called ${defaultNames[role].join(', ')}, and no name is left for the ${role} column`)
    return name
  }
  return { list: free('list'), label: free('label'), item: free('item'), features }
}

/** CSV, or TSV with a tab: RFC 4180 with line feeds; a missing feature is an empty cell. */
export function* delimitedText(lists: RankingLists, separator: Separator = ','): Generator<Uint8Array> {
  requireArguments({ lists, separator }, { lists: requireLists, separator: oneOf(',', '\t') })
  const names = tableNames(lists)
  const withItems = lists.itemIds !== undefined
  const separatorByte = separator.charCodeAt(0)
  const idBytes = cached((id) => encodeUtf8(cellText(id, separator)))
  const page = new BytePage()
  const header = [names.list, names.label, ...(withItems ? [names.item] : []), ...names.features]
  page.bytes(encodeUtf8(header.map((name) => cellText(name, separator)).join(separator)))
  page.byte(LF)
  for (const { list, label, item, values } of fileRows(lists)) {
    page.bytes(idBytes(list))
    page.byte(separatorByte)
    page.text(numberText(label))
    if (item !== undefined) {
      page.byte(separatorByte)
      page.bytes(encodeUtf8(cellText(item, separator)))
    }
    for (let column = 0; column < values.length; column++) {
      page.byte(separatorByte)
      const value = values[column]
      if (!Number.isNaN(value)) page.float32(value)
    }
    page.byte(LF)
    if (page.length > fullPage) yield page.take()
  }
  yield page.take()
}

/**
 * JSON lines, one row per line; a missing feature is null. Features stand among the other keys or, where one of them has a
 * name that the reader would take for something else, together in `features`.
 */
export function* jsonLines(lists: RankingLists): Generator<Uint8Array> {
  requireLists('lists', lists)
  const names = tableNames(lists)
  const apart = names.features.some(hasMeaning)
  const [listKey, labelKey, itemKey] = apart
    ? [defaultNames.list[0], defaultNames.label[0], defaultNames.item[0]]
    : [names.list, names.label, names.item]
  const featureKeys = names.features.map((name, column) => encodeUtf8(`${apart && column === 0 ? '' : ','}${JSON.stringify(name)}:`))
  const rowStart = cached((list) => encodeUtf8(`{"${listKey}":${JSON.stringify(list)},"${labelKey}":`))
  const page = new BytePage()
  for (const { list, label, item, values } of fileRows(lists)) {
    page.bytes(rowStart(list))
    page.text(numberText(label))
    if (item !== undefined) page.bytes(encodeUtf8(`,"${itemKey}":${JSON.stringify(item)}`))
    if (apart) page.text(',"features":{')
    for (let column = 0; column < values.length; column++) {
      page.bytes(featureKeys[column])
      const value = values[column]
      if (Number.isNaN(value)) page.text('null')
      else page.float32(value)
    }
    page.text(apart ? '}}\n' : '}\n')
    if (page.length > fullPage) yield page.take()
  }
  yield page.take()
}

/** Rows of a list mostly follow each other: what depends on the list alone is made once. */
function cached(make: (list: string) => Uint8Array): (list: string) => Uint8Array {
  let last: string | undefined
  let made: Uint8Array
  return (list) => {
    if (list !== last) made = make((last = list))
    return made
  }
}

/** Whether the reader of JSON lines would take a key of that name for something other than a feature. */
function hasMeaning(name: string): boolean {
  const key = name.toLowerCase()
  return key === 'features' || key === 'items' || Object.values(defaultNames).some((names) => names.includes(key))
}

/** Quoted where it must be; an empty text is quoted so that it differs from a missing one. */
function cellText(text: string, separator: Separator): string {
  return text === '' || text.includes(separator) || /[",\t\r\n]|^ | $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function unwritable(reason: string): RankwrightError {
  return tableError({ code: 'feature-names-unwritable', reason })
}
