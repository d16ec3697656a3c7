/**
 * Which column of a table is the list id, which the label, which the item id, and which are features.
 *
 * A column is called by its name in the header. Where no column bears that name, a number is a column's place, counted
 * from 1. A table may lack a header when its list and label columns are given by number; see `firstLineIsData`.
 */

import {
  callback,
  count,
  either,
  fields,
  flag,
  madeBy,
  number,
  optional,
  optionalParts,
  requireArguments,
  type Shape,
  type Shapes,
  type ShapesOf,
  text,
  texts,
} from '../../arguments/shapes.ts'
import type { Problem, RankwrightError } from '../../problems/problem.ts'
import type { ColumnRole, TablePlace } from '../../problems/tableProblem.ts'
import { requireEncoders } from '../encoders/requireEncoders.ts'
import type { TableEncoders } from '../encoders/tableEncoders.ts'
import type { Grades } from '../lists/gradesRule.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { usualNames } from '../lists/usualNames.ts'
import { decimal } from '../text/tableNumber.ts'
import { type GivenRoles, type RawTableOptions, type ReadTable, rawTableShapes, refuseIdleRoles } from './rawTable.ts'
import { tableError } from './tableError.ts'
import type { TablePlan } from './tablePlan.ts'

export interface TableColumnOptions {
  /** Column of the list id; otherwise the one called qid, query, list or group, in any case. */
  readonly list?: string
  /** Column of the label; otherwise the one called label, relevance or grade. */
  readonly label?: string
  /** Column of the item id; otherwise the one called doc, item or id, if there is one. */
  readonly item?: string
  /** Column that tells apart several streams in one table. The id of a list is then the key, a NUL character and its own id. */
  readonly key?: string
  /** Column with the time of a list. The id of a list then starts with the time and a NUL character, before the key. */
  readonly orderBy?: string
  /** Columns to use as features; otherwise all that have no other use. */
  readonly features?: readonly string[]
  /** Columns to leave out. */
  readonly ignore?: readonly string[]
  /** The first column is the list, unless `list` names another; no other column has a role by its name. */
  readonly firstIsList?: boolean
  /** Rows to be scored need no labels: where there is no label column, every label is 0. */
  readonly unlabelled?: boolean
  /** Labels may be missing, one by one or with their whole column: a missing label is NaN. */
  readonly openLabels?: boolean
  /** Which columns are not plain numbers; left out, all features must be. */
  readonly plan?: TablePlan
  /** Encoders of a model, whose columns are read and no others. */
  readonly encoders?: TableEncoders
  /** The table is one of several that become one: columns of the model that it lacks may be in others. */
  readonly ofSeveral?: boolean
}

/** What a reader of tables takes besides the columns. */
export interface TableReaderOptions extends TableColumnOptions, RawTableOptions {
  /** How many bytes are to come in all, where that is known: saves memory. */
  readonly size?: number
  /** Called with every row that cannot be read, which is then left out; without it the first one is thrown. */
  readonly onProblem?: (problem: Problem) => void
  /** Lists are handed over one by one, each when a row of another begins, instead of all together in the end. */
  readonly onList?: (lists: RankingLists) => void
  /** Turns labels into grades: as a text such as `log`, or as a model does it. */
  readonly grades?: string | Grades
  /** Columns whose cells are told to `onKept` as they are, whatever else they are used for. */
  readonly keep?: readonly string[]
  /** Called with the columns to keep when all rows were read, rows in file order. */
  readonly onKept?: (columns: readonly KeptColumn[]) => void
  /** How a label is read that is not a plain number; undefined for what is none, NaN for one that is missing, where labels may be. */
  readonly labelOf?: (text: string) => number | undefined
  /** Called with values that were changed when read: a feature too small for a 32-bit float becomes 0. */
  readonly onNote?: (note: Problem) => void
  /** Takes the table as it was read, with all its columns by name, before encoders are fitted; the lists that are given have its plain columns. */
  readonly onTable?: (table: ReadTable, names: readonly string[]) => void
}

/** The cells of a column as they stand in the file; undefined where JSON has none. */
export interface KeptColumn {
  readonly name: string
  readonly cells: readonly (string | undefined)[]
}

/** A parser that is fed bytes as they come. */
export interface TableParser<Table> {
  push(chunk: Uint8Array): void
  finish(): Table
}

/** Columns by their place, from 0. */
export interface TableColumns {
  readonly names: readonly string[]
  readonly list: number
  /** Undefined only where the rows may be without labels. */
  readonly label: number | undefined
  readonly item: number | undefined
  readonly key: number | undefined
  readonly orderBy: number | undefined
  /** Plain numbers, in the order of the file. */
  readonly features: readonly number[]
  /** Columns that are read as text, in the order of the file. */
  readonly raw?: readonly number[]
}

export const defaultNames: Readonly<Record<ColumnRole, readonly string[]>> = {
  list: ['qid', 'query', 'list', 'group'],
  label: ['label', 'relevance', 'grade'],
  item: ['doc', 'item', 'id'],
  key: [],
  orderBy: [],
}

