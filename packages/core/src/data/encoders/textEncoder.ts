import { encodeArray } from '../../documents/jsonArray.ts'
import type { EncoderKind } from './encoderKind.ts'
import { HashPlaces } from './hashPlaces.ts'
import type { RowBuffer } from './rowBuffer.ts'

/**
 * TF-IDF of the words of a text. The words that most rows had in training have a feature each. All others share some features by their
 * hash, so a word that was never seen has one too. The squares of a row add up to 1.
 */
export interface TextEncoder {
  readonly kind: 'text'
  readonly column: string
  readonly words: readonly string[]
  /** Of the words, by which they are recognised. */
  readonly hashes: Int32Array
  readonly buckets: number
  /** log((1 + rows) / (1 + rows with it)) + 1 of each feature: the words, then the buckets. */
  readonly weights: Float64Array
}

export const textKind: EncoderKind<TextEncoder> = {
  names: ({ column, words, buckets }) => [
    ...words.map((word) => `${column}:${word}`),
    ...Array.from({ length: buckets }, (_, bucket) => `${column}:#${bucket}`),
  ],
  becomes: ({ words, buckets }) => `TF-IDF of ${words.length} words${buckets === 0 ? '' : `, ${buckets} features for all others`}`,
  open({ hashes, buckets, weights }) {
    const places = new HashPlaces(hashes)
    const counts = new TouchedCounts(weights.length)
    return (cell, first, row, words) => {
      if (typeof cell !== 'string') return
      const reader = words(cell)
      for (let word = 0; word < reader.count; word++) {
        const hash = reader.hashes[word]
        const place = places.placeOf(hash)
        counts.add(place >= 0 ? place : buckets === 0 ? -1 : hashes.length + (hash % buckets))
      }
      counts.writeTo(row, first, weights)
    }
  },
  toDocument: ({ words, hashes, buckets, weights }) => ({
    words,
    hashes: encodeArray('i32', hashes),
    buckets,
    weights: encodeArray('f64', weights),
  }),
  fromDocument(column, document, where, read) {
    const parts = read.object(document, where, ['kind', 'column', 'words', 'hashes', 'buckets', 'weights'])
    const words = read.texts(parts['words'], `${where}.words`)
    const buckets = read.count(parts['buckets'], `${where}.buckets`, { atMost: 2 ** 20 })
    const hashes = read.int32(parts['hashes'], `${where}.hashes`, words.length)
    return {
      kind: 'text',
      column,
      words,
      hashes,
      buckets,
      weights: read.float64(parts['weights'], `${where}.weights`, words.length + buckets),
    }
  },
}

/** Sorts numbers, of which there are few in most texts. */
function sortFew(numbers: number[]): void {
  if (numbers.length > 40) numbers.sort((a, b) => a - b)
  else
    for (let end = 1; end < numbers.length; end++) {
      const number = numbers[end]
      let at = end
      for (; at > 0 && numbers[at - 1] > number; at--) numbers[at] = numbers[at - 1]
      numbers[at] = number
    }
}

/** How often each feature of a text occurs, most of them never. */
class TouchedCounts {
  private readonly counts: Float64Array
  private touched: number[] = []

  constructor(features: number) {
    this.counts = new Float64Array(features)
  }

  add(feature: number): void {
    if (feature < 0) return
    if (this.counts[feature]++ === 0) this.touched.push(feature)
  }

  /** Writes counts times weights, divided by the length of the whole, and forgets the counts. */
  writeTo(row: RowBuffer, first: number, weights: Float64Array): void {
    const { counts, touched } = this
    sortFew(touched)
    let squares = 0
    for (const feature of touched) {
      counts[feature] *= weights[feature]
      squares += counts[feature] * counts[feature]
    }
    const length = Math.sqrt(squares)
    for (const feature of touched) {
      row.put(first + feature, Math.fround(counts[feature] / length))
      counts[feature] = 0
    }
    this.touched.length = 0
  }
}
