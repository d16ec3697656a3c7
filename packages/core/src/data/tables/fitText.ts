import { grown } from '../../numeric/allocate.ts'
import { logOf } from '../../numeric/special/log.ts'
import { eachText, textAt } from '../cells/packedTexts.ts'
import { WordReader } from '../cells/wordReader.ts'
import { HashPlaces } from '../encoders/hashPlaces.ts'
import type { WordMatch } from '../encoders/matchEncoder.ts'
import { type HashedTerms, noTerms, type TextEncoder } from '../encoders/textEncoder.ts'
import { type CellColumn, noValue } from '../lists/tableCells.ts'

/** What is counted of the words of a column, or of its trigrams. */
export interface WordCounts {
  /** Rows that have words, and how many words they have in all. */
  readonly texts: number
  readonly words: number
  /** In how many rows a word occurs, by its hash. */
  readonly rows: ReadonlyMap<number, number>
}

/** What a text is taken apart into. */
interface Terms {
  /** Reads them and returns how many there are. */
  read(reader: WordReader, text: string): number
  hashes(reader: WordReader): Uint32Array
  written(reader: WordReader, term: number): string
}

const wordTerms: Terms = {
  read: (reader, text) => reader.read(text),
  hashes: (reader) => reader.hashes,
  written: (reader, word) => reader.word(word),
}

const trigramTerms: Terms = {
  read(reader, text) {
    reader.read(text)
    return reader.readTrigrams()
  },
  hashes: (reader) => reader.trigrams,
  written: (reader, trigram) => reader.trigram(trigram),
}

/** A word needs so many rows, and this share of them, for a feature of its own. */
const [leastRows, leastShare] = [3, 0.001]
const mostFrequencies = 1 << 16

export function countWords(column: CellColumn, times: Uint32Array): WordCounts {
  return countTerms(column, times, wordTerms)
}

function countTerms(column: CellColumn, times: Uint32Array, terms: Terms): WordCounts {
  const reader = new WordReader()
  const counts = new HashCounts()
  let [texts, words] = [0, 0]
  for (let code = 0; code < column.values.length; code++) {
    const count = terms.read(reader, textAt(column.values, code))
    if (count === 0 || times[code] === 0) continue
    const hashes = terms.hashes(reader)
    texts += times[code]
    words += count * times[code]
    for (let term = 0; term < count; term++) counts.add(hashes[term], code, times[code])
  }
  return { texts, words, rows: counts.finish() }
}

/** In how many rows each hash occurs; one that occurs twice in a text counts once. */
class HashCounts {
  private count = 0
  private hashes: Uint32Array = new Uint32Array(1024)
  private rows: Float64Array = new Float64Array(1024)
  /** The text in which each was seen last. */
  private last: Uint32Array = new Uint32Array(1024)
  /** Open addressing: a place more than it is, so that 0 is free. */
  private slots: Uint32Array = new Uint32Array(4096)

  add(hash: number, text: number, times: number): void {
    const slot = this.slotOf(hash)
    const known = this.slots[slot] - 1
    if (known < 0) this.rows[this.open(hash, slot, text)] = times
    else if (this.last[known] !== text) {
      this.last[known] = text
      this.rows[known] += times
    }
  }

  finish(): ReadonlyMap<number, number> {
    return new Map(Array.from({ length: this.count }, (_, place) => [this.hashes[place], this.rows[place]]))
  }

  private slotOf(hash: number): number {
    const { slots, hashes } = this
    const mask = slots.length - 1
    let slot = hash & mask
    while (slots[slot] !== 0 && hashes[slots[slot] - 1] !== hash) slot = (slot + 1) & mask
    return slot
  }

  /** A place for a hash that is new. */
  private open(hash: number, slot: number, text: number): number {
    const place = this.count++
    if (place === this.hashes.length) {
      this.hashes = grown(Uint32Array, this.hashes, place, 2 * place)
      this.rows = grown(Float64Array, this.rows, place, 2 * place)
      this.last = grown(Uint32Array, this.last, place, 2 * place)
    }
    this.hashes[place] = hash
    this.last[place] = text
    this.slots[slot] = place + 1
    if (4 * this.count > this.slots.length) this.spread()
    return place
  }

  private spread(): void {
    this.slots = new Uint32Array(2 * this.slots.length)
    for (let place = 0; place < this.count; place++) this.slots[this.slotOf(this.hashes[place])] = place + 1
  }
}

