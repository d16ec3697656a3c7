/**
 * CSV and TSV, read as the bytes come. RFC 4180 with these decisions: cells may be quoted in TSV as well; spaces around an
 * unquoted cell do not count, and no white space (`trimmedCell`) around a value; blank lines are skipped; lines end in LF or CRLF; the text is UTF-8, with or without a mark.
 */

import { oneOf, options as optionsShape, requireArguments, type ShapesOf, text } from '../../arguments/shapes.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { TablePlace } from '../../problems/tableProblem.ts'
import { TextRoom } from '../cells/textRoom.ts'
import { ListByList } from '../lists/listByList.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { type RowCollector, rowCollector } from '../lists/rowCollector.ts'
import type { Finishing } from '../lists/rowStore.ts'
import { ByteBuffer } from '../text/byteBuffer.ts'
import { refuseUtf16, utf8MarkLength } from '../text/byteOrderMark.ts'
import { type Separator, separatorNames, separators } from '../text/separator.ts'
import { DelimitedCells, incomplete } from './delimitedCells.ts'
import { DelimitedRow } from './delimitedRow.ts'
import { cellsOf, finishedTable, namedRoles } from './finishedTable.ts'
import { keptColumns, type OpenKept } from './keptColumns.ts'
import type { RawTable } from './rawTable.ts'
import { missingWordsOf, RawColumn } from './rawTexts.ts'
import {
  firstLineIsData,
  numberedNames,
  type TableColumns,
  type TableParser,
  type TableReaderOptions,
  tableColumns,
  tableReaderShapes,
} from './tableColumns.ts'
import { tableError } from './tableError.ts'

export interface DelimitedTextOptions extends TableReaderOptions {
  readonly separator?: Separator
}

/** A row of more bytes than this is an accident, most often a quote that is never closed. */
const rowLimit = 1 << 28

const optionShapes: ShapesOf<DelimitedTextOptions> = { ...tableReaderShapes, separator: oneOf(...separators) }
const takesOptions = optionsShape(optionShapes)

/** Reads a CSV or TSV table; `file` is how messages call it. */
export function delimitedTextParser(file: string, options: DelimitedTextOptions = {}): TableParser<RankingLists> {
  requireArguments({ file, options }, { file: text, options: takesOptions })
  return new DelimitedText(file, options)
}

/** Says which columns are left out because nobody named them: the index that pandas writes, or what is left of a deleted column. */
function tellNameless({ names }: TableColumns, { encoders, onNote }: DelimitedTextOptions, at: TablePlace): void {
  const positions = names.flatMap((name, column) => (name === '' ? [column + 1] : []))
  if (positions.length > 0 && encoders === undefined) onNote?.({ area: 'table', code: 'columns-without-names', at, positions })
}

class DelimitedText implements TableParser<RankingLists> {
  private readonly file: string
  private readonly options: DelimitedTextOptions
  private readonly buffer = new ByteBuffer()
  private readonly cells: DelimitedCells
  private readonly collector: RowCollector
  private columns: TableColumns | undefined
  private row: DelimitedRow | undefined
  private texts: readonly RawColumn[] = []
  private kept: readonly OpenKept[] = []
  private rows = 0
  private started = false
  private consumed = 0
  /** Fewer bytes than this cannot complete the row that was incomplete last time. Doubling keeps long rows linear. */
  private worthScanning = 1

  constructor(file: string, options: DelimitedTextOptions) {
    this.file = file
    this.options = options
    this.cells = new DelimitedCells(file, options.separator ?? ',')
    this.collector = rowCollector(
      options.onList &&
        new ListByList(
          (lists) => this.handOver(lists),
          () => this.finishing(),
        ),
    )
  }

  push(chunk: Uint8Array): void {
    this.buffer.append(chunk)
    if (this.buffer.length >= this.worthScanning) this.scan(false)
  }

  finish(): RankingLists {
    const { file } = this
    this.scan(true)
    if (this.columns === undefined) throw tableError({ code: 'table-empty', at: { file } })
    if (this.rows === 0 && this.options.onProblem === undefined)
      throw tableError({ code: 'table-without-rows', at: { file, line: this.cells.line } })
    this.options.onKept?.(this.kept)
    const lists = this.collector.finish(this.finishing())
    if (this.options.onList !== undefined) return lists // nothing is left
    return finishedTable({ file, lists, raw: this.texts, ...this.described(this.columns) }, this.columns.names, this.options)
  }

  /** Gives away a list that is complete, with its cells where some columns are not plain numbers. */
  private handOver(lists: RankingLists): void {
    const { file, options, texts } = this
    const columns = this.columns!
    const raw = texts.map((column) => column.finish(lists.sourceRows))
    this.texts = this.openTexts(columns)
    const cells = raw.length === 0 ? undefined : cellsOf({ file, lists, raw, ...this.described(columns) }, columns.names)
    options.onList!(cells === undefined ? lists : { ...lists, cells })
  }

