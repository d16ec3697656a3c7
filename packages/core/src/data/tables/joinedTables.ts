import { RankwrightError } from '../../problems/problem.ts'
import type { ColumnRole } from '../../problems/tableProblem.ts'
import { JoinedRows, type SameLists } from '../lists/joinedRows.ts'
import { copyRow, fileOrder, type RankingLists } from '../lists/rankingLists.ts'
import type { ReadTable } from './rawTable.ts'
import { missingWordsOf, RawColumn } from './rawTexts.ts'
import type { TableReaderOptions } from './tableColumns.ts'
import { tableError } from './tableError.ts'

/** A table of a file as it was read, with the names of all its columns. */
export interface TablePart {
  readonly table: ReadTable
  readonly names: readonly string[]
}

/** The tables of several files as one. */
export interface JoinedTable extends TablePart {
  /** The ids that tell all lists apart; see `JoinedLists`. */
  readonly ids: readonly string[]
}

/**
 * Puts the tables of several files below each other, columns by name: those that a file lacks have no values in its rows. The parts are
 * given up one by one as their rows are taken, and the array of them is empty in the end.
 */
export function joinedTables(parts: TablePart[], sameLists: SameLists, options: TableReaderOptions): JoinedTable {
  const [{ table: first }] = parts
  const names = union(parts.map((part) => part.names))
  const order = union(parts.map(({ table }) => table.order))
  const [label, item] = [columnWithRole('label', parts), columnWithRole('item', parts)]
  requireSameRoles(parts)
  tellMissing(parts, [...order, ...(item === undefined ? [] : [item])], options)
  const everywhere = parts.every(({ table }) => table.item !== undefined)
  const raw = rawColumns(parts, options)
  const isRaw = new Set(raw.map(({ name }) => name))
  const plain = order.filter((name) => !isRaw.has(name))
  const files = parts.map(({ table }) => ({ name: table.file, rows: table.lists.labels.length }))
  const { lists, ids } = joinedRows(parts, plain, sameLists)
  return {
    names,
    ids,
    table: {
      file: shortly(files.map(({ name }) => name)),
      lists,
      raw: order.flatMap((name) => raw.find((column) => column.name === name) ?? []),
      order,
      list: first.list,
      ...(label !== undefined && { label }),
      ...(item !== undefined && everywhere && { item }),
      placeOf: placesIn(files),
    },
  }
}

function joinedRows(parts: TablePart[], plain: readonly string[], sameLists: SameLists): ReturnType<JoinedRows['finish']> {
  const joined = new JoinedRows(sameLists)
  const total = parts.reduce((rows, { table }) => rows + table.lists.labels.length, 0)
  const values = new Float32Array(plain.length)
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    const { lists, file } = part.table
    const rows = joined.open(file)
    rows.expectedRows = () => total
    const own = new Float32Array(lists.width)
    const places = plain.map((name) => lists.featureNames?.indexOf(name) ?? -1)
    const listOfRow = listsOfRows(lists)
    let list = -1
    let number = -1
    let at = 0
    rows.place = () => ({ file, row: at })
    for (const row of fileOrder(lists)) {
      at++
      if (listOfRow[row] !== list) number = rows.listNumber(lists.listIds[(list = listOfRow[row])])
      copyRow(lists, row, own)
      for (const [column, place] of places.entries()) values[column] = place < 0 ? Number.NaN : own[place]
      rows.addDense(number, lists.labels[row], values, lists.itemIds?.[row])
    }
  }
  return joined.finish({ featureNames: plain, width: plain.length })
}

function listsOfRows({ offsets, listIds, labels }: RankingLists): Uint32Array {
  const listOfRow = new Uint32Array(labels.length)
  for (let list = 0; list < listIds.length; list++) listOfRow.fill(list, offsets[list], offsets[list + 1])
  return listOfRow
}

/** The columns that are not plain numbers, cells one file after another. */
function rawColumns(parts: readonly TablePart[], options: TableReaderOptions): readonly RawColumn[] {
  return union(parts.map(({ table }) => table.raw.map(({ name }) => name))).map((name) => {
    const column = new RawColumn(name, missingWordsOf(options), { copied: options.copyCells })
    const isNumber = options.encoders?.columns.some((encoder) => encoder.kind === 'number' && encoder.column === name) === true
    for (const { table } of parts) {
      const { raw, lists, file } = table
      if (isNumber && lists.featureNames?.includes(name)) {
        for (const number of fileNumbers(lists, name)) column.add(Number.isNaN(number) ? undefined : String(number), true)
        continue
      }
      if (lists.featureNames?.includes(name)) {
        const other = parts.find((part) => part.table.raw.some((each) => each.name === name))!
        throw tableError({ code: 'column-of-two-kinds', at: { file }, column: name, file: other.table.file })
      }
      column.append(raw.find((each) => each.name === name) ?? lists.labels.length)
    }
    return column
  })
}

/** A column of plain numbers, in the order of its file; NaN where there is none. */
function* fileNumbers(lists: RankingLists, name: string): Generator<number> {
  const place = lists.featureNames!.indexOf(name)
  const values = new Float32Array(lists.width)
  for (const row of fileOrder(lists)) {
    copyRow(lists, row, values)
    yield values[place]
  }
}

/** The column that is the label or the item in the first file that has one. */
function columnWithRole(role: 'label' | 'item', parts: readonly TablePart[]): string | undefined {
  return parts.find(({ table }) => table[role] !== undefined)?.table[role]
}

function requireSameRoles(parts: readonly TablePart[]): void {
  const roles: readonly (ColumnRole & ('list' | 'label' | 'item'))[] = ['list', 'label', 'item']
  for (const role of roles) {
    const first = parts.find(({ table }) => table[role] !== undefined)?.table
    for (const { table } of parts) {
      const found = table[role]
      if (first === undefined || found === undefined || found === first[role]) continue
      throw tableError({ code: 'role-in-another-column', at: { file: table.file }, role, found, first: first[role]!, file: first.file })
    }
  }
}

/** One note for each file. */
function tellMissing(parts: readonly TablePart[], used: readonly string[], { onNote }: TableReaderOptions): void {
  if (onNote === undefined) return
  for (const { table, names } of parts) {
    const missing = used.filter((name) => !names.includes(name))
    if (missing.length > 0) onNote({ area: 'table', code: 'columns-of-other-files', at: { file: table.file }, missing })
  }
}

function placesIn(files: readonly { readonly name: string; readonly rows: number }[]) {
  return (row: number) => {
    let before = 0
    for (const { name, rows } of files) {
      if (row < before + rows) return { file: name, row: row - before + 1 }
      before += rows
    }
    throw new RankwrightError({ area: 'data', code: 'rows-do-not-fit', reason: `there is no row ${row}` })
  }
}

function shortly(names: readonly string[]): string {
  return names.length <= 3 ? names.join(', ') : `${names[0]} and ${names.length - 1} other files`
}

function union(all: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(all.flat())]
}
