/** Ranking lists as the text of a table: CSV, TSV or JSON lines, in pieces, rows in the order of their file. */

import { oneOf, requireArguments } from '../../arguments/shapes.ts'
import { isJsonVector } from '../cells/cellVector.ts'
import { eachText } from '../cells/packedTexts.ts'
import { type FileRow, fileRows } from '../lists/fileRows.ts'
import { fileOrder, type RankingLists } from '../lists/rankingLists.ts'
import { requireLists } from '../lists/requireLists.ts'
import { BytePage, fullPage } from '../text/bytePage.ts'
import { numberText } from '../text/numberText.ts'
import type { Separator } from '../text/separator.ts'
import { encodeUtf8 } from '../text/utf8.ts'
import { cellText } from './cellText.ts'
import { defaultNames } from './tableColumns.ts'
import { tableLayout, type WrittenColumn } from './tableLayout.ts'

const LF = 10

/** Writes the cell of a row that has this place in the lists. */
type CellWriter = (row: FileRow, place: number) => void

/** CSV, or TSV with a tab: RFC 4180 with line feeds; what is missing is an empty cell. */
export function* delimitedText(lists: RankingLists, separator: Separator = ','): Generator<Uint8Array> {
  requireArguments({ lists, separator }, { lists: requireLists, separator: oneOf(',', '\t') })
  const { columns, lists: written } = tableLayout(lists)
  const separatorByte = separator.charCodeAt(0)
  const page = new BytePage()
  page.bytes(encodeUtf8(columns.map(({ name }) => cellText(name, separator)).join(separator)))
  page.byte(LF)
  const writers = columns.map((column) => cellTextWriter(page, column, separator))
  const order = fileOrder(written)
  let rows = 0
  for (const row of fileRows(written)) {
    const place = order[rows++]
    for (let column = 0; column < writers.length; column++) {
      if (column > 0) page.byte(separatorByte)
      writers[column](row, place)
    }
    page.byte(LF)
    if (page.length > fullPage) yield page.take()
  }
  yield page.take()
}

function cellTextWriter(page: BytePage, column: WrittenColumn, separator: Separator): CellWriter {
  const bytesOf = (text: string) => encodeUtf8(cellText(text, separator))
  switch (column.holds) {
    case 'list': {
      const ids = cached(bytesOf)
      return ({ list }) => page.bytes(ids(list))
    }
    case 'label':
      return ({ label }) => page.text(numberText(label))
    case 'item':
      return ({ item }) => page.bytes(bytesOf(item!))
    case 'number':
      return ({ values }) => {
        if (!Number.isNaN(values[column.feature])) page.float32(values[column.feature])
      }
    case 'text': {
      const { values, codes, isNumber } = column.cells
      const cells = Array.from(eachText(values), bytesOf)
      const numbers = isNumber ? Array.from(eachText(values), (text) => bytesOf(column.numberText(text))) : cells
      return (_, place) => page.bytes((isNumber?.[place] === 1 ? numbers : cells)[codes[place]] ?? nothing)
    }
  }
}

/**
 * JSON lines, one row per line; what is missing is null. Features stand among the other keys or, where one of them has a
 * name that the reader would take for something else, together in `features`.
 */
export function* jsonLines(lists: RankingLists): Generator<Uint8Array> {
  requireLists('lists', lists)
  const { columns, lists: written } = tableLayout(lists)
  const features = columns.filter(isFeature)
  const apart = features.some(({ name }) => hasMeaning(name, lists.cells !== undefined))
  const page = new BytePage()
  const ids = columns.filter((column) => !isFeature(column)).map((column, place) => idWriter(page, column, place, apart && !lists.cells))
  const cells = features.map((column, place) => cellWriter(page, column, apart && place === 0))
  const order = fileOrder(written)
  let rows = 0
  for (const row of fileRows(written)) {
    const place = order[rows++]
    page.text('{')
    for (const write of ids) write(row, place)
    if (apart) page.text(',"features":{')
    for (const write of cells) write(row, place)
    page.text(apart ? '}}\n' : '}\n')
    if (page.length > fullPage) yield page.take()
  }
  yield page.take()
}

/** The column of an id or of the label. */
type IdColumn = Extract<WrittenColumn, { holds: 'list' | 'label' | 'item' }>
type FeatureColumn = Exclude<WrittenColumn, IdColumn>

function isFeature(column: WrittenColumn): column is FeatureColumn {
  return column.holds === 'number' || column.holds === 'text'
}

/** The key and value of an id or the label. `byDefault`: under the first default name, as nothing else has that key. */
function idWriter(page: BytePage, { name, holds }: IdColumn, place: number, byDefault: boolean): CellWriter {
  const key = `${place > 0 ? ',' : ''}${JSON.stringify(byDefault ? defaultNames[holds][0] : name)}:`
  const ids = cached((id) => encodeUtf8(`${key}${JSON.stringify(id)}`))
  switch (holds) {
    case 'list':
      return ({ list }) => page.bytes(ids(list))
    case 'item':
      return ({ item }) => page.bytes(ids(item!))
    case 'label':
      return ({ label }) => page.text(`${key}${numberText(label)}`)
  }
}

function cellWriter(page: BytePage, column: FeatureColumn, isFirst: boolean): CellWriter {
  const key = encodeUtf8(`${isFirst ? '' : ','}${JSON.stringify(column.name)}:`)
  if (column.holds === 'text') {
    const { values, codes, isNumber } = column.cells
    const cells = Array.from(eachText(values), (text) => encodeUtf8(isJsonVector(text) ? text.replace(/\s+/g, '') : JSON.stringify(text)))
    const numbers = isNumber && Array.from(eachText(values), encodeUtf8)
    return (_, place) => {
      page.bytes(key)
      page.bytes((numbers && isNumber[place] === 1 ? numbers : cells)[codes[place]] ?? missing)
    }
  }
  return ({ values }) => {
    page.bytes(key)
    const value = values[column.feature]
    if (Number.isNaN(value)) page.bytes(missing)
    else page.float32(value)
  }
}

const nothing = new Uint8Array(0)
const missing = encodeUtf8('null')

/** Rows of a list mostly follow each other: what depends on the list alone is made once. */
function cached(make: (list: string) => Uint8Array): (list: string) => Uint8Array {
  let last: string | undefined
  let made: Uint8Array
  return (list) => {
    if (list !== last) made = make((last = list))
    return made
  }
}

/** Whether the reader of JSON lines would take a key of that name for something other than a feature; names that were read before are known not to be roles. */
function hasMeaning(name: string, wasRead: boolean): boolean {
  const key = name.toLowerCase()
  return key === 'features' || key === 'items' || (!wasRead && Object.values(defaultNames).some((names) => names.includes(key)))
}
