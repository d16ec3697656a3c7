/** The first rows of a table of text: enough to tell which columns are not plain numbers before the rows are read. */

import { fields, flag, optionalParts, requireArguments, texts } from '../../arguments/shapes.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { ColumnRole } from '../../problems/tableProblem.ts'
import { textsTogether } from '../cells/textsTogether.ts'
import { trimmedCell } from '../cells/trimmedCell.ts'
import { givenDateOrder } from '../encoders/encoderOptions.ts'
import { readsPlainly } from '../encoders/numberEncoder.ts'
import type { TableEncoders } from '../encoders/tableEncoders.ts'
import { usualNames } from '../lists/usualNames.ts'
import { utf8MarkLength } from '../text/byteOrderMark.ts'
import { formattedNumber } from '../text/formattedNumber.ts'
import type { Separator } from '../text/separator.ts'
import { decimal } from '../text/tableNumber.ts'
import { lenientText } from '../text/utf8.ts'
import { DelimitedCells } from './delimitedCells.ts'
import { type ColumnSample, guessRole, SampledCells } from './guessRole.ts'
import { type LabelWriting, labelWriting } from './labelWriting.ts'
import { columnsWithRole, type GivenRoles, type RawTableOptions, rawTableShapes, sideNames } from './rawTable.ts'
import { isMissing, missingWordsOf } from './rawTexts.ts'
import { defaultNames, type TableColumnOptions } from './tableColumns.ts'
import type { TablePlan } from './tablePlan.ts'

/** Looks at the first bytes of a table; `whole` if there are no others. */
export function planFromSample(
  head: Uint8Array,
  whole: boolean,
  format: 'csv' | 'tsv' | 'jsonl',
  options: RawTableOptions & TableColumnOptions,
): TablePlan {
  const sample = sampleOf(head, whole, format, options)
  const raw = new Set(columnsWithRole(options))
  const reasons = new Map<string, string>()
  for (const [name, cells] of sample.columns) {
    const guess = guessRole(cells, givenDateOrder(options))
    const isPlain =
      guess.role === 'ignored' || (guess.role === 'number' && readsPlainly(guess) && (options.copyCells !== true || allDecimals(cells)))
    if (!isPlain) raw.add(name)
    else if (
      (options.number?.includes(name) || options.vector?.includes(name)) &&
      [...cells.texts.keys()].every((text) => formattedNumber(text) !== undefined)
    )
      raw.delete(name)
    if (isPlain) reasons.set(name, guess.reason)
  }
  const labels = labelsIn(sample)
  const plan = { raw, reasons, labels, side: new Set(sideNames(options)), ...((!whole || sample.full) && { ofPart: true as const }) }
  if (format !== 'jsonl') return plan
  return {
    ...plan,
    nested: sample.nested,
    featuresIsColumn: sample.featuresIsColumn === true,
    usual: usualRoles([...sample.columns.keys()], sample.listsApart, raw, options),
  }
}

function allDecimals({ texts }: ColumnSample): boolean {
  for (const text of texts.keys()) if (decimal(text) === undefined) return false
  return true
}

/** How labels are written in columns that may hold them, from the first bytes of a table. */
export function labelsFromSample(
  head: Uint8Array,
  whole: boolean,
  format: 'csv' | 'tsv' | 'jsonl',
  options: Pick<RawTableOptions, 'missingWords'>,
): NonNullable<TablePlan['labels']> {
  return labelsIn(sampleOf(head, whole, format, options))
}

function labelsIn({ columns }: CellSample): NonNullable<TablePlan['labels']> {
  const found = [...columns].map(([name, { texts }]) => [name, labelWriting(texts.keys())] as const)
  return new Map(found.filter((column): column is [string, LabelWriting] => column[1] !== undefined))
}

function sampleOf(
  head: Uint8Array,
  whole: boolean,
  format: 'csv' | 'tsv' | 'jsonl',
  { missingWords }: Pick<RawTableOptions, 'missingWords'>,
): CellSample {
  const sample = new CellSample(missingWordsOf({ missingWords }))
  if (format === 'jsonl') sampleJson(head, whole, sample)
  else sampleDelimited(head, whole, format === 'csv' ? ',' : '\t', sample)
  return sample
}

/** The roles that keys have by usual names, in the way of the columns of other tables. */
function usualRoles(
  names: readonly string[],
  listsApart: boolean,
  raw: ReadonlySet<string>,
  options: TableColumnOptions,
): NonNullable<TablePlan['usual']> {
  const roles: ColumnRole[] = [
    ...(listsApart ? [] : ['list' as const]),
    'label',
    ...(names.some((name) => raw.has(name)) ? ['item' as const] : []),
  ]
  const open = roles.filter((role) => options[role] === undefined && !names.some((name) => defaultNames[role].includes(name.toLowerCase())))
  const free = names.filter((name) => options.ignore?.includes(name) !== true && options.features?.includes(name) !== true)
  const found = open.flatMap((role) => {
    const usual = usualNames[role].map((known) => free.find((name) => name.toLowerCase() === known)).find((name) => name !== undefined)
    return usual === undefined ? [] : [[role, usual]]
  })
  return Object.fromEntries(found)
}

/** The columns of a model: those that its encoders take as text are read as text, and so are weights and places. */
export function planOfEncoders({ columns }: TableEncoders, options: GivenRoles = {}): TablePlan {
  const raw = columns.filter((encoder) => encoder.kind !== 'number' || !readsPlainly(encoder))
  const side = new Set(sideNames(options))
  return {
    raw: new Set([...raw.map(({ column }) => column), ...side]),
    reasons: new Map(),
    side,
    nested: new Set(columns.flatMap(({ column }) => outerKeys(column))),
  }
}

