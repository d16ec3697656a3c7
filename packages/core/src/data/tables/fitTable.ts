import { resolveOptions } from '../../options/resolveOptions.ts'
import { dateOrderOf, dayOrEpoch } from '../cells/cellDate.ts'
import { vectorIn } from '../cells/cellVector.ts'
import { eachText, type PackedTexts, textAt } from '../cells/packedTexts.ts'
import type { DescribedColumn, TableRole } from '../encoders/describedColumn.ts'
import type { ColumnEncoder } from '../encoders/encoderKinds.ts'
import { type EncoderOptions, encoderOptions } from '../encoders/encoderOptions.ts'
import type { MatchEncoder } from '../encoders/matchEncoder.ts'
import { numberOf } from '../encoders/numberEncoder.ts'
import type { TableEncoders } from '../encoders/tableEncoders.ts'
import { vectorParts } from '../encoders/vectorParts.ts'
import { type CellColumn, cellAt, noValue } from '../lists/tableCells.ts'
import { fitCategory } from './fitCategory.ts'
import { countWords, fitText, fitWordMatch, timesOf, type WordCounts } from './fitText.ts'
import { type ColumnSample, type GuessedRole, guessRole, looksTyped, numberFormOf } from './guessRole.ts'
import { givenRole, type RawTable, type RawTableOptions } from './rawTable.ts'
import { tableError } from './tableError.ts'

export interface FittedTable {
  readonly encoders: TableEncoders
  readonly columns: readonly DescribedColumn[]
  /** What training rows get instead of their cell, by the place of the encoder; in the order of the lists. */
  readonly trained: ReadonlyMap<number, Float64Array>
  /** A column of ids that became the item, because the table names none. */
  readonly item?: CellColumn
}

/** So many rows, spread over the table, are looked at to find what a column holds. */
const sampledRows = 10_000

/** How a table is fitted. */
export interface FitOptions extends RawTableOptions {
  /** Rows with other categories are still to come: those share a feature, and no encoder looks at labels. */
  readonly open?: boolean
}

/** Finds what the columns of a table are, and fits encoders to its rows. `reasons` says why plain columns are numbers. */
export function fitTable(table: RawTable, options: FitOptions, reasons: ReadonlyMap<string, string>): FittedTable {
  const fitting = new Fitting(table, options)
  for (const name of table.order) {
    const column = table.raw.find((each) => each.name === name)
    if (column === undefined) fitting.plain(name, reasons.get(name) ?? 'numbers')
    else fitting.raw(column)
  }
  return fitting.finish()
}

/** Fits encoders like these to other rows of the same columns. */
export function refitTable(table: RawTable, { columns, matches, missingWords, fitting: choices }: TableEncoders): FittedTable {
  const fitting = new Fitting(table, { ...choices, missingWords })
  for (const encoder of columns) fitting.again(encoder)
  return fitting.finish(matches)
}

class Fitting {
  private readonly table: RawTable
  /** The vectors that have a column for each number, by those columns. */
  private readonly vectors: ReadonlyMap<string, string>
  private readonly options: FitOptions
  private readonly columns: ColumnEncoder[] = []
  private readonly described: DescribedColumn[] = []
  private readonly trained = new Map<number, Float64Array>()
  private readonly counts = new Map<string, WordCounts>()
  private times: Uint32Array = new Uint32Array(0)
  private timed: CellColumn | undefined
  private item: CellColumn | undefined

  constructor(table: RawTable, options: FitOptions) {
    this.table = table
    this.options = options
    this.vectors = plainVectors(table)
  }

  plain(name: string, reason: string): void {
    this.columns.push({ kind: 'number', column: name, decimals: 'point' })
    const vector = this.vectors.get(name)
    this.described.push(
      vector === undefined ? { name, role: 'number', reason } : { name, role: 'vector', reason: `part of the vector ${vector}` },
    )
  }

  raw(column: CellColumn): void {
    const given = givenRole(column.name, this.options)
    const guess = guessRole(sampleOf(column))
    const role = given ?? this.roleOf(column, guess)
    const reason = given === undefined ? guess.reason : 'given'
    if (role === 'item') this.item = column
    const constant = role === 'text' && given === undefined && this.isOfTheList(column)
    this.described.push({ name: column.name, role, reason: constant ? `${reason}, the same in all rows of a list` : reason })
    if (constant) this.columns.push({ kind: 'source', column: column.name })
    else this.encode(column, role)
  }

