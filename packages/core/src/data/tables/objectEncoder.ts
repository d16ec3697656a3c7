import { refuseArgument } from '../../arguments/refuseArgument.ts'
import { textsTogether } from '../cells/textsTogether.ts'
import { trimmedCell } from '../cells/trimmedCell.ts'
import type { Cell } from '../encoders/encoderKind.ts'
import { readsPlainly } from '../encoders/numberEncoder.ts'
import { type RowEncoder, rowEncoderOf } from '../encoders/rowEncoder.ts'
import type { TableEncoders } from '../encoders/tableEncoders.ts'
import { featureValue } from '../text/tableNumber.ts'
import { type RowObject, valueWithin } from './objectColumns.ts'
import { isMissing, missingWordsOf } from './rawTexts.ts'

/** Turns objects into the features that the rows of a table with the same values would have. Exported JavaScript contains it. */
export class ObjectEncoder {
  readonly names: readonly string[]
  private readonly encoder: RowEncoder
  private readonly missingWords: ReadonlySet<string>
  /** Of columns that may be within objects: `price.amount`. */
  private readonly paths: readonly (readonly string[])[]
  private readonly columns: readonly string[]
  /** Which columns are plain numbers. */
  private readonly plain: readonly boolean[]

  constructor(encoders: TableEncoders) {
    this.encoder = rowEncoderOf(encoders)
    this.names = this.encoder.names
    this.missingWords = missingWordsOf({ encoders })
    this.columns = encoders.columns.map(({ column }) => column)
    this.plain = encoders.columns.map((encoder) => encoder.kind === 'number' && readsPlainly(encoder))
    this.paths = encoders.columns.map(({ column }) => (column.includes('.') ? column.split('.') : []))
  }

  encode(object: RowObject, list: string, row: number): RowEncoder['row'] {
    const { encoder, columns } = this
    const { cells } = encoder
    for (let place = 0; place < columns.length; place++) {
      const value = object[columns[place]] ?? valueWithin(object, this.paths[place])
      cells[place] = typeof value === 'string' ? this.textCell(value, place, row) : this.otherCell(value, place, row)
    }
    encoder.list = list
    encoder.encode()
    return encoder.row
  }

  /** A text, as a table would hold it. */
  private textCell(value: string, place: number, row: number): Cell {
    const text = trimmedCell(value)
    if (isMissing(text, this.missingWords)) return undefined
    return this.plain[place] ? plainNumber(text, this.columns[place], row) : text
  }

  private otherCell(value: unknown, place: number, row: number): Cell {
    const column = this.columns[place]
    if (this.encoder.encoders.columns[place].kind === 'number') return plainNumber(value, column, row)
    const texts = Array.isArray(value) ? textsTogether(value) : undefined
    return texts === undefined ? otherCell(value, column, row) : this.textCell(texts, place, row)
  }
}

/** What is no text, for a column that is not one of numbers. */
function otherCell(value: unknown, column: string, row: number): Cell {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number') return Number.isNaN(value) ? undefined : String(value)
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString()
  if (Array.isArray(value) || value instanceof Float32Array || value instanceof Float64Array) return vectorCell(value, column, row)
  return refuseArgument(
    `objects[${row}].${column}`,
    value,
    'a number, a text, true or false, a date, an array of numbers or of texts, or null',
  )
}

function vectorCell(value: ArrayLike<unknown>, column: string, row: number): Cell {
  const numbers = Array.from(value)
  const wrong = numbers.findIndex((part) => typeof part !== 'number')
  if (wrong >= 0) refuseArgument(`objects[${row}].${column}[${wrong}]`, numbers[wrong], 'a number')
  return numbers as number[]
}

/** A number as a table of plain numbers would give it: a 32-bit float, undefined where it is missing. */
export function plainNumber(value: unknown, column: string, row: number): number | undefined {
  if (value === undefined || value === null) return undefined
  const number =
    typeof value === 'string'
      ? featureValue(trimmedCell(value))
      : typeof value === 'boolean' || typeof value === 'bigint'
        ? Number(value)
        : value
  const rounded = typeof number === 'number' ? Math.fround(number) : Number.POSITIVE_INFINITY
  if (rounded === Infinity || rounded === -Infinity) refuseArgument(`objects[${row}].${column}`, value, 'a number, also as a text, or null')
  return Number.isNaN(rounded) ? undefined : rounded
}
