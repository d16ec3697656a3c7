import { grown } from '../../numeric/allocate.ts'
import { logOf } from '../../numeric/special/log.ts'
import { WordReader } from '../cells/wordReader.ts'
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

export function countWords(column: CellColumn): WordCounts {
  return countTerms(column, wordTerms)
}

function countTerms(column: CellColumn, terms: Terms): WordCounts {
  const times = timesOf(column)
  const reader = new WordReader()
  const counts = new HashCounts()
  let [texts, words] = [0, 0]
  for (const [code, text] of column.values.entries()) {
    const count = terms.read(reader, text)
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
  private readonly places = new Map<number, number>()
  private rows: Float64Array = new Float64Array(1024)
  /** The text in which each was seen last. */
  private last: Uint32Array = new Uint32Array(1024)

  add(hash: number, text: number, times: number): void {
    let place = this.places.get(hash)
    if (place === undefined) {
      place = this.places.size
      this.places.set(hash, place)
      if (place === this.rows.length) {
        this.rows = grown(Float64Array, this.rows, place, 2 * place)
        this.last = grown(Uint32Array, this.last, place, 2 * place)
      }
    } else if (this.last[place] === text) return
    this.last[place] = text
    this.rows[place] += times
  }

  finish(): ReadonlyMap<number, number> {
    return new Map(Array.from(this.places, ([hash, place]) => [hash, this.rows[place]]))
  }
}

export interface TextChoices {
  readonly textFeatures: 'words' | 'trigrams' | 'both'
  /** Most words that get a feature each, and most trigrams. */
  readonly words: number
  readonly buckets: number
}

/** `counts` gives the counts of the words, where they are features. */
export function fitText(column: CellColumn, counts: () => WordCounts, choices: TextChoices): TextEncoder {
  const { textFeatures } = choices
  return {
    kind: 'text',
    column: column.name,
    ...(textFeatures === 'trigrams' ? noTerms : fitTerms(column, wordTerms, counts(), choices)),
    ...(textFeatures !== 'words' && { trigrams: fitTerms(column, trigramTerms, countTerms(column, trigramTerms), choices) }),
  }
}

/** The terms with most rows get a feature each; the others share some, if there are others. */
function fitTerms(column: CellColumn, terms: Terms, counts: WordCounts, { words, buckets }: TextChoices): HashedTerms {
  const least = Math.max(leastRows, leastShare * counts.texts)
  const candidates = [...counts.rows].filter(([, rows]) => rows >= least && rows < counts.texts)
  candidates.sort(([hashA, a], [hashB, b]) => b - a || hashA - hashB)
  const kept = candidates.slice(0, words).map(([hash]) => hash)
  const known = new Set(kept)
  const shared = counts.rows.size > kept.length ? sharedRows(column, terms, known, buckets) : new Float64Array(0)
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
function sharedRows(column: CellColumn, terms: Terms, known: ReadonlySet<number>, buckets: number): Float64Array {
  const times = timesOf(column)
  const reader = new WordReader()
  const rows = new Float64Array(buckets)
  const last = new Int32Array(buckets).fill(-1) // the text in which each was met last
  for (const [code, text] of column.values.entries()) {
    const count = terms.read(reader, text)
    const hashes = terms.hashes(reader)
    for (let term = 0; term < count; term++) {
      const hash = hashes[term]
      const bucket = hash % buckets
      if (last[bucket] === code || known.has(hash)) continue
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
  for (const text of column.values) {
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

/** How many rows have each of the texts. */
function timesOf(column: CellColumn): Float64Array {
  const times = new Float64Array(column.values.length)
  for (const code of column.codes) if (code !== noValue) times[code]++
  return times
}
