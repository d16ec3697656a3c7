import { vectorIn } from '../cells/cellVector.ts'
import type { Cell, EncoderKind } from './encoderKind.ts'

/** The numbers of an array as they are. An array of another length is missing. */
export interface VectorEncoder {
  readonly kind: 'vector'
  readonly column: string
  readonly length: number
}

export const vectorKind: EncoderKind<VectorEncoder> = {
  names: ({ column, length }) => Array.from({ length }, (_, place) => `${column}_${place}`),
  becomes: ({ length }) => `its ${length} numbers`,
  open:
    ({ length }) =>
    (cell, first, row) => {
      const numbers = vectorOf(cell)
      for (let place = 0; place < length; place++)
        row.put(first + place, numbers?.length === length ? Math.fround(numbers[place]) : Number.NaN)
    },
  toDocument: ({ length }) => ({ length }),
  fromDocument(column, document, where, read) {
    const parts = read.object(document, where, ['kind', 'column', 'length'])
    return { kind: 'vector', column, length: read.count(parts['length'], `${where}.length`, { atLeast: 1, atMost: 2 ** 20 }) }
  },
}

/** The array in a cell, as numbers or as JSON text. */
export function vectorOf(cell: Cell): readonly number[] | undefined {
  return typeof cell === 'string' ? vectorIn(cell) : typeof cell === 'object' ? cell : undefined
}
