/** A table with a row for each term, in which any column may be text, categories, dates, vectors or numbers with signs. */
import { options as optionsOf, texts } from '../../arguments/shapes.ts'
import { type FormatReaders, listsFrom } from '../../data/files/listsFrom.ts'
import { copyRow, type RankingLists } from '../../data/lists/rankingLists.ts'
import type { ByteSource } from '../../data/sources/byteSource.ts'
import { DelimitedCells } from '../../data/tables/delimitedCells.ts'
import { encodedFeatures } from '../../data/tables/encodedLists.ts'
import { fitTable } from '../../data/tables/fitTable.ts'
import { type RawTable, type RawTableOptions, type ReadTable, rawTableShapes, refuseIdleRoles } from '../../data/tables/rawTable.ts'
import { missingWordsOf, RawColumn } from '../../data/tables/rawTexts.ts'
import { rowOf } from '../../data/tables/tableSample.ts'
import { utf8MarkLength } from '../../data/text/byteOrderMark.ts'
import { type Separator, separatorLine } from '../../data/text/separator.ts'
import { RankwrightError } from '../../problems/problem.ts'

/** What the columns of such a table are for, where that is not to be guessed. */
export interface TermTableOptions
  extends Pick<RawTableOptions, 'number' | 'category' | 'text' | 'date' | 'dateOrder' | 'vector' | 'missingWords' | 'onColumns'> {
  readonly ignore?: readonly string[]
}

const { number, category, text, date, dateOrder, vector, missingWords, onColumns } = rawTableShapes
export const termTableShape = optionsOf({ number, category, text, date, dateOrder, vector, missingWords, onColumns, ignore: texts })

/** The numbers that were made of the columns, for each row. */
export interface TermTable {
  readonly names: readonly string[]
  readonly rows: readonly { readonly term: string; readonly values: ArrayLike<number> }[]
}

/** CSV or TSV: the first column names the term, and the first line the columns. */
export function termTable(file: string, bytes: Uint8Array, separator: Separator, options: TermTableOptions): TermTable {
  const [heads, ...rows] = rowsOf(file, bytes, separator)
  const names = heads.cells.slice(1)
  const ignored = new Set(options.ignore)
  const at = { file, line: heads.line, column: 1 }
  refuseIdleRoles(names, options, (name) => (ignored.has(name) ? 'ignore' : undefined), at)
  const raw = names.map((name) => new RawColumn(name, missingWordsOf(options)))
  for (const { cells, line } of rows) {
    if (cells.length !== heads.cells.length)
      throw new RankwrightError({
        area: 'ontology',
        code: 'vector-row',
        at: { file, line, column: 1 },
        found: cells.join().slice(0, 60),
        numbers: names.length,
      })
    for (const [column, each] of raw.entries()) each.add(cells[column + 1])
  }
  const used = raw.filter(({ name }) => !ignored.has(name))
  const table: RawTable = {
    file,
    lists: { ...noFeatures, ...oneList(rows.length) },
    raw: used.map((column) => column.finish(undefined)),
    order: used.map(({ name }) => name),
    list: heads.cells[0],
  }
  const terms = rows.map(({ cells }) => cells[0])
  return fittedTable(table, terms, options)
}

/** The same of JSON lines, whose first key names the term, or of Parquet. Arrays of numbers and columns `name_0`, `name_1`, … are vectors. */
export async function termTableFrom(
  source: ByteSource,
  format: 'jsonl' | 'parquet',
  options: TermTableOptions,
  readers: FormatReaders,
): Promise<TermTable> {
  const { onColumns: _, ...roles } = options
  let read: ReadTable | undefined
  const lists = await listsFrom(
    source,
    {
      ...roles,
      format,
      firstIsList: true,
      unlabelled: true,
      onTable: (table) => {
        read = table
      },
    },
    readers,
  )
  const { raw, ...table } = read!
  const rows = lists.labels.length
  const terms = lists.listIds.flatMap((term, list) => Array<string>(lists.offsets[list + 1] - lists.offsets[list]).fill(term))
  const own: RawTable = { ...table, lists: { ...lists, ...oneList(rows) }, raw: raw.map((column) => column.finish(lists.sourceRows)) }
  return fittedTable(own, terms, options)
}

const noFeatures = { features: { kind: 'dense', values: new Float32Array(0) }, width: 0 } as const

/** All rows together: a text that all rows of a term share is no query. */
function oneList(rows: number): Pick<RankingLists, 'labels' | 'offsets' | 'listIds'> {
  return { labels: new Float64Array(rows), offsets: Uint32Array.of(0, rows), listIds: ['terms'] }
}

/** Encoders are fitted to all rows: terms are known beforehand. */
function fittedTable(table: RawTable, terms: readonly string[], options: TermTableOptions): TermTable {
  const { encoders, columns } = fitTable(table, { ...options, match: ['none'], open: true }, new Map())
  options.onColumns?.(columns)
  const lists = { ...table.lists, ...encodedFeatures(table, encoders) }
  return {
    names: lists.featureNames ?? [],
    rows: terms.map((term, row) => {
      const values = new Float64Array(lists.width)
      copyRow(lists, row, values)
      return { term, values }
    }),
  }
}

/** The lines that are neither blank nor a remark. */
function rowsOf(file: string, given: Uint8Array, separator: Separator): { readonly cells: readonly string[]; readonly line: number }[] {
  const start = utf8MarkLength(given, 0, given.length)
  const length = given.length - start
  const bytes = new Uint8Array(length + 1)
  bytes.set(given.subarray(start))
  const reader = new DelimitedCells(file, separator)
  reader.open({ bytes, length }, true)
  const rows: { readonly cells: readonly string[]; readonly line: number }[] = []
  while (reader.rowStart < length) {
    const blank = reader.blankLineEnd(reader.rowStart)
    const told = reader.rowStart === 0 ? separatorLine(bytes, 0, length) : undefined
    const remark = told !== undefined || bytes[reader.rowStart] === numberSign
    const { line, rowStart } = reader
    if (blank !== undefined && blank >= 0) reader.rowStart = blank
    else if (remark) reader.rowStart = endOfLine(bytes, rowStart, length)
    else rows.push({ cells: rowOf(reader) ?? [], line })
    reader.line = line + reader.linesIn(rowStart, reader.rowStart)
  }
  return rows
}

const [numberSign, lineFeed] = [35, 10]

function endOfLine(bytes: Uint8Array, start: number, length: number): number {
  const end = bytes.indexOf(lineFeed, start)
  return end < 0 ? length : end + 1
}