export interface TextChoices {
  readonly textFeatures: 'words' | 'trigrams' | 'both'
  /** Most words that get a feature each, and most trigrams. */
  readonly words: number
  readonly buckets: number
}

/** `times` says how many rows have each of the texts; `counts` gives the counts of the words, where they are features. */
export function fitText(column: CellColumn, times: Uint32Array, counts: () => WordCounts, choices: TextChoices): TextEncoder {
  const { textFeatures } = choices
  const fit = (terms: Terms, counted: WordCounts) => fitTerms(column, times, terms, counted, choices)
  return {
    kind: 'text',
    column: column.name,
    ...(textFeatures === 'trigrams' ? noTerms : fit(wordTerms, counts())),
    ...(textFeatures !== 'words' && { trigrams: fit(trigramTerms, countTerms(column, times, trigramTerms)) }),
  }
}

/** The terms with most rows get a feature each; the others share some, if there are others. */
function fitTerms(column: CellColumn, times: Uint32Array, terms: Terms, counts: WordCounts, { words, buckets }: TextChoices): HashedTerms {
  const least = Math.max(leastRows, leastShare * counts.texts)
  const candidates = [...counts.rows].filter(([, rows]) => rows >= least && rows < counts.texts)
  candidates.sort(([hashA, a], [hashB, b]) => b - a || hashA - hashB)
  const kept = candidates.slice(0, words).map(([hash]) => hash)
  const known = new Set(kept)
  const shared = counts.rows.size > kept.length ? sharedRows(column, times, terms, new HashPlaces(kept), buckets) : new Float64Array(0)
  const written = writtenTerms(column, terms, known)
  const rows = [...kept.map((hash) => counts.rows.get(hash) ?? 0), ...shared]
  return {
    words: kept.map((hash) => written.get(hash) ?? ''),
    hashes: Int32Array.from(kept, (hash) => hash | 0),
    buckets: shared.length,
    weights: Float64Array.from(rows, (found) => logOf((1 + counts.texts) / (1 + found)) + 1),
  }
}

/** Document frequencies for BM25, in a table that is at least twice as large as the vocabulary. */
export function fitWordMatch(query: string, column: string, { texts, words, rows }: WordCounts): WordMatch {
  let size = 256
  while (size < 2 * rows.size && size < mostFrequencies) size *= 2
  const frequencies = new Int32Array(size)
  for (const [hash, found] of rows) frequencies[hash & (size - 1)] += found
  return { kind: 'words', query, column, texts, averageWords: texts === 0 ? 1 : words / texts, frequencies }
}

/** In how many rows a term occurs that falls into each bucket. */
function sharedRows(column: CellColumn, times: Uint32Array, terms: Terms, known: HashPlaces, buckets: number): Float64Array {
  const reader = new WordReader()
  const rows = new Float64Array(buckets)
  const last = new Int32Array(buckets).fill(-1) // the text in which each was met last
  for (let code = 0; code < column.values.length; code++) {
    const count = terms.read(reader, textAt(column.values, code))
    const hashes = terms.hashes(reader)
    for (let term = 0; term < count; term++) {
      const hash = hashes[term]
      const bucket = hash % buckets
      if (last[bucket] === code || known.placeOf(hash) >= 0) continue
      last[bucket] = code
      rows[bucket] += times[code]
    }
  }
  return rows
}

/** The terms behind hashes, as they are compared. */
function writtenTerms(column: CellColumn, terms: Terms, wanted: ReadonlySet<number>): ReadonlyMap<number, string> {
  const reader = new WordReader()
  const found = new Map<number, string>()
  for (const text of eachText(column.values)) {
    if (found.size === wanted.size) break
    const count = terms.read(reader, text)
    const hashes = terms.hashes(reader)
    for (let term = 0; term < count; term++) {
      const hash = hashes[term]
      if (wanted.has(hash) && !found.has(hash)) found.set(hash, terms.written(reader, term))
    }
  }
  return found
}

/** How many rows have each of the texts, in an array of at least this length, which may be used again. */
export function timesOf({ values, codes }: CellColumn, into: Uint32Array): Uint32Array {
  const times = into.length < values.length ? new Uint32Array(values.length) : into.fill(0)
  for (let row = 0; row < codes.length; row++) if (codes[row] !== noValue) times[codes[row]]++
  return times
}
