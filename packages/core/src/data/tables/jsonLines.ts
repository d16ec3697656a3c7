/**
 * JSON lines, read as the bytes come, in one of two forms; the first line decides which.
 *
 * One row per line: `{"qid": "7", "label": 2, "doc": "a", "price": 9.5}`. Keys are columns; features may also stand together
 * in `"features": {"price": 9.5}` or, without names, in `"features": [9.5]`.
 *
 * One list per line: `{"id": "7", "items": [{"id": "a", "label": 2, "features": {…}}, …]}`. Each item is a row as above
 * without the list id, which stands beside `items`; other keys beside `items` are not read.
 *
 * Columns are those of all rows together, in the order in which they first appear: a row without one has no value there.
 */

import { RankwrightError } from '../../problems/problem.ts'
import { TextRoom } from '../cells/textRoom.ts'
import { GrowingRows } from '../lists/growingRows.ts'
import { LabelsArriving } from '../lists/labelsArriving.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { ByteBuffer } from '../text/byteBuffer.ts'
import { refuseUtf16, utf8MarkLength } from '../text/byteOrderMark.ts'
import { cellsOf, finishedTable } from './finishedTable.ts'
import { JsonColumns } from './jsonColumns.ts'
import { JsonLine } from './jsonLine.ts'
import { hasItems, readJsonList } from './jsonList.ts'
import { type JsonRow, JsonRowReader } from './jsonRow.ts'
import type { OpenKept } from './keptColumns.ts'
import type { RawTable } from './rawTable.ts'
import { missingWordsOf, RawColumn } from './rawTexts.ts'
import type { TableParser, TableReaderOptions } from './tableColumns.ts'
import { tableError } from './tableError.ts'

const lineFeed = 10

/** A line of more bytes than this is an accident. */
const lineLimit = 1 << 28

/** Up to so many cells, empty or not, rows may name any columns; beyond, there may be so many for each byte of the file. */
const [mostEmptyCells, cellsPerByte] = [1 << 24, 16]

/** Reads JSON lines; `file` is how messages call them. */
export function jsonLinesParser(file: string, options: TableReaderOptions = {}): TableParser<RankingLists> {
  return new JsonLines(file, options)
}

class JsonLines implements TableParser<RankingLists> {
  private readonly file: string
  private readonly options: TableReaderOptions
  private readonly buffer = new ByteBuffer()
  private readonly json: JsonLine
  private readonly columns: JsonColumns
  private readonly reader: JsonRowReader
  private oneListPerLine: boolean | undefined
  /** No line ends before this byte. */
  private searched = 0
  private line = 0
  private consumed = 0
  private rows = new GrowingRows()
  private texts: RawColumn[] = []
  private room = new TextRoom()
  private readonly labels = new LabelsArriving()
  private readonly kept: readonly OpenKept[]
  /** Rows of lists that were handed over. */
  private rowsBefore = 0

  constructor(file: string, options: TableReaderOptions) {
    this.file = file
    this.options = options
    this.kept = (options.keep ?? []).map((name) => ({ name, cells: [] }))
    this.json = new JsonLine(file)
    this.columns = new JsonColumns(this.json, options)
    this.reader = new JsonRowReader(this.json, this.columns, options)
  }

  push(chunk: Uint8Array): void {
    this.buffer.append(chunk)
    this.scan(false)
  }

  finish(): RankingLists {
    const { file } = this
    this.scan(true)
    if (this.line === 0) throw tableError({ code: 'table-empty', at: { file } })
    if (this.rowsBefore + this.rows.count === 0 && this.options.onProblem === undefined)
      throw tableError({ code: 'table-without-rows', at: { file, line: this.line } })
    this.columns.finish()
    this.labels.end()
    this.handOver()
    this.options.onKept?.(this.kept)
    const lists = this.rows.finish(this.columns.names)
    if (this.options.onList !== undefined) return lists // nothing is left
    const { order, allNames } = this.columns
    const { unread } = this.columns
    return finishedTable({ file, lists, raw: this.rawColumns(), order, unread, ...this.roles() }, allNames, this.options)
  }