/** `price` of `price.amount`. */
export function outerKeys(name: string): string[] {
  const parts = name.split('.')
  return parts.slice(1).map((_, inner) => parts.slice(0, inner + 1).join('.'))
}

const kindShapes = { texts, numbers: texts, options: fields(optionalParts({ ...rawTableShapes, encode: flag }), 'an object with options') }

/** The plan of a table whose columns have types: names of those that are not numbers and can be written as text, and of those that are numbers. */
export function planOfKinds(
  texts: readonly string[],
  numbers: readonly string[],
  options: RawTableOptions & { readonly encode?: boolean },
): TablePlan {
  requireArguments({ texts, numbers, options }, kindShapes)
  const asked = options.encoders === undefined ? columnsWithRole(options) : planOfEncoders(options.encoders, options).raw
  const raw = new Set([...texts, ...asked])
  // Numbers are taken as they are, however texts of the column were written when the model was trained.
  const taken = options.encoders?.columns.filter(({ kind }) => kind === 'number').map(({ column }) => column) ?? options.number ?? []
  for (const name of [...taken, ...(options.vector ?? [])]) if (numbers.includes(name)) raw.delete(name)
  return { raw, reasons: new Map(), side: new Set(sideNames(options)), ...(options.encode === false && { skipsRaw: true }) }
}

const mostRows = 20_000

class CellSample {
  readonly columns = new Map<string, SampledCells>()
  /** As many rows were looked at as may be. */
  full = false
  /** Keys that hold objects. */
  readonly nested = new Set<string>()
  /** Whether the key `features` holds a value of a row, and not all its features; the first row that has it decides. */
  featuresIsColumn: boolean | undefined
  /** JSON lines hold a list each: its id stands beside the rows. */
  listsApart = false
  private readonly missingWords: ReadonlySet<string>

  constructor(missingWords: ReadonlySet<string>) {
    this.missingWords = missingWords
  }

  add(name: string, cell: string | number | undefined): void {
    const value = typeof cell === 'string' ? trimmedCell(cell) : cell
    let column = this.columns.get(name)
    if (column === undefined) this.columns.set(name, (column = new SampledCells()))
    column.add(value === undefined || isMissing(String(value), this.missingWords) ? undefined : value)
  }
}

/** Faulty rows are left out: what is wrong with them, the reader tells. */
function sampleDelimited(head: Uint8Array, whole: boolean, separator: Separator, sample: CellSample): void {
  const start = utf8MarkLength(head, 0, head.length)
  const length = head.length - start
  const bytes = new Uint8Array(length + 1)
  bytes.set(head.subarray(start))
  const cells = new DelimitedCells('', separator)
  cells.open({ bytes, length }, whole)
  let names: readonly string[] | undefined
  for (let rows = 0; cells.rowStart < length && rows < mostRows; rows++) {
    sample.full = rows === mostRows - 1
    const blank = cells.blankLineEnd(cells.rowStart)
    if (blank !== undefined && blank >= 0) {
      cells.rowStart = blank
      continue
    }
    if (names === undefined && cells.passSeparatorLine()) continue
    if (names === undefined) cells.followHeader()
    const row = soundRowOf(cells)
    if (row === undefined || (row.length === 0 && names === undefined)) return
    if (names === undefined) names = row
    else if (row.length === names.length) for (const [column, text] of row.entries()) sample.add(names[column], text)
  }
}

/** The cells of the current line, none if something is wrong with it. It is passed in any case; undefined when its end has not come. */
function soundRowOf(cells: DelimitedCells): string[] | undefined {
  const start = cells.rowStart
  try {
    return rowOf(cells)
  } catch (error) {
    if (!(error instanceof RankwrightError)) throw error
    const next = cells.rowEnd(start)
    if (next < 0) return undefined
    cells.rowStart = next
    return []
  }
}

/** The cells of the current line, which are then passed; undefined when its end has not come. */
export function rowOf(cells: DelimitedCells): string[] | undefined {
  const row: string[] = []
  let position = cells.rowStart
  do {
    if (!cells.read(position)) return undefined
    row.push(cells.text)
    position = cells.end + 1
  } while (cells.bytes[cells.end] === cells.separator)
  const next = cells.afterLineEnd(cells.end)
  if (next < 0) return undefined
  cells.rowStart = next
  return row
}

/** So deep objects within objects are columns. */
const deepest = 8

function sampleJson(head: Uint8Array, whole: boolean, sample: CellSample): void {
  const text = lenientText(head)
  const lines = text.split('\n')
  if (!whole) lines.pop()
  sample.full = lines.length > mostRows
  for (const line of lines.slice(0, mostRows)) {
    if (line.trim() === '') continue
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch {
      continue // the reader tells what is wrong with it
    }
    if (!isObject(value)) continue
    const { items } = value
    sample.listsApart ||= Array.isArray(items)
    for (const row of Array.isArray(items) ? items : [value]) if (isObject(row)) addJsonRow(row, sample)
  }
}

function addJsonRow(row: Readonly<Record<string, unknown>>, sample: CellSample, before = '', depth = 0): void {
  for (const [key, value] of Object.entries(row)) {
    const name = `${before}${key}`
    if (name === 'features' && value !== null) sample.featuresIsColumn ??= typeof value !== 'object'
    if (name === 'features' && isObject(value)) addJsonRow(value, sample)
    else if (name === 'features' && Array.isArray(value)) continue
    else if (isObject(value)) {
      if (depth === deepest) continue // the reader refuses it
      sample.nested.add(name)
      addJsonRow(value, sample, `${name}.`, depth + 1)
    } else if (value === null) sample.add(name, undefined)
    else if (Array.isArray(value)) sample.add(name, textsTogether(value) ?? JSON.stringify(value))
    else sample.add(name, typeof value === 'number' ? value : String(value))
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