export const columnRoles: readonly ColumnRole[] = ['list', 'label', 'item', 'key', 'orderBy']

/** What the options take that name columns. */
export const namedColumnShapes = { list: text, label: text, item: text, key: text, orderBy: text, features: texts, ignore: texts }

/** What `TableColumnOptions` take. */
const tableColumnShapes: ShapesOf<TableColumnOptions> = {
  ...namedColumnShapes,
  firstIsList: flag,
  unlabelled: flag,
  openLabels: flag,
  plan: madeBy('planFromSample', 'raw', 'reasons'),
  encoders: requireEncoders,
  ofSeveral: flag,
}

/** What says how labels become grades. */
export const gradesShape: Shape = either(
  'log, quantile:5, binary:1, or the grades of a model',
  (value) => typeof value === 'string' || (typeof value === 'object' && value !== null && 'kind' in value),
)

/** What `TableReaderOptions` take. */
export const tableReaderShapes: ShapesOf<TableReaderOptions> = {
  ...tableColumnShapes,
  ...rawTableShapes,
  size: number({ atLeast: 0 }),
  onProblem: callback,
  grades: gradesShape,
  keep: texts,
  onKept: callback,
  onList: callback,
  labelOf: callback,
  onNote: callback,
  onTable: callback,
}

/** Where something stands in a table. */
const tablePlace = fields(
  { file: text, line: optional(count()), column: optional(count()), row: optional(count()) },
  'a place: the name of a file',
)

const place = optional(count())

/** The places of the columns, as `tableColumns` gives them. */
export const tableColumnsShapes: Shapes = { names: texts, list: count(), label: place, item: place, key: place, orderBy: place }

/** The options may stand among others. */
const columnShapes = { names: texts, options: fields(optionalParts(tableColumnShapes), 'an object with options'), at: tablePlace }

export function tableColumns(names: readonly string[], options: TableColumnOptions & GivenRoles, at: TablePlace): TableColumns {
  requireArguments({ names, options, at }, columnShapes)
  const ignored = new Set((options.ignore ?? []).map((name) => columnCalled(names, name, 'ignore', at)))
  const uses = new Map<number, string>([...ignored].map((column) => [column, 'ignore']))
  const { encoders, plan } = options
  const found: Partial<Record<ColumnRole, number>> = {}
  const take = (column: number, use: string) => {
    const before = uses.get(column)
    if (before !== undefined) throw tableError({ code: 'column-with-two-uses', at, column: names[column], uses: [before, use] })
    uses.set(column, use)
  }
  for (const role of columnRoles) {
    const name = options[role]
    if (name === undefined || (role === 'label' && options.openLabels && !names.includes(name))) continue
    found[role] = columnCalled(names, name, role, at)
    take(found[role], role)
  }
  for (const role of columnRoles) {
    if (found[role] !== undefined || (role === 'label' && options.label !== undefined)) continue
    const column = options.firstIsList
      ? firstColumn(names, role, uses)
      : (columnOfModel(names, role, uses, options) ?? columnByDefault(names, role, uses, options, at))
    if (column === undefined) continue
    found[role] = column
    uses.set(column, role)
  }
  const { list, label, item, key, orderBy } = found
  if (list === undefined) throw withoutColumn('list', names, encoders?.list, at)
  if (label === undefined && !options.unlabelled && !options.openLabels) throw withoutColumn('label', names, encoders?.label, at)
  refuseIdleRoles(names, options, (name) => uses.get(names.indexOf(name)), at)
  const side = sideColumnsIn(names, uses, plan)
  const asked =
    encoders === undefined
      ? options.features?.map((name) => columnCalled(names, name, 'features', at))
      : ownColumns(names, encoders, uses, at, options.ofSeveral)
  const wanted = asked && [...asked, ...side]
  for (const column of new Set(wanted)) take(column, 'features')
  const features =
    wanted === undefined
      ? names.map((_, column) => column).filter((column) => !uses.has(column) && names[column] !== '')
      : [...new Set(wanted)]
  features.sort((a, b) => a - b)
  refuseBadNames(names, new Set([list, label, item, key, orderBy, ...features].filter((column) => column !== undefined)), at)
  const isRaw = (column: number) => plan?.raw.has(names[column]) === true
  const raw = features.filter((column) => isRaw(column) && (plan?.skipsRaw !== true || side.has(column)))
  const plain = features.filter((column) => !isRaw(column))
  return { names, list, label, item, key, orderBy, features: plain, ...(raw.length > 0 && { raw }) }
}

/** The columns that are read beside the features, whichever these are. */
function sideColumnsIn(names: readonly string[], uses: ReadonlyMap<number, string>, plan: TablePlan | undefined): ReadonlySet<number> {
  const places = Array.from(plan?.side ?? [], (name) => names.indexOf(name))
  return new Set(places.filter((column) => column >= 0 && !uses.has(column)))
}

/** The first column without another use names the list. */
function firstColumn(names: readonly string[], role: ColumnRole, uses: ReadonlyMap<number, string>): number | undefined {
  const column = role === 'list' ? names.findIndex((_, place) => !uses.has(place)) : -1
  return column < 0 ? undefined : column
}

