import { type DecimalMark, formattedNumber } from '../text/formattedNumber.ts'
import type { EncoderKind } from './encoderKind.ts'

/** One feature: the number itself, NaN where it is missing. */
export interface NumberEncoder {
  readonly kind: 'number'
  readonly column: string
  readonly decimals: DecimalMark
}

export const numberKind: EncoderKind<NumberEncoder> = {
  names: ({ column }) => [column],
  becomes: ({ decimals }) => (decimals === 'comma' ? 'the number, with a decimal comma' : 'the number'),
  open:
    ({ decimals }) =>
    (cell, first, row) => {
      const value = typeof cell === 'number' ? cell : typeof cell === 'string' ? formattedNumber(cell, decimals) : undefined
      const rounded = Math.fround(value ?? Number.NaN)
      row.put(first, Number.isFinite(rounded) ? rounded : Number.NaN)
    },
  toDocument: ({ decimals }) => ({ decimals }),
  fromDocument(column, document, where, read) {
    const parts = read.object(document, where, ['kind', 'column', 'decimals'])
    return { kind: 'number', column, decimals: read.choice(parts['decimals'], `${where}.decimals`, ['point', 'comma']) }
  },
}
