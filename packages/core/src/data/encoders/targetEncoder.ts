import { encodeArray } from '../../documents/jsonArray.ts'
import type { EncoderKind } from './encoderKind.ts'

/**
 * One feature: how much better than its list a row of this category was on average in training, drawn towards 0 where there were few.
 * Categories that were not there in training are 0. Missing cells are a category too, the empty text.
 */
export interface TargetEncoder {
  readonly kind: 'target'
  readonly column: string
  readonly values: readonly string[]
  readonly statistics: Float64Array
}

/** In training a cell is the statistic itself: that of the rows of earlier lists. */
export const targetKind: EncoderKind<TargetEncoder> = {
  names: ({ column }) => [`${column}:mean label`],
  becomes: ({ values }) => `how much better than their list rows of it were: ${values.length - 1} categories`,
  open({ values, statistics }) {
    const known = new Map(values.map((value, place) => [value, statistics[place]]))
    return (cell, first, row) => {
      row.put(first, Math.fround(typeof cell === 'number' ? cell : (known.get((cell ?? '') as string) ?? 0)))
    }
  },
  toDocument: ({ values, statistics }) => ({ values, statistics: encodeArray('f64', statistics) }),
  fromDocument(column, document, where, read) {
    const parts = read.object(document, where, ['kind', 'column', 'values', 'statistics'])
    const values = read.texts(parts['values'], `${where}.values`)
    return { kind: 'target', column, values, statistics: read.float64(parts['statistics'], `${where}.statistics`, values.length) }
  },
}