/** The column that the model had for a role, if it is there and has no other use. */
function columnOfModel(
  names: readonly string[],
  role: ColumnRole,
  uses: ReadonlyMap<number, string>,
  { encoders, sideColumns }: TableColumnOptions & GivenRoles,
): number | undefined {
  const name = role === 'list' || role === 'label' || role === 'item' ? (encoders ?? sideColumns)?.[role] : undefined
  const column = name === undefined ? -1 : names.indexOf(name)
  return column < 0 || uses.has(column) ? undefined : column
}

/** The columns of a model; those that it compares with others may be the list. */
function ownColumns(
  names: readonly string[],
  encoders: TableEncoders,
  uses: ReadonlyMap<number, string>,
  at: TablePlace,
  ofSeveral = false,
): number[] {
  if (!ofSeveral) requireOwnColumns(names, encoders, at)
  return encoders.columns.map(({ column }) => names.indexOf(column)).filter((column) => column >= 0 && !uses.has(column))
}

/** Throws for columns of a model that a table lacks: without any value of it, its scores mean little. */
export function requireOwnColumns(names: readonly string[], { columns }: TableEncoders, at: TablePlace): void {
  const missing = columns.map(({ column }) => column).filter((name) => !names.includes(name))
  if (missing.length > 0) throw tableError({ code: 'columns-of-model-missing', at, missing, columns: names })
}

/** The column of that name, or at that place counted from 1. */
export function columnCalled(names: readonly string[], name: string, option: string, at: TablePlace): number {
  const column = names.indexOf(name)
  if (column >= 0) return column
  if (isPlace(name) && Number(name) <= names.length) return Number(name) - 1
  throw tableError({ code: 'unknown-column', at, option, found: name, columns: names })
}

/**
 * Whether the first line holds a row already: the list and label columns were given by number, and a number stands in the
 * label column. A first line of nothing but numbers with columns not given by number is refused, because a row must not be
 * taken for names.
 */
export function firstLineIsData(cells: readonly string[], { list, label }: TableColumnOptions, at: TablePlace): boolean {
  if (list !== undefined && label !== undefined && isPlace(list) && isPlace(label)) {
    const cell = cells[Number(label) - 1]
    return cell !== undefined && decimal(cell) !== undefined
  }
  if (cells.every((cell) => cell === '' || decimal(cell) !== undefined) && cells.some((cell) => cell !== ''))
    throw tableError({ code: 'table-without-header', at, columns: cells.length })
  return false
}

/** The names of columns that have none: their places, from 1. */
export function numberedNames(count: number): readonly string[] {
  return Array.from({ length: count }, (_, column) => String(column + 1))
}

function isPlace(name: string): boolean {
  return /^[1-9]\d{0,8}$/.test(name)
}

function columnByDefault(
  names: readonly string[],
  role: ColumnRole,
  uses: ReadonlyMap<number, string>,
  { plan, unlabelled, openLabels }: TableColumnOptions,
  at: TablePlace,
): number | undefined {
  const among = (known: readonly string[]) =>
    names.flatMap((name, column) => (!uses.has(column) && known.includes(name.toLowerCase()) ? [column] : []))
  const candidates = among(defaultNames[role])
  // Beside a number for the list, the text of its query is no id.
  const ids = role === 'list' && candidates.length > 1 ? candidates.filter((column) => plan?.raw.has(names[column]) !== true) : candidates
  const [first, ...others] = ids.length === 1 ? ids : candidates
  if (others.length > 0) throw tableError({ code: 'role-with-many-columns', at, role, found: candidates.map((column) => names[column]) })
  const hasRaw = names.some((name, column) => !uses.has(column) && plan?.raw.has(name) === true)
  const mayGuess = role === 'label' ? !unlabelled && !openLabels : role === 'list' || hasRaw
  if (first !== undefined || plan === undefined || !mayGuess) return first
  const usual = among(usualNames[role])
  return usual.sort((a, b) => usualNames[role].indexOf(names[a].toLowerCase()) - usualNames[role].indexOf(names[b].toLowerCase()))[0]
}

function withoutColumn(role: 'list' | 'label', names: readonly string[], ofModel: string | undefined, at: TablePlace): RankwrightError {
  const known = ofModel === undefined || defaultNames[role].includes(ofModel.toLowerCase()) ? {} : { ofModel }
  return tableError({ code: 'role-without-column', at, role, tried: defaultNames[role], ...known, columns: names })
}

function refuseBadNames(names: readonly string[], used: ReadonlySet<number>, at: TablePlace): void {
  const seen = new Map<string, number>()
  for (const [column, name] of names.entries()) {
    if (name === '') {
      if (used.has(column)) throw tableError({ code: 'column-without-name', at, position: column + 1 })
      continue
    }
    const before = seen.get(name)
    if (before !== undefined && (used.has(before) || used.has(column)))
      throw tableError({ code: 'column-named-twice', at, column: name, positions: [before + 1, column + 1] })
    seen.set(name, column)
  }
}
