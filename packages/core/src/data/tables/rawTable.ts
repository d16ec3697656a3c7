import { callback, count, fields, flag, oneOf, optionalParts, type ShapesOf, text, texts } from '../../arguments/shapes.ts'
import type { TablePlace } from '../../problems/tableProblem.ts'
import type { DescribedColumn, TableRole } from '../encoders/describedColumn.ts'
import type { EncoderOptions } from '../encoders/encoderOptions.ts'
import { encoderOptions } from '../encoders/encoderOptions.ts'
import { requireEncoders } from '../encoders/requireEncoders.ts'
import type { TableEncoders } from '../encoders/tableEncoders.ts'
import { vectorParts } from '../encoders/vectorParts.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import type { SideColumns } from '../lists/sideColumns.ts'
import type { CellColumn } from '../lists/tableCells.ts'
import type { RawColumn } from './rawTexts.ts'
import { tableError } from './tableError.ts'

/** A table in which some columns are not plain numbers. */
export interface RawTable {
  /** How messages call it. */
  readonly file: string
  /** The rows with the plain columns as features. */
  readonly lists: RankingLists
  /** The other columns, in file order. */
  readonly raw: readonly CellColumn[]
  /** The names of plain and other columns that are features, in file order. */
  readonly order: readonly string[]
  readonly list: string
  readonly label?: string
  readonly item?: string
  /** Columns of which no value was read, because they are not of the rows. */
  readonly unread?: ReadonlySet<string>
  /** Where a row of the table (from 0, in its order) stands, where that is not the same row of `file`. */
  readonly placeOf?: (row: number) => TablePlace
}

/** A table whose rows are all there, its other columns still in the order of the file. */
export interface ReadTable extends Omit<RawTable, 'raw'> {
  readonly raw: readonly RawColumn[]
}

/** What columns are for, where that is given and not guessed. */
export interface GivenRoles extends Pick<SideColumns, 'weight' | 'position'> {
  /** Columns of numbers; what is none there is missing. */
  readonly number?: readonly string[]
  readonly category?: readonly string[]
  readonly text?: readonly string[]
  readonly date?: readonly string[]
  /** Columns of arrays of numbers. */
  readonly vector?: readonly string[]
  /** The side columns of a model: read where they are there, unless others are given. */
  readonly sideColumns?: SideColumns
}

export interface RawTableOptions extends GivenRoles, EncoderOptions {
  /** Words that stand for a missing value, besides the usual ones. */
  readonly missingWords?: readonly string[]
  /** Pairs of columns to compare, as in `query~title`; `['none']` for none. Left out, a list that is a query is compared with every text, and with categories whose words queries have. */
  readonly match?: readonly string[]
  /** Encoders of a model: columns are read as it was trained on them. */
  readonly encoders?: TableEncoders
  /** The cells of columns that are not plain numbers stay with the lists: `writeLists` writes them, `tune` fits encoders in each fold. */
  readonly keepCells?: boolean
  /**
   * Cells are to be written again as they stand, and need not be understood: columns in which one is not a plain number are kept as text, whatever else they hold,
   * and are no features. The lists have the plain numbers alone.
   */
  readonly copyCells?: boolean
  /**
   * Columns of a table of text in which no row has a value are left out: for lists to train on. Where encoders are fitted they always are; where
   * those of a model are given, or `encode` is false, never.
   */
  readonly ignoreEmpty?: boolean
  /** Called with the columns of the table, what each is used as, and why. */
  readonly onColumns?: (columns: readonly DescribedColumn[]) => void
}

/** What `RawTableOptions` take. */
export const rawTableShapes: ShapesOf<RawTableOptions> = {
  number: texts,
  category: texts,
  text: texts,
  date: texts,
  vector: texts,
  position: text,
  weight: text,
  sideColumns: fields(optionalParts({ list: text, label: text, item: text, position: text, weight: text }), 'the side columns of a model'),
  categoryEncoding: oneOf(...encoderOptions.categoryEncoding.of),
  oneHot: count(1),
  buckets: count(1),
  textFeatures: oneOf(...encoderOptions.textFeatures.of),
  words: count(),
  dateOrder: oneOf(...encoderOptions.dateOrder.of),
  missingWords: texts,
  match: texts,
  encoders: requireEncoders,
  keepCells: flag,
  copyCells: flag,
  ignoreEmpty: flag,
  onColumns: callback,
}

/** The roles of columns beside the features. */
const sideRoles = ['position', 'weight'] as const

/** The roles that are given by name of the column. */
const givenRoles = ['number', 'category', 'text', 'date', 'vector', ...sideRoles] as const

export function givenRole(name: string, options: GivenRoles): TableRole | undefined {
  const roles = { ...options, ...sideColumnsOf(options) }
  return givenRoles.find((role) => namedIn(roles[role]).includes(name))
}

/** The columns of weights and places, if they are there. */
export function sideColumnsOf(options: GivenRoles): Pick<SideColumns, 'weight' | 'position'> {
  const { weight = options.sideColumns?.weight, position = options.sideColumns?.position } = options
  return { ...(weight !== undefined && { weight }), ...(position !== undefined && { position }) }
}

/** Their names. */
export function sideNames(options: GivenRoles): readonly string[] {
  return Object.values(sideColumnsOf(options))
}

/**
 * No role is given in vain: it is of a column that is there, which has no other use. Encoders of a model give the roles of features. `useOf` says what else a column is used as, as its option is
 * called.
 */
export function refuseIdleRoles(
  names: readonly string[],
  options: GivenRoles & Pick<RawTableOptions, 'encoders'>,
  useOf: (name: string) => string | undefined,
  at: TablePlace,
): void {
  const { encoders } = options
  const roles = new Map(encoders?.columns.map(({ column }) => [column, 'features']))
  for (const role of encoders === undefined ? givenRoles : sideRoles) {
    for (const name of namedIn(options[role])) {
      if (role === 'vector' && vectorParts(names, name).length > 0) continue
      if (role === 'weight' && options.sideColumns?.weight === name && !names.includes(name))
        throw tableError({ code: 'weight-of-model-missing', at, column: name, columns: names })
      if (!names.includes(name)) throw tableError({ code: 'unknown-column', at, option: role, found: name, columns: names })
      const before = roles.get(name) ?? useOf(name)
      if (before !== undefined && before !== role)
        throw tableError({ code: 'column-with-two-uses', at, column: name, uses: [before, role] })
      roles.set(name, role)
    }
  }
}

/** The options without the roles that are given for columns. */
export function withoutRoles<Options extends GivenRoles>(options: Options): Options {
  const roles: readonly string[] = givenRoles
  return Object.fromEntries(Object.entries(options).filter(([name]) => !roles.includes(name))) as Options
}

/** All columns that a role is given for. */
export function columnsWithRole(options: GivenRoles): readonly string[] {
  return [...new Set([...givenRoles.flatMap((role) => namedIn(options[role])), ...sideNames(options)])]
}

function namedIn(names: string | readonly string[] | undefined): readonly string[] {
  return names === undefined ? [] : typeof names === 'string' ? [names] : names
}