  /** Reads every complete line, and at the end of the file the last one, however it ends. */
  private scan(final: boolean): void {
    const { buffer, file } = this
    const { bytes, length } = buffer
    const { size } = this.options
    bytes[length] = lineFeed // ends every number
    let start = 0
    for (;;) {
      const found = bytes.subarray(0, length).indexOf(lineFeed, this.searched)
      if (found < 0 && !(final && start < length)) break
      const end = found < 0 ? length : found
      this.readLine(start, end)
      this.requireFull(this.consumed + end)
      this.searched = start = Math.min(end + 1, length)
    }
    buffer.drop(start)
    this.searched = buffer.length
    this.consumed += start
    if (size !== undefined && this.consumed > 0) this.rows.expect(Math.ceil((this.rows.count * size) / this.consumed))
    if (buffer.length > lineLimit) throw tableError({ code: 'row-too-long', at: { file, line: this.line + 1 }, limit: lineLimit })
  }

  private readLine(start: number, end: number): void {
    const { json, reader, options } = this
    this.line++
    json.open(this.buffer.bytes, this.line === 1 ? this.afterMark(start, end) : start, end, this.line)
    if (json.ended) return
    reader.notes.length = 0
    try {
      this.oneListPerLine ??= options.firstIsList !== true && hasItems(json)
      const rows = this.oneListPerLine ? readJsonList(json, reader, this.columns, options) : [reader.read(false)]
      if (!json.ended) throw json.malformed('the end of the line')
      this.add(rows)
      for (const note of reader.notes) options.onNote?.(note)
    } catch (error) {
      if (options.onProblem === undefined || !(error instanceof RankwrightError)) throw error
      error.problems.forEach(options.onProblem)
    }
  }

  /** Rows are kept with a value for every column: rows that name few columns each would take far more memory than the file has bytes. */
  private requireFull(bytes: number): void {
    const cells = this.rows.count * this.columns.names.length
    if (cells <= mostEmptyCells || cells <= cellsPerByte * bytes) return
    const at = { file: this.file, line: this.line }
    throw tableError({ code: 'rows-too-empty', at, rows: this.rows.count, columns: this.columns.names.length })
  }

  /** Where the text of the first line starts: after the byte order mark of UTF-8, if there is one. */
  private afterMark(start: number, end: number): number {
    const { bytes } = this.buffer
    refuseUtf16(this.file, bytes, start, end)
    return start + utf8MarkLength(bytes, start, end)
  }

  /** Takes the rows of a line, once all of them are sound. */
  private add(rows: readonly JsonRow[]): void {
    let withItems = this.rows.hasItems
    for (const { at, item } of rows) {
      withItems ??= item !== undefined
      if (withItems !== (item !== undefined))
        throw tableError({ code: 'items-only-sometimes', at, column: this.columns.keyOf('item') ?? 'item' })
    }
    for (const row of rows) {
      if (!this.oneListPerLine && this.labels.begins(row.list!, row.label!)) this.handOver()
      this.rows.add(row.list!, row.label!, row.values, row.item)
      this.addTexts(row)
      for (const [place, { cells }] of this.kept.entries()) cells.push(row.kept[place])
    }
    if (this.oneListPerLine) this.handOver()
  }

  private addTexts({ texts, numbers }: JsonRow): void {
    const raw = this.rawColumns()
    for (const [place, column] of raw.entries()) column.add(texts[place], numbers[place] === true)
  }

  /** A column that appears late is missing in all rows before. */
  private rawColumns(): readonly RawColumn[] {
    const { rawNames } = this.columns
    while (this.texts.length < rawNames.length) {
      const column = new RawColumn(rawNames[this.texts.length], missingWordsOf(this.options), {
        room: this.room,
        copied: this.options.copyCells,
      })
      while (column.rows < this.rows.count - 1) column.add(undefined)
      this.texts.push(column)
    }
    return this.texts
  }

  private roles(): Pick<RawTable, 'list' | 'label' | 'item'> {
    const { columns } = this
    const [label, item] = [columns.keyOf('label'), columns.keyOf('item')]
    return { list: columns.keyOf('list') ?? 'id', ...(label !== undefined && { label }), ...(item !== undefined && { item }) }
  }

  /** Where lists are wanted one by one, gives away the one that is complete. */
  private handOver(): void {
    const { onList } = this.options
    const complete = this.rows
    if (onList === undefined || complete.count === 0) return
    this.rows = new GrowingRows()
    this.rowsBefore += complete.count
    const lists = complete.finish(this.columns.names)
    const { order, allNames } = this.columns
    const raw = this.texts.map((column) => column.finish(lists.sourceRows))
    this.texts = []
    this.room = new TextRoom()
    if (raw.length === 0) onList(lists)
    else onList({ ...lists, cells: cellsOf({ file: this.file, lists, raw, order, ...this.roles() }, allNames) })
  }
}
