import { type PackedTexts, TextPacker, textAt } from '../cells/packedTexts.ts'
import type { Features } from './features.ts'

/** Stands for a cell without a value. */
export const noValue = 0xffffffff

/** The cells of a column that is not plain numbers: each different text once, and which of them stands in each row of the lists. */
export interface CellColumn {
  readonly name: string
  readonly values: PackedTexts
  readonly codes: Uint32Array
  /**
   * 1 in rows whose cell is a number by its type, as in JSON, and not a text: it is taken as it is, however texts of the column write numbers.
   * Left out where there are none.
   */
  readonly isNumber?: Uint8Array
}

/** The cells of a table that became features, as they stood in the file: to be written again, or for encoders to be fitted anew. */
export interface TableCells {
  /** How messages call the table. */
  readonly file: string
  /** The columns of the file that were read, in their order. */
  readonly names: readonly string[]
  readonly list: string
  readonly label?: string
  readonly item?: string
  readonly texts: readonly CellColumn[]
  /** The columns of plain numbers, and what stands in them. */
  readonly numbers: readonly string[]
  readonly features: Features
}

/** The text in a row, or undefined where it is missing. */
export function cellAt({ values, codes }: CellColumn, row: number): string | undefined {
  const code = codes[row]
  return code === noValue ? undefined : textAt(values, code)
}

/** The same, a number where the cell is one by its type. */
export function typedCellAt(column: CellColumn, row: number): string | number | undefined {
  const text = cellAt(column, row)
  return column.isNumber?.[row] === 1 && text !== undefined ? Number(text) : text
}

/** The cells of these rows, in this order. Texts that do not occur in them are left out. */
export function selectCells({ name, values, codes, isNumber }: CellColumn, rows: Uint32Array): CellColumn {
  const places = new Uint32Array(values.length).fill(noValue)
  const kept = new TextPacker()
  const chosen = Uint32Array.from(rows, (row) => {
    const code = codes[row]
    if (code === noValue) return noValue
    if (places[code] === noValue) places[code] = kept.push(textAt(values, code))
    return places[code]
  })
  return { name, values: kept.finish(), codes: chosen, ...(isNumber && { isNumber: Uint8Array.from(rows, (row) => isNumber[row]) }) }
}
