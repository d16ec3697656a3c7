import type { DescribedColumn, TableRole } from '../encoders/describedColumn.ts'
import type { ColumnEncoder } from '../encoders/encoderKinds.ts'
import type { TableEncoders } from '../encoders/tableEncoders.ts'
import { gradedListsTold } from '../lists/grades.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import type { TableCells } from '../lists/tableCells.ts'
import { emptyColumns, withoutColumns } from './emptyColumns.ts'
import { encodedLists } from './encodedLists.ts'
import { plainVectors } from './fitTable.ts'
import { noRowHasAValue } from './guessRole.ts'
import { type RawTable, type ReadTable, sideColumnsOf } from './rawTable.ts'
import type { TableColumns, TableReaderOptions } from './tableColumns.ts'

/** The names of the columns that hold the list, the label and the item. */
export function namedRoles({ names, list, label, item }: TableColumns): Pick<RawTable, 'list' | 'label' | 'item'> {
  return { list: names[list], ...(label !== undefined && { label: names[label] }), ...(item !== undefined && { item: names[item] }) }
}

/** The lists of a table. Its columns are told to `onColumns`; `names` are all of them. */
export function finishedTable(read: ReadTable, names: readonly string[], options: TableReaderOptions): RankingLists {
  const { plan, onColumns, onTable } = options
  if (onTable !== undefined) {
    onTable(read, names)
    return read.lists
  }
  const whole = { ...read, lists: graded(read.lists, options), raw: read.raw.map((column) => column.finish(read.lists.sourceRows)) }
  if (options.copyCells === true) return whole.raw.length === 0 ? whole.lists : { ...whole.lists, cells: cellsOf(whole, names) }
  const found = plan?.reasons ?? new Map<string, string>()
  const empty = emptyColumns(whole, plan ?? { reasons: found })
  // Rows further down may have values.
  const reasons = new Map([
    ...[...found].filter(([, reason]) => reason !== noRowHasAValue),
    ...Array.from(empty, (name) => [name, noRowHasAValue] as const),
  ])
  const told = { ...options, plan: { ...(plan ?? { raw: new Set<string>() }), reasons } }
  const isFitted = options.encoders === undefined && plan?.skipsRaw !== true && (options.ignoreEmpty === true || whole.raw.length > 0)
  const table = isFitted ? withoutColumns(whole, empty) : whole
  tellUnweighed(table, names, options)
  if (isPlain(table.raw.length, options)) {
    onColumns?.(describedColumns(table, names, told, plainColumns(table.order, [], reasons)))
    return table.lists
  }
  const { lists, fitted } = encodedLists(table, options, reasons)
  const odd = fitted?.columns.find(({ name, role }) => role === 'number' && plan?.doubted?.has(name))
  if (odd !== undefined) throw plan!.doubted!.get(odd.name)!
  onColumns?.(describedColumns(table, names, told, fitted?.columns ?? columnsOfModel(options.encoders)))
  return options.keepCells === true && lists.encoders !== undefined ? { ...lists, cells: cellsOf(table, names) } : lists
}

/** Lists without the weights that the lists of a model had. */
function tellUnweighed(
  { file }: RawTable,
  names: readonly string[],
  { sideColumns, weight, unlabelled, onNote }: TableReaderOptions,
): void {
  const column = sideColumns?.weight
  if (column === undefined || weight !== undefined || unlabelled || names.includes(column)) return
  onNote?.({ area: 'table', code: 'lists-without-weights', at: { file }, column })
}

/** Whether a table with so many columns of text needs no encoders. */
export function isPlain(raw: number, { encoders, missingWords = [], match }: TableReaderOptions): boolean {
  const hasMatches = match !== undefined && match.join() !== 'none'
  return raw === 0 && encoders === undefined && missingWords.length === 0 && !hasMatches
}

/** Encoders that look at labels see grades. */
export function graded(lists: RankingLists, { grades, unlabelled, onNote }: TableReaderOptions): RankingLists {
  return grades === undefined || unlabelled ? lists : gradedListsTold(lists, grades, onNote)
}

/** The cells of a table, in the order of its lists. */
export function cellsOf({ file, lists, raw, list, label, item }: RawTable, names: readonly string[]): TableCells {
  const numbers = lists.featureNames ?? []
  const read = new Set([list, label, item, ...numbers, ...raw.map(({ name }) => name)])
  return {
    file,
    names: names.filter((name) => read.has(name)),
    list,
    ...(label !== undefined && { label }),
    ...(item !== undefined && { item }),
    texts: raw,
    numbers,
    features: lists.features,
  }
}

/** `order` are the columns that are features, `raw` those of them that are not plain numbers. */
export function plainColumns(
  order: readonly string[],
  raw: readonly string[],
  reasons: ReadonlyMap<string, string>,
): readonly DescribedColumn[] {
  const vectors = plainVectors(order, raw)
  return order.map((name) => {
    const vector = vectors.get(name)
    if (vector !== undefined) return { name, role: 'vector', reason: `part of the vector ${vector}` }
    return { name, role: 'number', reason: reasons.get(name) ?? 'numbers' }
  })
}

/** What the columns of a model are used as; the others are ignored. */
export function columnsOfModel(encoders: TableEncoders | undefined): readonly DescribedColumn[] {
  return (encoders?.columns ?? []).map(({ column, kind }) => ({ name: column, role: roleOfKind(kind), reason: 'the model uses it so' }))
}

function roleOfKind(kind: ColumnEncoder['kind']): TableRole {
  switch (kind) {
    case 'number':
    case 'text':
    case 'date':
    case 'vector':
      return kind
    case 'source':
      return 'text'
    case 'one-hot':
    case 'target':
    case 'hashed':
    case 'codes':
      return 'category'
  }
}

/** Every column of the table, in the order of the file. */
export function describedColumns(
  table: Pick<RawTable, 'list' | 'label' | 'item' | 'unread'>,
  names: readonly string[],
  options: TableReaderOptions,
  features: readonly DescribedColumn[],
): readonly DescribedColumn[] {
  const described = new Map(features.map((column) => [column.name, column]))
  const ignored = new Set(options.ignore)
  const side = sideColumnsOf(options)
  return names.map((name) => {
    for (const role of ['list', 'label', 'item'] as const)
      if (table[role] === name) return { name, role, reason: reasonOf(role, name, options) }
    for (const role of ['weight', 'position'] as const)
      if (side[role] === name)
        return {
          name,
          role,
          reason: options[role] === name && options.sideColumns?.[role] !== name ? 'given' : 'the model was trained with it',
        }
    const feature = described.get(name)
    if (feature !== undefined) return feature
    const role: TableRole = 'ignored'
    if (name === '') return { name, role, reason: 'it has no name' }
    if (ignored.has(name)) return { name, role, reason: 'given' }
    if (options.features !== undefined) return { name, role, reason: 'not among the features that were given' }
    if (table.unread?.has(name)) return { name, role, reason: 'beside the items, not in them' }
    if (options.encoders !== undefined) return { name, role, reason: 'the model does not use it' }
    return { name, role, reason: options.plan?.reasons.get(name) === noRowHasAValue ? noRowHasAValue : 'not plain numbers' }
  })
}

function reasonOf(role: 'list' | 'label' | 'item', name: string, options: TableReaderOptions): string {
  const why = options[role] === undefined ? `it is called ${name}` : 'given'
  const writing = role === 'label' ? options.plan?.labels?.get(name) : undefined
  return writing === undefined ? why : `${why}; ${writing.reason}`
}
