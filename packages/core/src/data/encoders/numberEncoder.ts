import { type DecimalMark, formattedNumber } from '../text/formattedNumber.ts'
import { clockUnit, minutesAfterHours, numberInUnit } from '../text/numberWithUnit.ts'
import type { EncoderKind } from './encoderKind.ts'

/** One feature: the number itself, NaN where it is missing. */
export interface NumberEncoder {
  readonly kind: 'number'
  readonly column: string
  readonly decimals: DecimalMark
  /** What numbers are brought to that have a unit; one without a unit is taken for this one. Empty where k, M and B stand for thousands and more. */
  readonly unit?: string
}

/** Whether the cells are plain numbers, which readers of tables take without an encoder. */
export function readsPlainly({ decimals, unit }: Pick<NumberEncoder, 'decimals' | 'unit'>): boolean {
  return decimals === 'point' && unit === undefined
}

export const numberKind: EncoderKind<NumberEncoder> = {
  names: ({ column }) => [column],
  becomes: ({ decimals, unit }) =>
    `the number${unit === undefined ? '' : unitText(unit)}${decimals === 'comma' ? ', with a decimal comma' : ''}`,
  open:
    ({ decimals, unit }) =>
    (cell, first, row) => {
      const value = typeof cell === 'number' ? cell : typeof cell === 'string' ? numberOf(cell, decimals, unit) : undefined
      const rounded = Math.fround(value ?? Number.NaN)
      row.put(first, Number.isFinite(rounded) ? rounded : Number.NaN)
    },
  toDocument: ({ decimals, unit }) => ({ decimals, ...(unit !== undefined && { unit }) }),
  fromDocument(column, document, where, read) {
    const parts = read.object(document, where, ['kind', 'column', 'decimals', 'unit?'])
    const decimals = read.choice(parts['decimals'], `${where}.decimals`, ['point', 'comma'])
    return { kind: 'number', column, decimals, ...(parts['unit'] !== undefined && { unit: read.text(parts['unit'], `${where}.unit`) }) }
  },
}

/** The number in a cell of a column of numbers. */
export function numberOf(text: string, decimals: DecimalMark, unit: string | undefined): number | undefined {
  return unit === undefined ? formattedNumber(text, decimals) : numberInUnit(text, decimals, unit)
}

/** Follows "the number" or "numbers". */
export function unitText(unit: string): string {
  if (unit === '') return ', k, M and B for thousands, millions and billions'
  if (unit === clockUnit) return ' on a clock (1:02:03 is read as 3723)'
  if (unit === minutesAfterHours) return ' in minutes (2h 5m is read as 125)'
  return unit.startsWith('/') ? ` out of ${unit.slice(1)}` : ` in ${unit}`
}
