import type { EncoderKind } from './encoderKind.ts'

/**
 * A feature for each category, which is 1 in its rows. Categories that are not named share a feature, if there were any in training; else
 * they are 0 everywhere. The same holds for missing cells.
 */
export interface OneHotEncoder {
  readonly kind: 'one-hot'
  readonly column: string
  readonly values: readonly string[]
  /** What the last features stand for. */
  readonly others: readonly ('other' | 'missing')[]
}

export const oneHotKind: EncoderKind<OneHotEncoder> = {
  names: ({ column, values, others }) => [...values.map((value) => `${column}=${value}`), ...others.map((other) => `${column}=(${other})`)],
  becomes: ({ values, others }) =>
    `a feature for each of ${values.length} categories${others.length === 0 ? '' : ` and for ${others.join(' and ')}`}`,
  open({ values, others }) {
    const places = new Map(values.map((value, place) => [value, place]))
    const placeOf = (other: 'other' | 'missing') => (others.includes(other) ? values.length + others.indexOf(other) : -1)
    const [other, missing] = [placeOf('other'), placeOf('missing')]
    return (cell, first, row) => {
      const place = cell === undefined ? missing : (places.get(cell as string) ?? other)
      if (place >= 0) row.put(first + place, 1)
    }
  },
  toDocument: ({ values, others }) => ({ values, others }),
  fromDocument(column, document, where, read) {
    const parts = read.object(document, where, ['kind', 'column', 'values', 'others'])
    const others = read.items(parts['others'], `${where}.others`)
    const found = others.map((each, at) => read.choice(each, `${where}.others[${at}]`, ['other', 'missing'] as const))
    return { kind: 'one-hot', column, values: read.texts(parts['values'], `${where}.values`), others: found }
  },
}
