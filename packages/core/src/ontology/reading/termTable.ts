/** A table with a row for each term, in which any column may be text, categories, dates, vectors or numbers with signs. */
import { options as optionsOf, texts } from '../../arguments/shapes.ts'
import { copyRow } from '../../data/lists/rankingLists.ts'
import { DelimitedCells, type Separator } from '../../data/tables/delimitedCells.ts'
import { encodedFeatures } from '../../data/tables/encodedLists.ts'
import { fitTable } from '../../data/tables/fitTable.ts'
import { type RawTable, type RawTableOptions, rawTableShapes, refuseIdleRoles } from '../../data/tables/rawTable.ts'
import { missingWordsOf, RawColumn } from '../../data/tables/rawTexts.ts'
import { rowOf } from '../../data/tables/tableSample.ts'
import { utf8MarkLength } from '../../data/text/byteOrderMark.ts'
import { RankwrightError } from '../../problems/problem.ts'

/** What the columns of such a table are for, where that is not to be guessed. */
export interface TermTableOptions
  extends Pick<RawTableOptions, 'number' | 'category' | 'text' | 'date' | 'vector' | 'missingWords' | 'onColumns'> {
  readonly ignore?: readonly string[]
}

const { number, category, text, date, vector, missingWords, onColumns } = rawTableShapes
export const termTableShape = optionsOf({ number, category, text, date, vector, missingWords, onColumns, ignore: texts })

/** The numbers that were made of the columns, for each row. */
export interface TermTable {
  readonly names: readonly string[]
  readonly rows: readonly { readonly term: string; readonly values: ArrayLike<number> }[]
}

/** The first column names the term, and the first line the columns. Encoders are fitted to all rows: terms are known beforehand. */
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
    lists: {
      features: { kind: 'dense', values: new Float32Array(0) },
      width: 0,
      labels: new Float64Array(rows.length),
      offsets: Uint32Array.of(0, rows.length),
      listIds: ['terms'],
    },
    raw: used.map((column) => column.finish(undefined)),
    order: used.map(({ name }) => name),
    list: heads.cells[0],
  }
  const { encoders, columns } = fitTable(table, { ...options, match: ['none'], open: true }, new Map())
  options.onColumns?.(columns)
  const lists = { ...table.lists, ...encodedFeatures(table, encoders) }
  return {
    names: lists.featureNames ?? [],
    rows: rows.map(({ cells }, row) => {
      const values = new Float64Array(lists.width)
      copyRow(lists, row, values)
      return { term: cells[0], values }
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
    const remark = bytes[reader.rowStart] === numberSign
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
