import { refuseArgument } from '../../arguments/refuseArgument.ts'
import { requireNumbers } from '../../arguments/requireNumbers.ts'
import { allocate } from '../../numeric/allocate.ts'
import type { TableEncoders } from '../encoders/tableEncoders.ts'
import type { Features } from './features.ts'
import type { Grades } from './gradesRule.ts'
import type { Numbers } from './numbers.ts'
import type { SideColumns } from './sideColumns.ts'
import { selectCells, type TableCells } from './tableCells.ts'

/** Many judged lists, laid flat: list q is rows offsets[q] .. offsets[q + 1]. */
export interface RankingLists {
  readonly features: Features
  /** Number of features of every row. */
  readonly width: number
  /** One grade per row: any finite real, greater is better. */
  readonly labels: Float64Array
  /** One more entry than there are lists; starts at 0, ends at the number of rows. */
  readonly offsets: Uint32Array
  /**
   * Row r stood at data row sourceRows[r] (from 0) of the file, each row once; absent when the lists stood there in one piece,
   * in this order.
   */
  readonly sourceRows?: Uint32Array
  readonly listIds: readonly string[]
  readonly itemIds?: readonly string[]
  readonly featureNames?: readonly string[]
  /** Features are numbered, and only those that occur have a column, called by their numbers (`f7`); all others are 0. See `occurringFeatures`. */
  readonly othersAreZero?: true
  /** The features were chosen by hand among those of the data. */
  readonly featuresChosen?: true
  readonly listWeights?: Float64Array
  /** The place at which each row was shown, where the data tells it; NaN where it does not. No feature: `dataGuards` looks at it. */
  readonly shownAt?: Float64Array
  /** How cells of a table became features, where some were not plain numbers. A model that is trained on the lists keeps them. */
  readonly encoders?: TableEncoders
  /** The cells behind the features of the encoders, where they are wanted again. */
  readonly cells?: TableCells
  /** How the labels became grades, where the data had others. A model that is trained on the lists keeps it. */
  readonly grades?: Grades
  /** The columns of a table that weights and places were read from. A model that is trained on the lists keeps their names. */
  readonly sideColumns?: SideColumns
}

export function rowCount(lists: RankingLists): number {
  return lists.labels.length
}

export function listCount(lists: RankingLists): number {
  return lists.listIds.length
}

/** The list of each row. */
export function listNumbers({ labels, offsets }: RankingLists): Uint32Array {
  const numbers = new Uint32Array(labels.length)
  for (let list = 0; list + 1 < offsets.length; list++) numbers.fill(list, offsets[list], offsets[list + 1])
  return numbers
}

/** The lists with these numbers, in this order, each with its rows as they stood. `selectLists` of index.ts checks the lists first. */
export function selectLists(lists: RankingLists, indices: Numbers): RankingLists {
  requireNumbers('indices', indices)
  const count = indices.length
  const offsets = new Uint32Array(count + 1)
  for (let i = 0; i < count; i++) {
    const list = indices[i]
    if (!Number.isSafeInteger(list) || !(list in lists.listIds))
      refuseArgument(`indices[${i}]`, list, `the number of a list, from 0 to ${lists.listIds.length - 1}`)
    offsets[i + 1] = offsets[i] + lists.offsets[list + 1] - lists.offsets[list]
  }
  const rows = new Uint32Array(offsets[count])
  for (let i = 0; i < count; i++) {
    const first = lists.offsets[indices[i]]
    for (let row = offsets[i]; row < offsets[i + 1]; row++) rows[row] = first + row - offsets[i]
  }
  const labels = new Float64Array(rows.length)
  for (let row = 0; row < rows.length; row++) labels[row] = lists.labels[rows[row]]
  const sourceRows = lists.sourceRows && placesAmong(rows, lists.sourceRows)
  const { itemIds, listWeights } = lists
  return {
    features: selectRows(lists.features, lists.width, rows),
    width: lists.width,
    labels,
    offsets,
    ...(sourceRows && { sourceRows }),
    listIds: Array.from(indices, (list) => lists.listIds[list]),
    ...(itemIds && { itemIds: Array.from(rows, (row) => itemIds[row]) }),
    ...(lists.featureNames && { featureNames: lists.featureNames }),
    ...(lists.othersAreZero && { othersAreZero: lists.othersAreZero }),
    ...(lists.featuresChosen && { featuresChosen: lists.featuresChosen }),
    ...(listWeights && { listWeights: Float64Array.from(indices, (list) => listWeights[list]) }),
    ...(lists.shownAt && { shownAt: Float64Array.from(rows, (row) => lists.shownAt![row]) }),
    ...(lists.encoders && { encoders: lists.encoders }),
    ...(lists.cells && { cells: selectedCells(lists.cells, rows) }),
    ...(lists.grades && { grades: lists.grades }),
    ...(lists.sideColumns && { sideColumns: lists.sideColumns }),
  }
}

function selectedCells(cells: TableCells, rows: Uint32Array): TableCells {
  const { texts, numbers, features } = cells
  return { ...cells, texts: texts.map((column) => selectCells(column, rows)), features: selectRows(features, numbers.length, rows) }
}

/** Copies the features of one row, zeros included, into a buffer of `width` numbers. */
export function copyRow(lists: RankingLists, row: number, into: Float32Array | Float64Array): void {
  const { features, width } = lists
  if (features.kind === 'dense') {
    into.set(features.values.subarray(row * width, (row + 1) * width))
    return
  }
  into.fill(0)
  for (let i = features.rowStarts[row]; i < features.rowStarts[row + 1]; i++) into[features.columns[i]] = features.values[i]
}

/** The rows in the order in which they stood in the file: row fileOrder[i] was the i-th. */
export function fileOrder(lists: RankingLists): Uint32Array {
  const order = new Uint32Array(rowCount(lists))
  for (let row = 0; row < order.length; row++) order[lists.sourceRows?.[row] ?? row] = row
  return order
}

/** These rows, in this order. */
export function selectRows(features: Features, width: number, rows: Uint32Array): Features {
  if (features.kind === 'dense') {
    const values = allocate(Float32Array, rows.length * width)
    for (let row = 0; row < rows.length; row++) {
      values.set(features.values.subarray(rows[row] * width, (rows[row] + 1) * width), row * width)
    }
    return { kind: 'dense', values }
  }
  const rowStarts = new Uint32Array(rows.length + 1)
  for (let row = 0; row < rows.length; row++) {
    rowStarts[row + 1] = rowStarts[row] + features.rowStarts[rows[row] + 1] - features.rowStarts[rows[row]]
  }
  const columns = new Uint32Array(rowStarts[rows.length])
  const values = new Float32Array(columns.length)
  for (let row = 0; row < rows.length; row++) {
    const [start, end] = [features.rowStarts[rows[row]], features.rowStarts[rows[row] + 1]]
    columns.set(features.columns.subarray(start, end), rowStarts[row])
    values.set(features.values.subarray(start, end), rowStarts[row])
  }
  return { kind: 'sparse', rowStarts, columns, values }
}

/** The rank of each chosen row among the chosen rows of the file; undefined if they are in that order already. */
function placesAmong(rows: Uint32Array, sourceRows: Uint32Array): Uint32Array | undefined {
  const bySource = new Uint32Array(rows.length)
  for (let row = 0; row < rows.length; row++) bySource[row] = row
  bySource.sort((a, b) => sourceRows[rows[a]] - sourceRows[rows[b]])
  if (bySource.every((row, index) => row === index)) return undefined
  const places = new Uint32Array(rows.length)
  for (let index = 0; index < rows.length; index++) places[bySource[index]] = index
  return places
}