  /** Fits an encoder of the same role to the column. */
  again(encoder: ColumnEncoder): void {
    const column = this.table.raw.find(({ name }) => name === encoder.column)
    const role = roleAgain[encoder.kind]
    if (column === undefined || role === undefined) this.columns.push(encoder)
    else this.encode(column, role, encoder.kind === 'codes' ? { ...this.options, categoryEncoding: 'codes' } : this.options)
  }

  /** With the matches that are wanted, or the usual ones. */
  finish(wanted?: readonly MatchEncoder[]): FittedTable {
    const { table, options, columns, described, trained, item } = this
    const matches = wanted?.map((match) => (match.kind === 'words' ? this.wordMatch(match.query, match.column) : match)) ?? this.matches()
    const { list, label } = table
    const named = item?.name ?? table.item
    const missingWords = (options.missingWords ?? []).map((word) => word.toLowerCase())
    const fitting = givenFitting(options)
    const encoders = {
      list,
      ...(label !== undefined && { label }),
      ...(named !== undefined && { item: named }),
      missingWords,
      columns,
      matches,
      ...(Object.keys(fitting).length > 0 && { fitting }),
    }
    return { encoders, columns: described, trained, ...(item && { item }) }
  }

  /** A column of ids names the items where nothing else does. */
  private roleOf(column: CellColumn, { role }: GuessedRole): TableRole {
    if (role !== 'id') return role
    const isWhole = !column.codes.includes(noValue)
    return this.table.item === undefined && this.item === undefined && isWhole ? 'item' : 'ignored'
  }

  private encode(column: CellColumn, role: TableRole, options = this.options): void {
    const { columns } = this
    const { name, values } = column
    switch (role) {
      case 'number':
        columns.push({ kind: 'number', column: name, ...numberFormOf(sampleOf(column)) })
        break
      case 'category': {
        const { encoder, trained } = fitCategory(column, this.table.lists, choicesIn(options))
        if (trained !== undefined) this.trained.set(columns.length, trained)
        columns.push(encoder)
        break
      }
      case 'text':
        columns.push(fitText(column, this.timesOf(column), () => this.countsOf(column), choicesIn(options)))
        break
      case 'date': {
        const order = dateOrderOf(eachText(values))
        let reference = -Infinity
        for (const text of eachText(values)) reference = Math.max(reference, dayOrEpoch(text, order) ?? -Infinity)
        columns.push({ kind: 'date', column: name, order, reference: Number.isFinite(reference) ? reference : 0 })
        break
      }
      case 'vector':
        columns.push({ kind: 'vector', column: name, length: lengthOf(values) })
        break
      case 'list':
      case 'label':
      case 'item':
      case 'position':
      case 'weight':
      case 'ignored':
        break
    }
  }

  /** How many rows have each text of a column. The next column gets the same array. */
  private timesOf(column: CellColumn): Uint32Array {
    if (this.timed !== column) this.times = timesOf(column, this.times)
    this.timed = column
    return this.times
  }

  /** The words of a column are counted once. */
  private countsOf(column: CellColumn): WordCounts {
    const known = this.counts.get(column.name)
    if (known !== undefined) return known
    const counts = countWords(column, this.timesOf(column))
    this.counts.set(column.name, counts)
    return counts
  }

  /** Whether a column has one value in each list, as the text of a query has. */
  private isOfTheList({ codes }: CellColumn): boolean {
    const { offsets, listIds } = this.table.lists
    if (listIds.length < 2) return false
    let several = false
    for (let list = 0; list < listIds.length; list++) {
      const first = codes[offsets[list]]
      for (let row = offsets[list] + 1; row < offsets[list + 1]; row++) {
        if (codes[row] !== first) return false
        several = true
      }
    }
    return several
  }

  private matches(): readonly MatchEncoder[] {
    const { match } = this.options
    if (match !== undefined) return match.length === 1 && match[0] === 'none' ? [] : match.map((pair) => this.matchOf(pair))
    const texts = this.columns.filter(({ kind }) => kind === 'text').map(({ column }) => column)
    const sources = this.columns.filter(({ kind }) => kind === 'source').map(({ column }) => column)
    const queries = [...(looksTyped(this.table.lists.listIds) ? [this.table.list] : []), ...sources]
    return queries.flatMap((query) => texts.map((column) => this.wordMatch(query, column)))
  }

