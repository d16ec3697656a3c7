import { refuseArgument } from '../../arguments/refuseArgument.ts'
import type { TableEncoders } from '../encoders/tableEncoders.ts'

/** A row as an object: its columns by name. Numbers, texts, truth values, dates, arrays of numbers; null and undefined are missing. */
export type RowObject = Readonly<Record<string, unknown>>

/** Where the list and the item of an object are found. */
export interface ObjectColumns {
  /** Column that names the list, or the list of all objects. */
  readonly list: { readonly column: string } | { readonly of: string }
  readonly item: string | undefined
}

/** The columns that were given, else those of the table that the encoders were fitted to. Objects without their list column are one list. */
export function objectColumns(
  objects: readonly RowObject[],
  encoders: TableEncoders | undefined,
  { list, item }: { readonly list?: string | undefined; readonly item?: string | undefined },
): ObjectColumns {
  return { list: listIn(objects, list, encoders), item: item ?? encoders?.item }
}

function listIn(objects: readonly RowObject[], given: string | undefined, encoders: TableEncoders | undefined): ObjectColumns['list'] {
  const column = given ?? encoders?.list
  if (column !== undefined && objects.some((object) => hasValue(object, column))) return { column }
  if (given !== undefined) return { of: given }
  if (objects.length > 0 && encoders?.matches.some(({ query, column: text }) => [query, text].includes(encoders.list)))
    refuseArgument(
      'options.list',
      undefined,
      `what was searched for: the model compares it with texts, and the objects have no ${encoders.list}`,
    )
  return { of: '' }
}

/** Whether the objects say which items they are; the first one decides. */
export function haveItems(objects: readonly RowObject[], { item }: ObjectColumns): boolean {
  return item !== undefined && objects.length > 0 && hasValue(objects[0], item)
}

export function listOf(object: RowObject, row: number, { list }: ObjectColumns): string {
  if ('of' in list) return list.of
  const value = object[list.column]
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return String(value)
  return refuseArgument(`objects[${row}].${list.column}`, value, 'the list of the object, a text or a number')
}

export function itemOf(object: RowObject, row: number, item: string): string {
  const value = object[item]
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return String(value)
  return refuseArgument(`objects[${row}].${item}`, value, 'the id of the item, a text or a number')
}

/** Whether an object has a value in a column. */
function hasValue(object: unknown, name: string): boolean {
  return typeof object === 'object' && object !== null && (object as RowObject)[name] !== undefined && (object as RowObject)[name] !== null
}
