import type { EncoderKind } from './encoderKind.ts'

/**
 * One feature whose values are numbers of categories, for trees that split on sets of them. Categories that are not named share a number, if
 * there were any in training; else they are missing, and go where trees send missing values. The same holds for missing cells.
 */
export interface CodeEncoder {
  readonly kind: 'codes'
  readonly column: string
  /** The category of number k is values[k]. */
  readonly values: readonly string[]
  /** What the next numbers stand for. */
  readonly others: readonly ('other' | 'missing')[]
}

/** The greatest number of a category that trees split on: sets of categories are stored as bits up to the greatest. */
export const greatestCode = 65_535

export const codeKind: EncoderKind<CodeEncoder> = {
  names: ({ column }) => [column],
  becomes: ({ values, others }) =>
    `the number of one of ${values.length} categories${others.length === 0 ? '' : `, or of ${others.join(' or ')}`}`,
  open({ values, others }) {
    const codes = new Map(values.map((value, code) => [value, code]))
    const codeOf = (other: 'other' | 'missing') => (others.includes(other) ? values.length + others.indexOf(other) : Number.NaN)
    const [other, missing] = [codeOf('other'), codeOf('missing')]
    return (cell, first, row) => row.put(first, cell === undefined ? missing : (codes.get(cell as string) ?? other))
  },
  toDocument: ({ values, others }) => ({ values, others }),
  fromDocument(column, document, where, read) {
    const parts = read.object(document, where, ['kind', 'column', 'values', 'others'])
    const others = read.items(parts['others'], `${where}.others`)
    const found = others.map((each, at) => read.choice(each, `${where}.others[${at}]`, ['other', 'missing'] as const))
    const values = read.texts(parts['values'], `${where}.values`)
    const count = values.length + others.length
    if (count > greatestCode + 1) read.fail(where, `there are ${count} categories, more than ${greatestCode + 1}`)
    return { kind: 'codes', column, values, others: found }
  },
}

/** What a number stands for, as people read it; NaN is a category that training did not have. */
export function codeText({ values, others }: CodeEncoder, code: number): string {
  if (Number.isNaN(code)) return '(unknown)'
  const other = others[code - values.length]
  return values[code] ?? (other === undefined ? String(code) : `(${other})`)
}
