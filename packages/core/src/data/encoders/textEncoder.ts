import type { DocumentReader } from '../../documents/documentReader.ts'
import { encodeArray } from '../../documents/jsonArray.ts'
import type { EncoderKind, Parts } from './encoderKind.ts'
import { HashPlaces } from './hashPlaces.ts'
import type { RowBuffer } from './rowBuffer.ts'

/**
 * TF-IDF of the words of a text, of its trigrams, or of both. The terms that most rows had in training have a feature each. All others share
 * some features by their hash, so a term that was never seen has one too. The squares of the words of a row add up to 1, and so do those of
 * its trigrams. Where the features are trigrams alone there are no words and no buckets of words.
 */
export interface TextEncoder extends HashedTerms {
  readonly kind: 'text'
  readonly column: string
  /** Each counts once in a text, however often it occurs. */
  readonly trigrams?: HashedTerms
}

/** Words, or trigrams as patterns for words: `wi*`, `*rel*`, `*ss`. */
export interface HashedTerms {
  readonly words: readonly string[]
  /** Of the words, by which they are recognised. */
  readonly hashes: Int32Array
  readonly buckets: number
  /** log((1 + rows) / (1 + rows with it)) + 1 of each feature: the words, then the buckets. */
  readonly weights: Float64Array
}

export const noTerms: HashedTerms = { words: [], hashes: new Int32Array(0), buckets: 0, weights: new Float64Array(0) }

const termParts = ['words', 'hashes', 'buckets', 'weights']

export const textKind: EncoderKind<TextEncoder> = {
  names: ({ column, trigrams = noTerms, ...words }) => [
    ...namesOf(words, `${column}:`, '#'),
    ...namesOf(trigrams, `${column}:`, 'trigrams #'),
  ],
  becomes({ trigrams, ...words }) {
    if (trigrams === undefined) return described(words, 'words')
    return words.weights.length === 0 ? described(trigrams, 'trigrams') : `${described(words, 'words')}; ${described(trigrams, 'trigrams')}`
  },
  open({ trigrams, ...words }) {
    const writeWords = openTerms(words)
    const writeTrigrams = trigrams && openTerms(trigrams)
    const features = words.weights.length
    return (cell, first, row, wordsOf) => {
      if (typeof cell !== 'string') return
      const reader = wordsOf(cell)
      if (features > 0) writeWords(reader.hashes, reader.count, first, row)
      if (writeTrigrams === undefined) return
      const count = reader.readTrigrams()
      writeTrigrams(reader.trigrams, count, first + features, row)
    }
  },
  toDocument: ({ trigrams, ...words }) => ({
    ...termsToDocument(words),
    ...(trigrams !== undefined && { trigrams: termsToDocument(trigrams) }),
  }),
  fromDocument(column, document, where, read) {
    const parts = read.object(document, where, ['kind', 'column', ...termParts, 'trigrams?'])
    const words = termsFrom(parts, where, read)
    if (parts['trigrams'] === undefined) return { kind: 'text', column, ...words }
    const at = `${where}.trigrams`
    return { kind: 'text', column, ...words, trigrams: termsFrom(read.object(parts['trigrams'], at, termParts), at, read) }
  },
}

function namesOf({ words, buckets }: HashedTerms, before: string, shared: string): string[] {
  return [...words.map((word) => `${before}${word}`), ...Array.from({ length: buckets }, (_, bucket) => `${before}${shared}${bucket}`)]
}

function described({ words, buckets }: HashedTerms, terms: string): string {
  return `TF-IDF of ${words.length} ${terms}${buckets === 0 ? '' : `, ${buckets} features for all others`}`
}

/** Puts the features of terms, of which there are `count`, into the row. */
function openTerms({ hashes, buckets, weights }: HashedTerms) {
  const places = new HashPlaces(hashes)
  const counts = new TouchedCounts(weights.length)
  const [known, shared] = [hashes.length, buckets >>> 0]
  return (found: Uint32Array, count: number, first: number, row: RowBuffer): void => {
    for (let term = 0; term < count; term++) {
      const hash = found[term]
      const place = places.placeOf(hash)
      if (place >= 0) counts.add(place)
      else if (shared > 0) counts.add(known + (hash % shared))
    }
    counts.writeTo(row, first, weights)
  }
}

function termsToDocument({ words, hashes, buckets, weights }: HashedTerms): Parts {
  return { words, hashes: encodeArray('i32', hashes), buckets, weights: encodeArray('f64', weights) }
}

function termsFrom(parts: Parts, where: string, read: DocumentReader): HashedTerms {
  const words = read.texts(parts['words'], `${where}.words`)
  const buckets = read.count(parts['buckets'], `${where}.buckets`, { atMost: 2 ** 20 })
  const hashes = read.int32(parts['hashes'], `${where}.hashes`, words.length)
  return { words, hashes, buckets, weights: read.float64(parts['weights'], `${where}.weights`, words.length + buckets) }
}

/** How often each feature of a text occurs, most of them never. */
class TouchedCounts {
  private readonly counts: Float64Array
  /** A bit for each feature that occurs. Read from the lowest up, bits are in order, which costs less than to sort the features. */
  private readonly bits: Int32Array
  /** The words of `bits` that are not 0, `count` of them. */
  private readonly touched: Uint32Array
  private count = 0
  /** The features that occur, ascending, when they are written. */
  private readonly features: Uint32Array

  constructor(features: number) {
    this.counts = new Float64Array(features)
    this.bits = new Int32Array((features + 31) >>> 5)
    this.touched = new Uint32Array(this.bits.length)
    this.features = new Uint32Array(features)
  }

  add(feature: number): void {
    const { bits } = this
    const word = feature >>> 5
    if (bits[word] === 0) this.touched[this.count++] = word
    bits[word] |= 1 << feature // JavaScript shifts by the last five bits
    this.counts[feature]++
  }

  /** Writes counts times weights, divided by the length of the whole, and forgets the counts. */
  writeTo(row: RowBuffer, first: number, weights: Float64Array): void {
    const { counts, features } = this
    const count = this.takeFeatures()
    let squares = 0
    for (let i = 0; i < count; i++) {
      const feature = features[i]
      const weighted = counts[feature] * weights[feature]
      counts[feature] = weighted
      squares += weighted * weighted
    }
    const length = Math.sqrt(squares)
    for (let i = 0; i < count; i++) {
      const feature = features[i]
      row.put(first + feature, Math.fround(counts[feature] / length))
      counts[feature] = 0
    }
  }

  /** Fills `features`, forgets the bits, and returns how many features there are. */
  private takeFeatures(): number {
    const { bits, touched, features } = this
    sortFirst(touched, this.count)
    let found = 0
    for (let i = 0; i < this.count; i++) {
      const word = touched[i]
      for (let rest = bits[word]; rest !== 0; rest &= rest - 1) features[found++] = 32 * word + 31 - Math.clz32(rest & -rest)
      bits[word] = 0
    }
    this.count = 0
    return found
  }
}

/** Sorts numbers[0 .. count], of which there are few in most texts. */
function sortFirst(numbers: Uint32Array, count: number): void {
  if (count > 40) numbers.subarray(0, count).sort()
  else
    for (let end = 1; end < count; end++) {
      const number = numbers[end]
      let at = end
      for (; at > 0 && numbers[at - 1] > number; at--) numbers[at] = numbers[at - 1]
      numbers[at] = number
    }
}
