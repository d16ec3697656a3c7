/**
 * Tables whose rows are elsewhere, in parts of whole lists. Whoever has the rows of a part answers questions about them, and makes features of them when encoders are
 * known; here encoders are fitted to the answers.
 */
import { requireArguments } from '../../arguments/shapes.ts'
import type { TableEncoders } from '../encoders/tableEncoders.ts'
import { gradesOfCounts } from '../lists/grades.ts'
import type { Grades } from '../lists/gradesRule.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { columnTableShapes } from './columnChunk.ts'
import { listsAsEncoded } from './encodedLists.ts'
import { columnsOfModel, describedColumns, graded, isPlain, namedRoles, plainColumns } from './finishedTable.ts'
import { type AskedTable, type FittedTable, fittingTable } from './fitTable.ts'
import { type RawTable, sideNames } from './rawTable.ts'
import { missingWordsOf, RawColumn } from './rawTexts.ts'
import type { TableColumns, TableReaderOptions } from './tableColumns.ts'
import type { CellsInUse, TableAnswers, TableQuestion, TargetQuestion } from './tableQuestions.ts'
import { categoriesOf, meanLabel, orderOfLists } from './targetStatistics.ts'
import { type UnreadCells, unreadInPart } from './unreadCells.ts'

/** How parts of a table are read: plain data, which can be sent to where the rows are. */
export interface PartReading {
  /** How messages call the table. */
  readonly file: string
  readonly columns: TableColumns
  readonly options: Pick<TableReaderOptions, 'missingWords' | 'weight' | 'position' | 'sideColumns' | 'unlabelled'>
}

export function partReading(file: string, columns: TableColumns, options: TableReaderOptions): PartReading {
  requireArguments({ file, columns, options }, columnTableShapes)
  const { weight, position, sideColumns, unlabelled } = options
  const missingWords = [...missingWordsOf(options)]
  const given = { weight, position, sideColumns, unlabelled }
  return {
    file,
    columns,
    options: { missingWords, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) },
  }
}

/**
 * Whole lists of a table with the plain columns as features, and the cells of the columns of `TableColumns.raw` in the order of their rows. `before` is the number of
 * rows of the lists before.
 */
export function tablePart(
  { file, columns, options }: PartReading,
  lists: RankingLists,
  texts: readonly ArrayLike<string | null>[],
  before: number,
): RawTable {
  const { names, features, raw = [] } = columns
  const missing = missingWordsOf(options)
  const cells = raw.map((column, place) => {
    const cells = new RawColumn(names[column], missing)
    for (let row = 0; row < lists.labels.length; row++) cells.add(texts[place][row] ?? undefined)
    return cells.finish(undefined)
  })
  const order = [...features, ...raw].sort((a, b) => a - b).map((column) => names[column])
  return { file, lists, raw: cells, order, ...namedRoles(columns), placeOf: (row) => ({ file, row: before + row + 1 }) }
}

/** What is known when a table is fitted. */
export interface PartEncoding {
  /** Left out where all columns are plain numbers. */
  readonly encoders?: TableEncoders
  readonly grades?: Grades
}

/**
 * The features of a part. `trained` has what its rows get in training instead of their cells, by the places of encoders. Cells that their encoders cannot read are
 * counted.
 */
export function encodedPart(
  { options }: PartReading,
  part: RawTable,
  { encoders, grades }: PartEncoding,
  trained: FittedTable['trained'] = new Map(),
): { readonly lists: RankingLists; readonly unread: readonly UnreadCells[] } {
  const own = { ...part, lists: graded(part.lists, { ...options, ...(grades && { grades }) }) }
  if (encoders === undefined) return { lists: own.lists, unread: [] }
  const unread = unreadInPart(part.raw, encoders) // first: texts may be let go while features are made of them
  return { lists: listsAsEncoded(own, { ...options, encoders }, encoders, { encoders, columns: [], trained }), unread }
}

/** The cells that features are made of. */
export function cellsEncoded({ options }: PartReading, { encoders }: PartEncoding): CellsInUse {
  if (encoders === undefined) return {}
  const { item, columns } = encoders
  return { columns: [...columns.map(({ column }) => column), ...(item === undefined ? [] : [item]), ...sideNames(options)] }
}

/** What has to be known of a table before its rows are asked. */
export type CountedTable = Pick<AskedTable, 'rows' | 'lists' | 'ids'>

/** What asks for the rows, and goes on when it is given the answer. */
export type Asking<Result> = Generator<TableQuestion, Result, TableAnswers[TableQuestion['op']]>

/** How labels become grades; undefined where they stay as they are. */
export function* partedGrades({ grades, unlabelled }: Pick<TableReaderOptions, 'grades' | 'unlabelled'>): Asking<Grades | undefined> {
  if (unlabelled) return undefined
  if (typeof grades !== 'string') return grades
  const none = new Float64Array()
  const { labels, counts } = grades.startsWith('quantile')
    ? ((yield { op: 'labels' }) as TableAnswers['labels'])
    : { labels: none, counts: none }
  return gradesOfCounts(grades, labels, counts).grades
}

/** The encoders of a table, unless it needs none: those of a model, or fitted ones. The columns are told to `onColumns`. */
export function* partedFitting(
  { file, columns }: PartReading,
  options: TableReaderOptions,
  counted: CountedTable,
): Asking<TableEncoders | undefined> {
  const { names } = columns
  const raw = (columns.raw ?? []).map((column) => names[column])
  const order = [...columns.features, ...(columns.raw ?? [])].sort((a, b) => a - b).map((column) => names[column])
  const about = { file, order, ...namedRoles(columns) }
  const reasons = options.plan?.reasons ?? new Map<string, string>()
  const fits = !isPlain(raw.length, options) && options.encoders === undefined
  const fit = fits ? yield* fittingTable({ ...about, raw, ...counted }, options, reasons) : undefined
  const unfitted = () => (options.encoders ? columnsOfModel(options.encoders) : plainColumns(order, raw, reasons))
  options.onColumns?.(describedColumns(about, names, options, fit?.columns ?? unfitted()))
  return options.encoders ?? fit?.encoders
}

/**
 * The rows of a part for target statistics, column by column: each has its category and the place of its list in an order of all of them. See `targetStatistics`, which
 * adds them up.
 */
export function* partTargetRows(
  { options }: PartReading,
  part: RawTable,
  { grades }: Pick<PartEncoding, 'grades'>,
  columns: TargetQuestion['columns'],
  before: { readonly lists: number; readonly rows: number },
  allLists: number,
): Generator<PartTargetRow> {
  const { offsets, labels } = graded(part.lists, { ...options, ...(grades && { grades }) })
  for (const [place, { name, values }] of columns.entries()) {
    const categoryAt = categoriesOf(part.raw.find((column) => column.name === name)!, values)
    const ranks = new Uint32Array(allLists)
    for (const [rank, list] of orderOfLists(name, allLists).entries()) ranks[list] = rank
    for (let list = 0; list + 1 < offsets.length; list++) {
      const mean = meanLabel(labels, offsets[list], offsets[list + 1])
      const rank = ranks[before.lists + list]
      for (let row = offsets[list]; row < offsets[list + 1]; row++)
        yield { column: place, category: categoryAt(row), rank, row: before.rows + row, better: labels[row] - mean }
    }
  }
}

export interface PartTargetRow {
  /** The place of the column among those that are asked for. */
  readonly column: number
  readonly category: number
  /** Of its list. */
  readonly rank: number
  /** Among all rows of the table. */
  readonly row: number
  /** Than the mean of its list. */
  readonly better: number
}
