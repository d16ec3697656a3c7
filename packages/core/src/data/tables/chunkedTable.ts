/**
 * Tables that are too large to be held. Their rows come twice: first to find what columns are and to fit encoders to all rows, then to become features chunk by
 * chunk. Of columns that are not plain numbers each different text is kept, and a number for each cell; of the others nothing.
 */
import { requireArguments } from '../../arguments/shapes.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { rowCollector } from '../lists/rowCollector.ts'
import { type ColumnChunk, columnTableShapes, listAndLabel } from './columnChunk.ts'
import { listsAsEncoded } from './encodedLists.ts'
import { columnsOfModel, describedColumns, graded, isPlain, namedRoles, plainColumns } from './finishedTable.ts'
import { type FittedTable, fitTable } from './fitTable.ts'
import { partReading, tablePart } from './partedTable.ts'
import type { RawTable } from './rawTable.ts'
import { missingWordsOf, RawColumn } from './rawTexts.ts'
import type { TableColumns, TableReaderOptions } from './tableColumns.ts'
import { mergedUnread, tellUnread, type UnreadCells, unreadIn, unreadInPart } from './unreadCells.ts'

/** Makes features of the rows of a table, some lists at a time. */
export interface ChunkEncoder {
  /**
   * Whole lists with the plain columns as features, and the cells of the columns of `TableColumns.raw` in the order of their rows. `before` is the number of rows of
   * the lists before.
   */
  encode(lists: RankingLists, texts: readonly ArrayLike<string | null>[], before: number): RankingLists
  /** To be called after the last lists: tells of cells that the encoders of a model could not read. */
  end(): void
}

/** Takes the rows of a table for the first time. */
export interface TableFitting {
  /** Whether it needs the rows: else `finish` may be called at once. */
  readonly needsRows: boolean
  add(chunk: Omit<ColumnChunk, 'features'>): void
  finish(): ChunkEncoder
}

/** With encoders of a model nothing is fitted. The columns are told to `onColumns` when it is finished. */
export function tableFitting(file: string, columns: TableColumns, options: TableReaderOptions = {}): TableFitting {
  requireArguments({ file, columns, options }, columnTableShapes)
  const { names } = columns
  const rawPlaces = columns.raw ?? []
  const order = [...columns.features, ...rawPlaces].sort((a, b) => a - b).map((column) => names[column])
  const about = { file, order, ...namedRoles(columns) }
  const plain = isPlain(rawPlaces.length, options)
  const fits = !plain && options.encoders === undefined
  const collector = rowCollector()
  const raw = rawPlaces.map((column) => new RawColumn(names[column], missingWordsOf(options)))
  const reading = partReading(file, columns, options)
  let rows = 0

  function addRow(chunk: Omit<ColumnChunk, 'features'>, row: number): void {
    const { list, label } = listAndLabel(chunk, row, columns, { file, row: rows + row + 1 })
    const { texts = [] } = chunk
    collector.addDense(list, label, [])
    for (const [place, column] of raw.entries()) column.add(texts[place]?.[row] ?? undefined)
  }

  /** Fitted to the rows that were added. */
  function fitted(): { readonly table: RawTable; readonly fit?: FittedTable } {
    const read = collector.finish({ featureNames: [], width: 0 })
    const table = { ...about, lists: graded(read, options), raw: raw.map((column) => column.finish(read.sourceRows)) }
    if (!fits) return { table }
    const fit = fitTable(table, options, options.plan?.reasons ?? new Map())
    tellUnread(unreadIn(table.raw, fit.encoders), file, options)
    return { table, fit }
  }

  return {
    needsRows: fits || typeof options.grades === 'string',
    add(chunk) {
      for (let row = 0; row < chunk.rows; row++) addRow(chunk, row)
      rows += chunk.rows
    },
    finish() {
      const { table, fit } = fitted()
      const unfitted = () =>
        options.encoders
          ? columnsOfModel(options.encoders)
          : plainColumns(
              order,
              table.raw.map(({ name }) => name),
              options.plan?.reasons ?? new Map(),
            )
      options.onColumns?.(describedColumns(table, names, options, fit?.columns ?? unfitted()))
      const grading = { ...options, ...(table.lists.grades && { grades: table.lists.grades }) }
      const encoders = options.encoders ?? fit?.encoders
      let unread: readonly UnreadCells[] = []
      return {
        encode(lists, texts, before) {
          const own = graded(lists, grading)
          if (encoders === undefined) return own
          const part = tablePart(reading, own, texts, before)
          if (fit === undefined) unread = mergedUnread([unread, unreadInPart(part.raw, encoders)])
          return listsAsEncoded(part, options, encoders, fit && rowsOfFit(fit, before, before + own.labels.length))
        },
        end: () => tellUnread(unread, file, options),
      }
    },
  }
}

/** What some of the training rows get. */
function rowsOfFit(fit: FittedTable, from: number, to: number): FittedTable {
  return { ...fit, trained: new Map([...fit.trained].map(([place, values]) => [place, values.subarray(from, to)])) }
}
