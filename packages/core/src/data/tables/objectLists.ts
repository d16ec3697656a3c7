import { refuseArgument } from '../../arguments/refuseArgument.ts'
import { requireObject } from '../../arguments/requireKind.ts'
import type { Cell } from '../encoders/encoderKind.ts'
import type { ColumnEncoder } from '../encoders/encoderKinds.ts'
import { type RowEncoder, rowEncoderOf } from '../encoders/rowEncoder.ts'
import type { TableEncoders } from '../encoders/tableEncoders.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { RowStore } from '../lists/rowStore.ts'
import { featureValue } from '../text/tableNumber.ts'
import { isMissing, missingWordsOf } from './rawTexts.ts'
import { tableError } from './tableError.ts'

/** A row as an object: its columns by name. Numbers, texts, truth values, dates, arrays of numbers; null and undefined are missing. */
export type RowObject = Readonly<Record<string, unknown>>

/** Where the list and the item of an object are found. */
export interface ObjectColumns {
  /** Column that names the list, or the list of all objects. */
  readonly list: { readonly column: string } | { readonly of: string }
  readonly item: string | undefined
}

/** Lists of objects with the features of a model: by its encoders, else the columns of these names as plain numbers. */
export function objectLists(objects: readonly RowObject[], how: TableEncoders | readonly string[], columns: ObjectColumns): RankingLists {
  const store = new RowStore()
  const withItems = columns.item !== undefined && objects.length > 0 && hasValue(objects[0], columns.item)
  const encoder = 'columns' in how ? new ObjectEncoder(how) : undefined
  const names = 'columns' in how ? [] : how
  const values = new Float32Array(names.length)
  for (const [row, object] of objects.entries()) {
    requireObject(`objects[${row}]`, object, 'an object with a value for each column')
    const list = listOf(object, row, columns)
    const item = withItems ? itemOf(object, row, columns.item!) : undefined
    if (encoder === undefined) {
      for (const [place, name] of names.entries()) values[place] = plainValue(object[name], name, row)
      store.addDense(store.listNumber(list), 0, values, item)
    } else {
      const { count, columns: places, values: found } = encoder.encode(object, list, row)
      store.add(store.listNumber(list), 0, count, places, found, count === 0 ? 0 : places[count - 1] + 1, item)
    }
  }
  const featureNames = encoder?.names ?? names
  return store.finish({ featureNames, width: featureNames.length })
}

class ObjectEncoder {
  readonly names: readonly string[]
  private readonly encoder: RowEncoder
  private readonly missingWords: ReadonlySet<string>

  constructor(encoders: TableEncoders) {
    this.encoder = rowEncoderOf(encoders)
    this.names = this.encoder.names
    this.missingWords = missingWordsOf({ encoders })
  }

  encode(object: RowObject, list: string, row: number): RowEncoder['row'] {
    const { encoder } = this
    const { columns } = encoder.encoders
    for (let place = 0; place < columns.length; place++)
      encoder.cells[place] = this.cellOf(object[columns[place].column], columns[place], row)
    encoder.list = list
    encoder.encode()
    return encoder.row
  }

  /** The cell as a table would hold it. */
  private cellOf(value: unknown, encoder: ColumnEncoder, row: number): Cell {
    if (typeof value === 'string') {
      const text = value.trim()
      if (isMissing(text, this.missingWords)) return undefined
      return encoder.kind === 'number' && encoder.decimals === 'point' ? plainNumber(text, encoder.column, row) : text
    }
    if (encoder.kind === 'number') return plainNumber(value, encoder.column, row)
    return otherCell(value, encoder.column, row)
  }
}

/** What is no text, for a column that is not one of numbers. */
function otherCell(value: unknown, column: string, row: number): Cell {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number') return Number.isNaN(value) ? undefined : String(value)
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString()
  if (Array.isArray(value) || value instanceof Float32Array || value instanceof Float64Array) return vectorCell(value, column, row)
  return refuseArgument(`objects[${row}].${column}`, value, 'a number, a text, true or false, a date, an array of numbers, or null')
}

function vectorCell(value: ArrayLike<unknown>, column: string, row: number): Cell {
  const numbers = Array.from(value)
  const wrong = numbers.findIndex((part) => typeof part !== 'number')
  if (wrong >= 0) refuseArgument(`objects[${row}].${column}[${wrong}]`, numbers[wrong], 'a number')
  return numbers as number[]
}

function plainValue(value: unknown, column: string, row: number): number {
  if (value === undefined)
    throw tableError({ code: 'columns-of-model-missing', at: { file: `objects[${row}]` }, missing: [column], columns: [] })
  return plainNumber(value, column, row) ?? Number.NaN
}

/** A number as a table of plain numbers would give it: a 32-bit float, undefined where it is missing. */
function plainNumber(value: unknown, column: string, row: number): number | undefined {
  if (value === undefined || value === null) return undefined
  const number =
    typeof value === 'string' ? featureValue(value.trim()) : typeof value === 'boolean' || typeof value === 'bigint' ? Number(value) : value
  const rounded = typeof number === 'number' ? Math.fround(number) : Number.POSITIVE_INFINITY
  if (rounded === Infinity || rounded === -Infinity) refuseArgument(`objects[${row}].${column}`, value, 'a number, also as a text, or null')
  return Number.isNaN(rounded) ? undefined : rounded
}

function listOf(object: RowObject, row: number, { list }: ObjectColumns): string {
  if ('of' in list) return list.of
  const value = object[list.column]
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return String(value)
  return refuseArgument(`objects[${row}].${list.column}`, value, 'the list of the object, a text or a number')
}

function itemOf(object: RowObject, row: number, item: string): string {
  const value = object[item]
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return String(value)
  return refuseArgument(`objects[${row}].${item}`, value, 'the id of the item, a text or a number')
}

/** Whether an object has a value in a column. */
export function hasValue(object: unknown, name: string): boolean {
  return typeof object === 'object' && object !== null && (object as RowObject)[name] !== undefined && (object as RowObject)[name] !== null
}
