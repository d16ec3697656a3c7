import { seededRandom } from '@rankwright/core'
import type { RowObject, TableEncoders } from '@rankwright/core/data'
import type { Random } from '@rankwright/core/numeric'

type ColumnEncoder = TableEncoders['columns'][number]

/** Cells that are missing, in the ways that objects can say it. */
const absent: readonly unknown[] = [undefined, null, '', 'N/A', ' - ']
/** Words of several scripts, with accents, beyond U+FFFF, half a pair, and next to signs. */
const oddWords = ['Écouteurs', 'e\u0301te', '手机壳', 'スマホ', '𐐀b', '\ud800', 'WH-1000', '“quoted”', 'مرحبا', '1.5', "l'eau", '\u2028']

/**
 * Objects to try encoders on: categories and words that were known in training and others, missing cells in every form, numbers and dates as people
 * write them, vectors of the right length and of another. Lists are of eight objects, named by words.
 */
export function probeObjects(encoders: TableEncoders, { rows = 256, seed = 1 } = {}): RowObject[] {
  const random = seededRandom(seed)
  const words = wordsIn(encoders)
  let list = ''
  return Array.from({ length: rows }, (_, row) => {
    if (row % 8 === 0) list = `${sentence(random, words)} ${row / 8}`
    const cells = encoders.columns.map((encoder) => [encoder.column, cellFor(encoder, random, words)] as const)
    return Object.fromEntries([...cells, [encoders.list, list]])
  })
}

/** The category of such a cell as a text without spaces around it, the empty one where it is missing: what graphs of ONNX take. */
export function categoryText(cell: unknown): string {
  return absent.includes(cell) ? '' : String(cell).trim()
}

function cellFor(encoder: ColumnEncoder, random: Random, words: readonly string[]): unknown {
  if (random.uniform() < 0.15) return chosen(random, absent)
  switch (encoder.kind) {
    case 'number':
      return numberCell(encoder.decimals === 'comma', encoder.unit, random)
    case 'one-hot':
    case 'codes':
    case 'target':
      return random.uniform() < 0.7 ? chosen(random, encoder.values) : chosen(random, ['never seen', 17, true, ...oddWords])
    case 'hashed':
      return chosen(random, [`c${random.integer(1000)}`, 17, false, ...oddWords])
    case 'text':
    case 'source':
      return sentence(random, words)
    case 'date':
      return dateCell(encoder.reference, random)
    case 'vector':
      return vectorCell(encoder.length, random)
  }
}

function numberCell(comma: boolean, unit: string | undefined, random: Random): unknown {
  const value = Math.round(1e4 * (random.uniform() - 0.3)) / 100
  const decimal = comma ? String(value).replace('.', ',') : String(value)
  return chosen(random, [
    value,
    decimal,
    ` ${decimal} `,
    `${decimal}%`,
    `$${Math.abs(value)}`,
    comma ? '1.200,5' : '$1,200.50',
    'yes',
    'no',
    true,
    ...(unit === undefined ? [] : [`${decimal} ${unit}`, `${decimal}${unit}`, `${decimal} kg`, `${decimal}k`, '4/10']),
  ])
}

function dateCell(reference: number, random: Random): unknown {
  const day = new Date(86_400_000 * Math.floor(reference - 900 * random.uniform()))
  const iso = day.toISOString()
  const [year, month, date] = iso.slice(0, 10).split('-')
  return chosen(random, [day, iso, iso.slice(0, 10), `${date}.${month}.${year}`, `${month}/${date}/${year}`, day.getTime(), 'soon'])
}

function vectorCell(length: number, random: Random): unknown {
  const numbers = Array.from({ length }, () => random.normal())
  return chosen(random, [numbers, Float32Array.from(numbers), JSON.stringify(numbers), numbers.slice(1), 'red'])
}

function sentence(random: Random, words: readonly string[]): string {
  return Array.from({ length: 1 + random.integer(6) }, () => chosen(random, words)).join(chosen(random, [' ', ', ', '-']))
}

/** Words and trigrams of the texts in training, and odd ones. */
function wordsIn({ columns }: TableEncoders): readonly string[] {
  const known = columns.flatMap((encoder) => (encoder.kind === 'text' ? termsOf(encoder) : []))
  return [...known, ...oddWords, 'the', 'unheard']
}

function termsOf({ words, trigrams }: Extract<ColumnEncoder, { kind: 'text' }>): readonly string[] {
  return [words, trigrams?.words ?? []].flatMap((terms) => terms.slice(0, 200))
}

function chosen<Value>(random: Random, values: readonly Value[]): Value {
  return values[random.integer(values.length)]
}