  /** `query~title`. */
  private matchOf(pair: string): MatchEncoder {
    const [query, column, ...rest] = pair.split('~')
    const at = { file: this.table.file }
    if (column === undefined || rest.length > 0) throw tableError({ code: 'match-not-a-pair', at, found: pair })
    for (const name of [query, column]) this.requireSource(name)
    return this.isVector(query) && this.isVector(column) ? { kind: 'cosine', query, column } : this.wordMatch(query, column)
  }

  private isVector(name: string): boolean {
    const names = this.columns.map(({ column }) => column)
    return this.columns.some((each) => each.column === name && each.kind === 'vector') || vectorParts(names, name).length > 0
  }

  /** A column that is compared and is no feature is kept for that alone. */
  private requireSource(name: string): void {
    const { table, columns } = this
    if (vectorParts(table.order, name).length > 0) return
    if (name === table.list || columns.some(({ column }) => column === name)) return
    const names = [table.list, ...table.raw.map((column) => column.name)]
    if (!names.includes(name))
      throw tableError({ code: 'unknown-column', at: { file: table.file }, option: 'match', found: name, columns: names })
    columns.push({ kind: 'source', column: name })
  }

  private wordMatch(query: string, name: string): MatchEncoder {
    const column = this.table.raw.find((each) => each.name === name)
    if (column === undefined)
      throw tableError({
        code: 'match-without-text',
        at: { file: this.table.file },
        column: name,
        columns: this.table.raw.map((each) => each.name),
      })
    return fitWordMatch(query, name, this.countsOf(column))
  }
}

/** The columns of plain numbers that are parts of vectors, and the names of these. */
export function plainVectors({ order, raw }: Pick<RawTable, 'order' | 'raw'>): ReadonlyMap<string, string> {
  const texts = new Set(raw.map(({ name }) => name))
  const names = order.filter((name) => !texts.has(name))
  const heads = names.filter((name) => name.endsWith('_0')).map((name) => name.slice(0, -2))
  return new Map(heads.flatMap((vector) => vectorParts(names, vector).map((place) => [names[place], vector] as const)))
}

/** What the columns of encoders are for that follow from the rows. Numbers, vectors and the texts of queries stay as they are. */
const roleAgain: Partial<Record<ColumnEncoder['kind'], TableRole>> = {
  'one-hot': 'category',
  codes: 'category',
  target: 'category',
  hashed: 'category',
  text: 'text',
  date: 'date',
}

/** Cells that do not say what their column is for, and count as missing: how many, and the first of them. */
export function unreadCells(column: CellColumn, encoder: ColumnEncoder): { readonly count: number; readonly found: string } | undefined {
  const reads = readerOf(encoder)
  if (reads === undefined) return undefined
  const wrong = Array.from(eachText(column.values), (text) => !reads(text))
  let count = 0
  for (const code of column.codes) if (wrong[code] === true) count++
  return count === 0 ? undefined : { count, found: textAt(column.values, wrong.indexOf(true)) }
}

function readerOf(encoder: ColumnEncoder): ((text: string) => boolean) | undefined {
  switch (encoder.kind) {
    case 'number':
      return (text) => Number.isFinite(numberOf(text, encoder.decimals, encoder.unit))
    case 'date':
      return (text) => dayOrEpoch(text, encoder.order) !== undefined
    case 'vector':
      return (text) => vectorIn(text)?.length === encoder.length
    default:
      return undefined
  }
}

/** The options of encoders that were given. */
function givenFitting(options: EncoderOptions): EncoderOptions {
  const names = Object.keys(encoderOptions) as (keyof EncoderOptions)[]
  return Object.fromEntries(names.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]))
}

function choicesIn({ categoryEncoding, oneHot, buckets, textFeatures, words, open = false }: FitOptions) {
  return { ...resolveOptions(encoderOptions, { categoryEncoding, oneHot, buckets, textFeatures, words }), open }
}

/** Some rows, spread evenly over the table. */
function sampleOf(column: CellColumn): ColumnSample {
  const step = Math.max(1, Math.floor(column.codes.length / sampledRows))
  const texts = new Map<string, number>()
  let missing = 0
  for (let row = 0; row < column.codes.length; row += step) {
    const text = cellAt(column, row)
    if (text === undefined) missing++
    else texts.set(text, (texts.get(text) ?? 0) + 1)
  }
  return { texts, missing }
}

/** The length that most arrays have. */
function lengthOf(values: PackedTexts): number {
  const lengths = new Map<number, number>()
  for (const text of eachText(values)) {
    const length = vectorIn(text)?.length
    if (length !== undefined) lengths.set(length, (lengths.get(length) ?? 0) + 1)
  }
  return [...lengths].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 1
}
