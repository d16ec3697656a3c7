import { RankwrightError } from '../../problems/problem.ts'
import { excerpt } from '../../problems/tableProblem.ts'
import { dateOrderCounts, orderIsOpen } from '../cells/cellDate.ts'
import { eachText, textAt } from '../cells/packedTexts.ts'
import type { Cell } from '../encoders/encoderKind.ts'
import type { ColumnEncoder } from '../encoders/encoderKinds.ts'
import { givenDateOrder } from '../encoders/encoderOptions.ts'
import { readsPlainly } from '../encoders/numberEncoder.ts'
import { type RowEncoder, rowEncoderOf } from '../encoders/rowEncoder.ts'
import type { TableEncoders } from '../encoders/tableEncoders.ts'
import { FeatureStore } from '../lists/featureStore.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { type CellColumn, cellAt, typedCellAt } from '../lists/tableCells.ts'
import { formattedNumber } from '../text/formattedNumber.ts'
import { type FittedTable, fitTable } from './fitTable.ts'
import { type RawTable, type RawTableOptions, sideColumnsOf } from './rawTable.ts'
import type { TableReaderOptions } from './tableColumns.ts'
import { tableError } from './tableError.ts'
import { TextsReadOnce } from './textsReadOnce.ts'
import { tellUnread, unreadIn } from './unreadCells.ts'

/**
 * The lists of a table with all its features as numbers: by the encoders that are given, else by encoders that are fitted to its rows. Unless `keepCells` asks for
 * them, the texts of the table are gone afterwards: their memory is given back while features take it.
 */
export function encodedLists(
  table: RawTable,
  options: RawTableOptions & Pick<TableReaderOptions, 'onNote'>,
  reasons: ReadonlyMap<string, string>,
): { readonly lists: RankingLists; readonly fitted?: FittedTable } {
  const fitted = options.encoders === undefined ? fitTable(table, options, reasons) : undefined
  const encoders = options.encoders ?? fitted!.encoders
  tellUnread(unreadIn(table.raw, encoders), table.file, options)
  if (fitted !== undefined && givenDateOrder(options) === undefined) tellOpenOrders(table, encoders, options)
  const used = new Set(encoders.columns.map(({ column }) => column))
  const texts = options.keepCells === true ? undefined : new TextsReadOnce(table.raw.filter(({ name }) => used.has(name)))
  return { lists: listsAsEncoded(table, options, encoders, fitted, texts), ...(fitted && { fitted }) }
}

/** The rows of a table, or some of them, as encoders read them; `fitted` has what training rows get instead. */
export function listsAsEncoded(
  table: RawTable,
  options: RawTableOptions,
  encoders: TableEncoders,
  fitted: FittedTable | undefined,
  texts?: TextsReadOnce,
): RankingLists {
  const lists = withRoles(table, options, fitted)
  // Plain numbers need no encoders: such a table gives the model that it would give by itself.
  if (!needsEncoders(encoders)) return { ...lists, ...plainFeatures(table, encoders) }
  return { ...lists, ...encodedFeatures(table, encoders, fitted, texts), encoders }
}

/** The rows of a table that has come with its cells, as encoders read them. */
export function listsByEncoders(table: RawTable, encoders: TableEncoders): RankingLists {
  return { ...withRoles(table, { encoders }, undefined), ...encodedFeatures(table, encoders), encoders }
}

function needsEncoders({ columns, matches, missingWords }: TableEncoders): boolean {
  return matches.length > 0 || missingWords.length > 0 || columns.some((encoder) => encoder.kind !== 'number' || !readsPlainly(encoder))
}

/** The features that encoders make of a table; rows that the encoders were fitted to have their own statistics. */
export function encodedFeatures(
  table: RawTable,
  encoders: TableEncoders,
  fitted?: FittedTable,
  readOnce?: TextsReadOnce,
): Pick<RankingLists, 'features' | 'width' | 'featureNames'> {
  const { lists } = table
  const encoder = rowEncoderOf(encoders)
  const texts = new Map(table.raw.map((column) => [column.name, column]))
  const plain = new Map(lists.featureNames?.map((name, place) => [name, place]))
  const trained = fitted?.trained ?? new Map<number, Float64Array>()
  const compared = new Set(encoders.matches.flatMap(({ query, column }) => [query, column]))
  const cellsOf = encoders.columns.map(({ column, kind }, place) =>
    trained.has(place) && !compared.has(column) ? nothingThere : cellReader(lists, texts.get(column), plain.get(column), kind),
  )
  const written = trained.size === 0 ? encoder.cells : encoder.cells.slice()
  const rows = lists.labels.length
  const store = new FeatureStore(() => rows)
  for (let list = 0; list < lists.listIds.length; list++) {
    encoder.list = lists.listIds[list]
    readOnce?.readUpTo(lists.offsets[list])
    for (let row = lists.offsets[list]; row < lists.offsets[list + 1]; row++) {
      for (let place = 0; place < cellsOf.length; place++) written[place] = encoder.cells[place] = cellsOf[place](row)
      for (const [place, statistics] of trained) written[place] = statistics[row]
      addRow(encoder, written, store)
    }
  }
  return { features: store.finish(encoder.width), width: encoder.width, featureNames: encoder.names }
}

