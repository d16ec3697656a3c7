import type { Problem, RankwrightError } from '../../problems/problem.ts'
import { excerpt } from '../../problems/tableProblem.ts'
import { trimmedCell } from '../cells/trimmedCell.ts'
import { keyedList } from '../lists/listByList.ts'
import { powerOfTen } from '../text/powerOfTen.ts'
import { decimal, featureValue, longDecimalAsFloat32 } from '../text/tableNumber.ts'
import { type DelimitedCells, incomplete } from './delimitedCells.ts'
import { type LabelWriting, labelIn } from './labelWriting.ts'
import { isMissing, missingWordsOf } from './rawTexts.ts'
import type { TableColumns, TableReaderOptions } from './tableColumns.ts'
import { tableError } from './tableError.ts'

const [lineFeed, carriageReturn, plus, minus, point, zero, nine] = [10, 13, 43, 45, 46, 48, 57]

/** What a column is for. */
const [ignored, feature, label, list, item, key, time, raw] = [0, 1, 2, 3, 4, 5, 6, 7]

/**
 * Reads one row of a CSV or TSV table after another. What it found is in the fields. The methods that read a cell return the place
 * after it, or `incomplete`; a faulty cell is thrown.
 */
export class DelimitedRow {
  readonly values: Float32Array
  label = 0
  item: string | undefined
  /** The cells of the columns that are read as text, in the order of the file. */
  readonly texts: (string | undefined)[]
  /** The cells of the columns to keep. */
  readonly kept: string[] = []
  /** Notes on the values of the row. */
  readonly notes: Problem[] = []
  /** How many lines the row takes. */
  lines = 1
  private readonly cells: DelimitedCells
  private readonly columns: TableColumns
  private readonly labelOf: TableReaderOptions['labelOf']
  private readonly labelWriting: LabelWriting | undefined
  private readonly openLabels: boolean
  private readonly uses: Uint8Array
  private readonly missingWords: ReadonlySet<string>
  /** Of each column, its place among those to keep; empty where none is kept. */
  private readonly keptAt: readonly (number | undefined)[]
  private key: string | undefined
  private time: string | undefined
  /** Rows of a list mostly follow each other: its id is decoded once. */
  private listId = ''
  private listBytes: Uint8Array = new Uint8Array(0)
  /** What `plainNumber` found. */
  private number = Number.NaN

  constructor(
    cells: DelimitedCells,
    columns: TableColumns,
    { labelOf, openLabels = false, missingWords, encoders, plan, keep = [] }: TableReaderOptions,
  ) {
    this.cells = cells
    this.columns = columns
    this.labelOf = labelOf
    if (labelOf === undefined && columns.label !== undefined) this.labelWriting = plan?.labels?.get(columns.names[columns.label])
    this.openLabels = openLabels
    if (openLabels) this.label = Number.NaN
    this.values = new Float32Array(columns.features.length)
    this.texts = new Array<string | undefined>(columns.raw?.length ?? 0).fill(undefined)
    this.missingWords = missingWordsOf({ missingWords, encoders })
    const places = columns.names.map((name) => (keep.includes(name) ? keep.indexOf(name) : undefined))
    this.keptAt = keep.length === 0 ? [] : places
    this.uses = usesOf(columns)
  }

  get list(): string {
    const own = this.key === undefined ? this.listId : keyedList(this.key, this.listId)
    return this.time === undefined ? own : keyedList(this.time, own)
  }

  /** Reads the current row and returns where the next one starts, or `incomplete`. */
  read(): number {
    const { cells, uses, values } = this
    const { bytes, separator } = cells
    this.item = undefined
    this.key = undefined
    this.time = undefined
    this.lines = 1
    this.notes.length = 0
    let position = cells.rowStart
    let features = 0
    let texts = 0
    for (let column = 0; column < uses.length; column++) {
      const use = uses[column]
      const kept = this.keptAt[column]
      if (kept !== undefined) {
        if (!cells.read(position)) return incomplete
        this.kept[kept] = cells.text
      }
      if (use === feature) {
        const end = this.plainNumber(position, true)
        if (end >= 0) {
          values[features++] = this.number
          position = end
        } else {
          if (!cells.read(position)) return incomplete
          values[features++] = this.featureIn(position, column)
          position = this.afterCell(position)
        }
      } else if (use === raw) {
        if (!cells.read(position)) return incomplete
        this.texts[texts++] = cells.text
        position = this.afterCell(position)
      } else {
        position = this.readOther(use, position, column)
        if (position < 0) return incomplete
      }
      if (bytes[position] !== separator) return this.endRow(position, column + 1)
      position++
    }
    if (cells.rowEnd(cells.rowStart) === incomplete) return incomplete
    throw this.wrongLength(position)
  }