  private described(columns: TableColumns): Pick<RawTable, 'order' | 'list' | 'label' | 'item'> {
    const { names, features, raw = [] } = columns
    return { order: [...features, ...raw].sort((a, b) => a - b).map((column) => names[column]), ...namedRoles(columns) }
  }

  private openTexts({ names, raw = [] }: TableColumns): readonly RawColumn[] {
    const room = new TextRoom()
    return raw.map((column) => new RawColumn(names[column], missingWordsOf(this.options), { room, copied: this.options.copyCells }))
  }

  private finishing(): Finishing {
    const { features, names } = this.columns!
    return { featureNames: features.map((column) => names[column]), width: features.length }
  }

  /** Takes every complete row, and at the end of the file the last one, however it ends. */
  private scan(final: boolean): void {
    const { buffer, cells } = this
    const { size } = this.options
    if (!this.started && buffer.length < 3 && !final) return
    cells.open(buffer, final)
    const start = this.started ? 0 : this.afterMark()
    this.started = true
    cells.rowStart = start
    while (cells.rowStart < cells.length && (this.row === undefined ? this.takeHeader() : this.takeRow(this.row))) {}
    const used = cells.rowStart
    this.consumed += used
    if (size !== undefined && this.rows > 0) this.collector.expect(Math.ceil((this.rows * size) / this.consumed))
    buffer.drop(used)
    this.worthScanning = used > start ? buffer.length + 1 : 2 * buffer.length
    if (buffer.length > rowLimit) throw tableError({ code: 'row-too-long', at: { file: this.file, line: cells.line }, limit: rowLimit })
  }

  /** Where the text starts: after the byte order mark of UTF-8, if there is one. */
  private afterMark(): number {
    const { bytes, length } = this.buffer
    refuseUtf16(this.file, bytes, 0, length)
    return utf8MarkLength(bytes, 0, length)
  }

  /** Skips the current line if it is blank: true when it did, false when its end has not come, undefined when the line is not blank. */
  private skipBlankLine(): boolean | undefined {
    const { cells } = this
    const next = cells.blankLineEnd(cells.rowStart)
    if (next === undefined) return undefined
    if (next === incomplete) return false
    cells.line++
    cells.rowStart = next
    return true
  }

  /** Takes the names of the columns from the current line, or skips it when it is blank; false when its end has not come. */
  private takeHeader(): boolean {
    const { cells, options, file } = this
    const skipped = this.skipBlankLine()
    if (skipped !== undefined) return skipped
    if (!cells.final && cells.bytes.indexOf(10, cells.rowStart) >= cells.length) return false
    if (cells.passSeparatorLine()) return true
    cells.followHeader()
    const found: string[] = []
    let position = cells.rowStart
    do {
      if (!cells.read(position)) return false
      found.push(cells.text)
      position = cells.end + 1
    } while (cells.bytes[cells.end] === cells.separator)
    const next = cells.afterLineEnd(cells.end)
    if (next === incomplete) return false
    const at = { file, line: cells.line, column: 1 }
    const { shownByHeader } = cells
    if (shownByHeader !== undefined) options.onNote?.({ area: 'table', code: 'other-separator', at, found: separatorNames[shownByHeader] })
    const isData = firstLineIsData(found, options, at)
    this.columns = tableColumns(isData ? numberedNames(found.length) : found, options, at)
    if (!isData) tellNameless(this.columns, options, at)
    this.row = new DelimitedRow(cells, this.columns, options)
    this.kept = keptColumns(this.columns.names, options.keep, at)
    this.texts = this.openTexts(this.columns)
    if (isData) return true
    cells.line += cells.linesIn(cells.rowStart, cells.end) + 1
    cells.rowStart = next
    return true
  }

  /** Takes the current row, or skips a blank line; false when its end has not come. With `onProblem`, a faulty row is left out. */
  private takeRow(row: DelimitedRow): boolean {
    const { cells } = this
    try {
      const skipped = this.skipBlankLine()
      if (skipped !== undefined) return skipped
      const next = row.read()
      if (next === incomplete) return false
      this.collector.addDense(row.list, row.label, row.values, row.item)
      for (let column = 0; column < this.texts.length; column++) this.texts[column].add(row.texts[column])
      for (const [place, { cells: kept }] of this.kept.entries()) kept.push(row.kept[place])
      for (const note of row.notes) this.options.onNote?.(note)
      this.rows++
      cells.line += row.lines
      cells.rowStart = next
      return true
    } catch (error) {
      return this.leaveOut(error)
    }
  }

  /** Reports the problem of the current row and skips the row. It waits until the whole row has come. */
  private leaveOut(error: unknown): boolean {
    const { cells } = this
    const { onProblem } = this.options
    if (onProblem === undefined || !(error instanceof RankwrightError)) throw error
    const next = cells.rowEnd(cells.rowStart)
    if (next === incomplete) return false
    for (const found of error.problems) onProblem(found)
    cells.line += cells.linesIn(cells.rowStart, next)
    cells.rowStart = next
    return true
  }
}
