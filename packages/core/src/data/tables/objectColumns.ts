import { refuseArgument } from '../../arguments/refuseArgument.ts'
import { requireText } from '../../arguments/requireKind.ts'
import type { TableEncoders } from '../encoders/tableEncoders.ts'

/** A row as an object: its columns by name. Numbers, texts, truth values, dates, arrays of numbers; null and undefined are missing. */
export type RowObject = Readonly<Record<string, unknown>>

/** Where the list and the item of an object are found. */
export interface ObjectColumns {
  /** Column that names the list, or the list of all objects. */
  readonly list: { readonly column: string } | { readonly of: string }
  readonly item: string | undefined
}

/** What a model knows of the columns of its table. */
type KnownColumns = Partial<Pick<TableEncoders, 'list' | 'item' | 'matches'>>

/** The columns that were given, else those that the model knows. Objects without their list column are one list. */
export function objectColumns(
  objects: readonly RowObject[],
  known: KnownColumns | undefined,
  { list, item }: { readonly list?: string | undefined; readonly item?: string | undefined },
): ObjectColumns {
  if (list !== undefined) requireText('options.list', list)
  if (item !== undefined) requireText('options.item', item)
  if (item !== undefined && objects.length > 0 && !objects.some((object) => hasValue(object, item)))
    refuseArgument('options.item', item, 'the name of a column that the objects have')
  return { list: listIn(objects, list, known), item: item ?? known?.item }
}

/**
 * A column that no object has is missing in all of them, as one without values in a file is. Objects that have no column of the model, or one under
 * a name with other capitals or signs, are refused; with `strict`, those without some column, be it as null.
 */
export function requireColumns(objects: readonly RowObject[], columns: readonly string[], strict = false): void {
  const missing = columns.filter((column) => !objects.some((object) => hasColumn(object, column)))
  if (objects.length === 0 || missing.length === 0) return
  if (strict || missing.length === columns.length)
    refuseArgument(
      'objects',
      objects,
      `objects with ${strict ? 'all' : 'the'} columns of the model, null where a value is missing: no object has ${missing.join(', ')}`,
    )
  const keys = new Map([...new Set(objects.flatMap(Object.keys))].map((key) => [lettersOf(key), key]))
  const other = missing.find((column) => keys.has(lettersOf(column)))
  if (other !== undefined)
    refuseArgument('objects', objects, `objects with the columns of the model: ${other} is called ${keys.get(lettersOf(other))} in them`)
}

/** `lastUpdated` and `last_updated` have the same. */
function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** Of `price.amount` it is enough that the price is null. What is no object is refused elsewhere. */
function hasColumn(object: unknown, column: string): boolean {
  if (typeof object !== 'object' || object === null) return true
  if ((object as RowObject)[column] !== undefined) return true
  const keys = column.split('.')
  const isNull = keys.some((_, inner) => valueWithin(object as RowObject, keys.slice(0, inner + 1)) === null)
  return isNull || valueWithin(object as RowObject, keys) !== undefined
}

/** What an object has in a column: `price.amount` may be the amount of an object `price`. */
export function valueIn(object: RowObject, column: string): unknown {
  return object[column] ?? (column.includes('.') ? valueWithin(object, column.split('.')) : undefined)
}

/** What is found in an object within the object, by the keys on the way. */
export function valueWithin(object: RowObject, path: readonly string[]): unknown {
  if (path.length === 0) return undefined
  let value: unknown = object
  for (const key of path) value = typeof value === 'object' && value !== null ? (value as RowObject)[key] : undefined
  return value
}

function listIn(objects: readonly RowObject[], given: string | undefined, known: KnownColumns | undefined): ObjectColumns['list'] {
  const { list, matches = [] } = known ?? {}
  const column = given ?? list
  if (column !== undefined && objects.some((object) => hasValue(object, column))) return { column }
  if (given !== undefined) return { of: given }
  if (objects.length > 0 && matches.some(({ query, column: text }) => query === list || text === list))
    refuseArgument('options.list', undefined, `what was searched for: the model compares it with texts, and the objects have no ${list}`)
  return { of: '' }
}

/** Whether the objects say which items they are; the first one decides. */
export function haveItems(objects: readonly RowObject[], { item }: ObjectColumns): boolean {
  return item !== undefined && objects.length > 0 && hasValue(objects[0], item)
}

export function listOf(object: RowObject, row: number, { list }: ObjectColumns): string {
  if ('of' in list) return list.of
  const value = valueIn(object, list.column)
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return String(value)
  return refuseArgument(`objects[${row}].${list.column}`, value, 'the list of the object, a text or a number')
}

export function itemOf(object: RowObject, row: number, item: string): string {
  const value = valueIn(object, item)
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return String(value)
  return refuseArgument(`objects[${row}].${item}`, value, 'the id of the item, a text or a number')
}

/** Whether an object has a value in a column. */
function hasValue(object: unknown, name: string): boolean {
  const value = typeof object === 'object' && object !== null ? valueIn(object as RowObject, name) : undefined
  return value !== undefined && value !== null
}