  /**
   * The common cell: a plain decimal that the separator or the line ends. Returns the place after it with its number in `number`, or
   * -1 for any other cell. Where a 32-bit float is enough, the decimal may have more than 15 digits, and an empty cell is missing.
   */
  private plainNumber(start: number, asFloat32: boolean): number {
    const { bytes, separator } = this.cells
    let end = start
    let byte = bytes[end]
    const negative = byte === minus
    if (negative || byte === plus) byte = bytes[++end]
    const digitsStart = end
    let mantissa = 0
    for (; byte >= zero && byte <= nine; byte = bytes[++end]) mantissa = mantissa * 10 + (byte - zero)
    let digits = end - digitsStart
    let decimals = 0
    if (byte === point) {
      const pointAt = end
      for (byte = bytes[++end]; byte >= zero && byte <= nine; byte = bytes[++end]) mantissa = mantissa * 10 + (byte - zero)
      decimals = end - pointAt - 1
      digits += decimals
    }
    if (byte !== separator && byte !== lineFeed && (byte !== carriageReturn || bytes[end + 1] !== lineFeed)) return -1
    let value = Number.NaN
    if (digits > 0 && digits <= 15) value = decimals === 0 ? mantissa : mantissa / powerOfTen(decimals)
    else if (!asFloat32) return -1
    else if (digits > 15) value = longDecimalAsFloat32(bytes, digitsStart, end)
    if (Number.isNaN(value) && end !== start) return -1
    this.number = negative ? -value : value
    return end
  }

  /** Reads the cell of a column that is not a feature. */
  private readOther(use: number, start: number, column: number): number {
    const { cells } = this
    if (use === ignored) return cells.skip(start) ? this.afterCell(start) : incomplete
    if (use === label) return this.readLabel(start)
    if (use === list && this.isSameList(start)) return start + this.listBytes.length
    if (!cells.read(start)) return incomplete
    const { text } = cells
    if (text === '' && !cells.quoted) {
      const role = use === list ? 'list' : use === item ? 'item' : use === key ? 'key' : 'orderBy'
      throw tableError({ code: 'cell-without-id', at: cells.placeOf(start), column: this.columns.names[column], role })
    }
    if (use === item) this.item = text
    else if (use === key) this.key = text
    else if (use === time) this.time = text
    else {
      this.listId = text
      this.listBytes = cells.quoted ? new Uint8Array(0) : cells.bytes.slice(start, cells.end)
    }
    return this.afterCell(start)
  }

  /** The place after the cell just read, which may have taken several lines. */
  private afterCell(start: number): number {
    const { cells } = this
    if (cells.quoted) this.lines += cells.linesIn(start, cells.end)
    return cells.end
  }

  /** Whether the list cell here is, byte for byte, the one of the row before. */
  private isSameList(start: number): boolean {
    const { listBytes } = this
    const { bytes, separator } = this.cells
    const size = listBytes.length
    if (size === 0) return false
    const after = bytes[start + size]
    if (after !== separator && after !== lineFeed) return false
    for (let offset = 0; offset < size; offset++) if (bytes[start + offset] !== listBytes[offset]) return false
    return true
  }

  private readLabel(start: number): number {
    const { cells, labelOf, labelWriting } = this
    const end = labelWriting === undefined ? this.plainNumber(start, false) : -1
    if (end >= 0) {
      this.label = this.number
      return end
    }
    if (!cells.read(start)) return incomplete
    const text = trimmedCell(cells.text)
    const value = labelWriting === undefined ? (decimal(text) ?? labelOf?.(text)) : labelIn(text, labelWriting)
    if (value === undefined || !(Number.isFinite(value) || (this.openLabels && Number.isNaN(value)))) {
      const column = this.columns.names[this.columns.label!]
      throw tableError({
        code: 'cell-not-a-label',
        at: cells.placeOf(start),
        column,
        found: excerpt(text),
        ...(labelOf && { place: true }),
      })
    }
    this.label = value
    return this.afterCell(start)
  }

  /** The feature of the cell just read. */
  private featureIn(start: number, column: number): number {
    const { cells, columns, notes } = this
    const text = trimmedCell(cells.text)
    const value = this.missingWords.size > 0 && isMissing(text, this.missingWords) ? Number.NaN : featureValue(text)
    const rounded = Math.fround(value ?? Number.NaN)
    const isInfinite = rounded === Infinity || rounded === -Infinity
    if (value !== undefined && !isInfinite && (rounded !== 0 || value === 0)) return rounded
    const found = { at: cells.placeOf(start), column: columns.names[column], found: excerpt(text) }
    if (value === undefined) throw tableError({ code: 'cell-not-a-number', ...found })
    if (isInfinite) throw tableError({ code: 'cell-beyond-float32', ...found })
    notes.push({ area: 'table', code: 'cell-becomes-zero', ...found })
    return rounded
  }

  /** The row ends here, after this many cells. */
  private endRow(position: number, count: number): number {
    const next = this.cells.afterLineEnd(position)
    if (next !== incomplete && count < this.uses.length) throw this.wrongLength(this.cells.rowStart)
    return next
  }

  /** The row, all of which has come, has more or fewer cells than the table has columns. */
  private wrongLength(position: number): RankwrightError {
    const found = this.cells.count()
    return tableError({ code: 'row-of-wrong-length', at: this.cells.placeOf(position), found, expected: this.uses.length })
  }
}

function usesOf({ names, features, raw: texts = [], ...roles }: TableColumns): Uint8Array {
  const uses = new Uint8Array(names.length)
  for (const column of features) uses[column] = feature
  for (const column of texts) uses[column] = raw
  if (roles.label !== undefined) uses[roles.label] = label
  uses[roles.list] = list
  if (roles.item !== undefined) uses[roles.item] = item
  if (roles.key !== undefined) uses[roles.key] = key
  if (roles.orderBy !== undefined) uses[roles.orderBy] = time
  return uses
}
