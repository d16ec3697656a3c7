import { requireArguments } from '../../arguments/shapes.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { TextRoom } from '../cells/textRoom.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { rowCollector } from '../lists/rowCollector.ts'
import { type ColumnChunk, columnTableShapes, listAndLabel } from './columnChunk.ts'
import { finishedTable, namedRoles } from './finishedTable.ts'
import { keptColumns } from './keptColumns.ts'
import { missingWordsOf, RawColumn } from './rawTexts.ts'
import type { TableColumns, TableReaderOptions } from './tableColumns.ts'
import { tableError } from './tableError.ts'

/** Takes a table that is stored by columns, such as Parquet, chunk by chunk. Messages count rows from 1. */
export interface ColumnTable {
  /** How many rows are to come in all. */
  expect(rows: number): void
  add(chunk: ColumnChunk): void
  finish(): RankingLists
}

export function columnTable(file: string, columns: TableColumns, options: TableReaderOptions = {}): ColumnTable {
  requireArguments({ file, columns, options }, columnTableShapes)
  const { names } = columns
  const { onProblem, onNote } = options
  const collector = rowCollector()
  const values = new Float32Array(columns.features.length)
  const room = new TextRoom()
  const raw = (columns.raw ?? []).map(
    (column) => new RawColumn(names[column], missingWordsOf(options), { room, copied: options.copyCells }),
  )
  const kept = keptColumns(names, options.keep, { file })
  let rows = 0

  function addRow(chunk: ColumnChunk, row: number): void {
    const at = { file, row: rows + row + 1 }
    const { list, label } = listAndLabel(chunk, row, columns, at)
    const { items, features, texts = [], kept: cells = [] } = chunk
    const item = items?.[row]
    if (item === null) throw tableError({ code: 'cell-without-id', at, column: names[columns.item ?? 0], role: 'item' })
    for (let feature = 0; feature < features.length; feature++) {
      const value = features[feature][row]
      const rounded = Math.fround(value)
      if (rounded === Infinity || rounded === -Infinity)
        throw tableError({ code: 'cell-beyond-float32', at, column: names[columns.features[feature]], found: String(value) })
      if (rounded === 0 && value !== 0)
        onNote?.({ area: 'table', code: 'cell-becomes-zero', at, column: names[columns.features[feature]], found: String(value) })
      values[feature] = rounded
    }
    collector.addDense(list, label, values, item)
    for (const [place, column] of raw.entries()) column.add(texts[place]?.[row] ?? undefined)
    for (const [place, column] of kept.entries()) column.cells.push(cells[place]?.[row] ?? undefined)
  }

  return {
    expect: (count) => collector.expect(count),
    add(chunk) {
      for (let row = 0; row < chunk.rows; row++) {
        try {
          addRow(chunk, row)
        } catch (error) {
          if (onProblem === undefined || !(error instanceof RankwrightError)) throw error
          error.problems.forEach(onProblem)
        }
      }
      rows += chunk.rows
    },
    finish() {
      if (rows === 0) throw tableError({ code: 'table-without-rows', at: { file } })
      options.onKept?.(kept)
      const lists = collector.finish({ featureNames: columns.features.map((column) => names[column]), width: values.length })
      const order = [...columns.features, ...(columns.raw ?? [])].sort((a, b) => a - b).map((column) => names[column])
      const plan = options.plan ?? { raw: new Set(raw.map(({ name }) => name)), reasons: new Map() }
      return finishedTable({ file, lists, raw, order, ...namedRoles(columns) }, names, { ...options, plan: { ...plan, typed: true } })
    },
  }
}
