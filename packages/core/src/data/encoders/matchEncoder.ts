/**
 * How well the text of a row answers the query of its list. BM25 as Robertson & Zaragoza 2009, "The Probabilistic Relevance Framework", with
 * the usual k1 = 1.2 and b = 0.75; how many rows have a word is known from training, by the hash of the word.
 */

import type { DocumentReader } from '../../documents/documentReader.ts'
import { encodeArray } from '../../documents/jsonArray.ts'
import { logOf } from '../../numeric/special/log.ts'
import type { WordReader } from '../cells/wordReader.ts'
import type { AsciiTrigrams } from './asciiTrigrams.ts'
import type { Cell, Parts } from './encoderKind.ts'
import type { RowBuffer } from './rowBuffer.ts'
import { vectorOf } from './vectorEncoder.ts'

/** Two columns that are compared in each row. */
export type MatchEncoder = WordMatch | CosineMatch

export interface WordMatch {
  readonly kind: 'words'
  readonly query: string
  readonly column: string
  /** Rows with a text in training, and how many words they had on average. */
  readonly texts: number
  readonly averageWords: number
  /** In how many of them a word occurred, by hash; a power of two. */
  readonly frequencies: Int32Array
}

/** The cosine of two vectors: columns of arrays, or `name_0`, `name_1`, … */
export interface CosineMatch {
  readonly kind: 'cosine'
  readonly query: string
  readonly column: string
}

const [saturation, lengthShare] = [1.2, 0.75]
/** A power of two. */
const marks = 1024
const wordFeatures = ['words found', 'bm25', 'trigrams', 'phrase', 'first place']

export function matchNames({ kind, query, column }: MatchEncoder): readonly string[] {
  const features = kind === 'words' ? wordFeatures : ['cosine']
  return features.map((feature) => `${query}~${column}:${feature}`)
}

/** Puts the features of a pair of texts into the row: all 0 where one of them has no words. */
export type WordMatcher = (query: WordReader, text: WordReader, first: number, row: RowBuffer) => void

/** `ascii` is for one pair of texts at a time: all matches of a row may share it. */
export function openWordMatch({ texts, averageWords, frequencies }: WordMatch, ascii: AsciiTrigrams): WordMatcher {
  const mask = frequencies.length - 1
  /** The words of the query, each once, how rare they are, and how often the text has them. */
  let [wordsOfQuery, rarities, times, different] = [new Uint32Array(0), new Float64Array(0), new Uint32Array(0), 0]
  let asciiOfQuery: Uint32Array | undefined
  const trigramsOfQuery = new Set<number>()
  // Most words and trigrams of a text are not those of the query: one look at a small table tells.
  const [wordMarks, trigramMarks] = [new Uint8Array(marks), new Uint8Array(marks)]
  let lastQuery: WordReader | undefined
  let version = -1
  const rarity = (hash: number) => {
    const rows = Math.min(texts, frequencies[hash & mask])
    return logOf(1 + (texts - rows + 0.5) / (rows + 0.5))
  }
  const openQuery = (query: WordReader) => {
    if (query === lastQuery && query.version === version) return
    lastQuery = query
    version = query.version
    asciiOfQuery = query.isAscii ? ascii.of(query) : undefined
    trigramsOfQuery.clear()
    trigramMarks.fill(0)
    const count = query.readTrigrams()
    for (let i = 0; i < count; i++) {
      trigramsOfQuery.add(query.trigrams[i])
      trigramMarks[query.trigrams[i] & (marks - 1)] = 1
    }
    wordMarks.fill(0)
    wordsOfQuery = Uint32Array.from(new Set(query.hashes.subarray(0, query.count)))
    different = wordsOfQuery.length
    rarities = Float64Array.from(wordsOfQuery, rarity)
    times = new Uint32Array(different)
    for (const hash of wordsOfQuery) wordMarks[hash & (marks - 1)] = 1
  }
  /** Of two sets: what they share, divided by the root of the product of their sizes. */
  const trigramCosine = (text: WordReader): number => {
    if (asciiOfQuery !== undefined && text.isAscii) {
      const shared = ascii.sharedWith(asciiOfQuery, text)
      return shared === 0 ? 0 : shared / Math.sqrt(asciiOfQuery.length * ascii.found)
    }
    const count = text.readTrigrams()
    let shared = 0
    for (let i = 0; i < count; i++)
      if (trigramMarks[text.trigrams[i] & (marks - 1)] === 1 && trigramsOfQuery.has(text.trigrams[i])) shared++
    return shared === 0 ? 0 : shared / Math.sqrt(trigramsOfQuery.size * count)
  }
  return (query, text, first, row) => {
    if (query.count === 0 || text.count === 0) return
    openQuery(query)
    for (let word = 0; word < different; word++) times[word] = 0
    let place = -1
    for (let i = 0; i < text.count; i++) {
      const hash = text.hashes[i]
      if (wordMarks[hash & (marks - 1)] === 0) continue
      for (let word = 0; word < different; word++)
        if (wordsOfQuery[word] === hash) {
          if (place < 0) place = i
          times[word]++
          break
        }
    }
    let hits = 0
    let sum = 0
    const norm = saturation * (1 - lengthShare + (lengthShare * text.count) / averageWords)
    for (let word = 0; word < different; word++) {
      if (times[word] === 0) continue
      hits++
      sum += (rarities[word] * times[word] * (saturation + 1)) / (times[word] + norm)
    }
    row.put(first, Math.fround(hits / different))
    row.put(first + 1, Math.fround(sum))
    row.put(first + 2, Math.fround(trigramCosine(text)))
    if (hits === different) row.put(first + 3, hasPhrase(query, text) ? 1 : 0)
    if (place >= 0) row.put(first + 4, Math.fround(1 / (1 + place)))
  }
}

