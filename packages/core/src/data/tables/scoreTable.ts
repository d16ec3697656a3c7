/** Scores of lists as a table: the list, the place of the row in it, the item where items have names, columns that were to be kept, and the score. */

import { arrayOf, either, fields, optional, requireArguments, text, texts, typed } from '../../arguments/shapes.ts'
import { numberText } from '../text/numberText.ts'
import { cellText } from './cellText.ts'
import type { KeptColumn } from './tableColumns.ts'

/** Scores of lists, one list after the other. */
export interface ScoreTable {
  /** One per row. */
  readonly scores: Float64Array
  /** List q is rows offsets[q] .. offsets[q + 1]. */
  readonly offsets: Uint32Array
  readonly listIds: readonly string[]
  readonly itemIds?: readonly string[] | undefined
  /** Row r stood at row sourceRows[r] (from 0) of the file; left out, the rows stand as they stood there. */
  readonly sourceRows?: Uint32Array | undefined
  /** Columns to write beside the scores, rows in file order, as `onKept` gives them. */
  readonly kept?: readonly KeptColumn[] | undefined
}

/** Names of columns that a table of scores has of its own. */
export const scoreColumns: readonly string[] = ['list', 'place', 'item', 'score']

const partsShape = fields(
  {
    scores: typed(Float64Array),
    offsets: typed(Uint32Array),
    listIds: texts,
    itemIds: optional(texts),
    sourceRows: optional(typed(Uint32Array)),
    kept: optional(arrayOf(fields({ name: text, cells: arrayOf(optional(text)) }, 'a column with name and cells'))),
  },
  'scores of lists',
)

/** Throws for what is no table of scores. */
export function requireScoreTable(argument: string, table: unknown): void {
  partsShape(argument, table)
  const { scores, offsets, listIds, itemIds, sourceRows, kept = [] } = table as ScoreTable
  const rises = (starts: Uint32Array) => starts.every((start, list) => start >= (starts[list - 1] ?? 0))
  const fits = offsets.length === listIds.length + 1 && offsets[0] === 0 && offsets.at(-1) === scores.length && rises(offsets)
  either('where each list begins, from 0 to the number of scores', () => fits)(`${argument}.offsets`, offsets)
  either('an item for each score', () => itemIds === undefined || itemIds.length === scores.length)(`${argument}.itemIds`, itemIds)
  either('each row of the file once', () => sourceRows === undefined || eachOnce(sourceRows, scores.length))(
    `${argument}.sourceRows`,
    sourceRows,
  )
  either('a cell for each score', () => kept.every(({ cells }) => cells.length === scores.length))(`${argument}.kept`, kept)
  const names = [...scoreColumns, ...kept.map(({ name }) => name)]
  either(`columns with different names, other than ${scoreColumns.join(', ')}`, () => new Set(names).size === names.length)(
    `${argument}.kept`,
    kept,
  )
}

function eachOnce(rows: Uint32Array, count: number): boolean {
  const seen = new Uint8Array(count)
  for (const row of rows) if (row < count) seen[row] = 1
  return rows.length === count && seen.every((times) => times === 1)
}

/** CSV with a header, rows in the order of the file; a cell that is missing is empty. */
export function* scoresCsv(table: ScoreTable): Generator<string> {
  requireArguments({ table }, { table: requireScoreTable })
  const { scores, offsets, listIds, itemIds, sourceRows, kept = [] } = table
  const names = ['list', 'place', ...(itemIds === undefined ? [] : ['item']), ...kept.map(({ name }) => name), 'score']
  let lines = [names.map((name) => cellText(name, ',')).join(',')]
  const order = new Uint32Array(scores.length)
  const lists = new Uint32Array(scores.length)
  for (let list = 0; list < listIds.length; list++) {
    lists.fill(list, offsets[list], offsets[list + 1])
    for (let row = offsets[list]; row < offsets[list + 1]; row++) order[sourceRows?.[row] ?? row] = row
  }
  for (let line = 0; line < order.length; line++) {
    const row = order[line]
    const cells = [cellText(listIds[lists[row]], ','), String(row - offsets[lists[row]] + 1)]
    if (itemIds !== undefined) cells.push(cellText(itemIds[row], ','))
    for (const column of kept) {
      const cell = column.cells[line] ?? ''
      cells.push(cell === '' ? '' : cellText(cell, ','))
    }
    cells.push(numberText(scores[row]))
    lines.push(cells.join(','))
    if (lines.length === linesOfPiece) {
      yield `${lines.join('\n')}\n`
      lines = []
    }
  }
  if (lines.length > 0) yield `${lines.join('\n')}\n`
}

const linesOfPiece = 1024