function addRow(encoder: RowEncoder, written: readonly Cell[], store: FeatureStore): void {
  encoder.encode(written)
  const { count, columns, values } = encoder.row
  store.add(count, columns, values, count === 0 ? 0 : columns[count - 1] + 1)
}

/** All columns are plain numbers: those that were read as text, too. */
function plainFeatures(table: RawTable, encoders: TableEncoders): Pick<RankingLists, 'features' | 'width' | 'featureNames'> {
  if (
    encoders.columns.every(({ column }, place) => table.lists.featureNames?.[place] === column) &&
    table.lists.width === encoders.columns.length
  ) {
    const { features, width, featureNames } = table.lists
    return { features, width, ...(featureNames && { featureNames }) }
  }
  return encodedFeatures(table, encoders)
}

const nothingThere = (): Cell => undefined

/** The cell of a column in a row of the lists: a text, or the feature at a place. */
function cellReader(
  { features, width }: RankingLists,
  column: CellColumn | undefined,
  place: number | undefined,
  kind: ColumnEncoder['kind'],
): (row: number) => Cell {
  if (column !== undefined) return kind === 'number' && column.isNumber ? (row) => typedCellAt(column, row) : (row) => cellAt(column, row)
  if (place === undefined) return nothingThere
  if (features.kind === 'dense') return (row) => features.values[row * width + place]
  return (row) => {
    for (let i = features.rowStarts[row]; i < features.rowStarts[row + 1]; i++) if (features.columns[i] === place) return features.values[i]
    return 0
  }
}

/** The lists with the items, weights and places that other columns give. */
function withRoles(table: RawTable, options: RawTableOptions, fitted: FittedTable | undefined): RankingLists {
  const { lists, raw } = table
  const itemName = fitted?.item ?? (table.item === undefined ? options.encoders?.item : undefined)
  const item = raw.find(({ name }) => name === itemName)
  const side = sideColumnsOf(options)
  const weight = raw.find(({ name }) => name === side.weight)
  const position = raw.find(({ name }) => name === side.position)
  return {
    ...lists,
    ...(item && { itemIds: Array.from(lists.labels, (_, row) => cellAt(item, row) ?? '') }),
    ...(weight && { listWeights: listWeights(table, weight) }),
    ...(position && { shownAt: placesShown(table, position) }),
    ...((weight || position) && {
      sideColumns: { ...(weight && { weight: weight.name }), ...(position && { position: position.name }) },
    }),
  }
}

/** The weight of each list, which all its rows must agree on. */
function listWeights({ lists, file, placeOf }: RawTable, column: CellColumn): Float64Array {
  const { offsets, listIds, sourceRows } = lists
  return Float64Array.from(listIds, (id, list) => {
    let weight: number | undefined
    for (let row = offsets[list]; row < offsets[list + 1]; row++) {
      const source = sourceRows?.[row] ?? row
      const at = placeOf?.(source) ?? { file, row: source + 1 }
      const text = cellAt(column, row) ?? ''
      const found = formattedNumber(text)
      if (found === undefined || !(found >= 0 && found < Infinity))
        throw tableError({ code: 'cell-not-a-weight', at, column: column.name, found: excerpt(text) })
      if (weight !== undefined && weight !== found)
        throw new RankwrightError({ area: 'data', code: 'weights-differ-in-list', at, list: id, found, first: weight })
      weight = found
    }
    return weight ?? 1
  })
}

/** The place at which each row was shown. */
function placesShown({ lists, file, placeOf }: RawTable, column: CellColumn): Float64Array {
  return Float64Array.from(lists.labels, (_, row) => {
    const text = cellAt(column, row)
    const found = text === undefined ? Number.NaN : formattedNumber(text)
    if (found !== undefined) return found
    const source = lists.sourceRows?.[row] ?? row
    throw tableError({
      code: 'cell-not-a-place',
      at: placeOf?.(source) ?? { file, row: source + 1 },
      column: column.name,
      found: excerpt(text ?? ''),
    })
  })
}

/** One note for each column of dates that may be meant in another order of day and month. */
function tellOpenOrders({ raw, file }: RawTable, { columns }: TableEncoders, { onNote }: Pick<TableReaderOptions, 'onNote'>): void {
  if (onNote === undefined) return
  for (const { name, values } of raw)
    if (columns.some(({ kind, column }) => kind === 'date' && column === name) && orderIsOpen(dateOrderCounts(eachText(values))))
      onNote({ area: 'table', code: 'date-order-open', at: { file }, column: name, found: excerpt(textAt(values, 0)) })
}