function hasPhrase(query: WordReader, text: WordReader): boolean {
  for (let start = 0; start + query.count <= text.count; start++) {
    let same = 0
    while (same < query.count && text.hashes[start + same] === query.hashes[same]) same++
    if (same === query.count) return true
  }
  return false
}

/** The cosine, 0 where a vector is missing, of another length, or 0. */
export function cosineOf(query: Cell, other: Cell): number {
  const [a, b] = [vectorOf(query), vectorOf(other)]
  if (a === undefined || b === undefined || a.length !== b.length) return 0
  let [product, lengthA, lengthB] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    product += a[i] * b[i]
    lengthA += a[i] * a[i]
    lengthB += b[i] * b[i]
  }
  return product === 0 || Number.isNaN(product) ? 0 : Math.fround(product / Math.sqrt(lengthA * lengthB))
}

export function matchToDocument(match: MatchEncoder): Parts {
  if (match.kind === 'cosine') return { ...match }
  return { ...match, frequencies: encodeArray('i32', match.frequencies) }
}

export function matchFromDocument(value: unknown, where: string, read: DocumentReader): MatchEncoder {
  const kind = read.choice(read.object(value, where)['kind'], `${where}.kind`, ['words', 'cosine'])
  const own = kind === 'words' ? ['texts', 'averageWords', 'frequencies'] : []
  const parts = read.object(value, where, ['kind', 'query', 'column', ...own])
  const pair = { query: read.text(parts['query'], `${where}.query`), column: read.text(parts['column'], `${where}.column`) }
  if (kind === 'cosine') return { kind, ...pair }
  const frequencies = read.int32(parts['frequencies'], `${where}.frequencies`)
  const { length } = frequencies
  if (length === 0 || (length & (length - 1)) !== 0) read.fail(`${where}.frequencies`, `${length} numbers are no power of two`)
  if (frequencies.some((rows) => rows < 0)) read.fail(`${where}.frequencies`, 'a number of rows is below 0')
  const averageWords = read.number(parts['averageWords'], `${where}.averageWords`, { above: 0 })
  return { kind, ...pair, texts: read.count(parts['texts'], `${where}.texts`), averageWords, frequencies }
}
