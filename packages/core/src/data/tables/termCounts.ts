import { grown } from '../../numeric/allocate.ts'
import { textAt } from '../cells/packedTexts.ts'
import { WordReader } from '../cells/wordReader.ts'
import { HashPlaces } from '../encoders/hashPlaces.ts'
import { type CellColumn, noValue } from '../lists/tableCells.ts'

/** What is counted of the words of a column, or of its trigrams. */
export interface TermCounts {
  /** Rows that have words, and how many words they have in all. */
  readonly texts: number
  readonly words: number
  /** Each different term by its hash, and in how many rows it occurs. */
  readonly hashes: Uint32Array
  readonly rows: Float64Array
}

/** What a text is taken apart into. */
export type TermKind = 'words' | 'trigrams'

interface Terms {
  /** Reads them and returns how many there are. */
  read(reader: WordReader, text: string): number
  hashes(reader: WordReader): Uint32Array
  written(reader: WordReader, term: number): string
}

const termsOf: Readonly<Record<TermKind, Terms>> = {
  words: {
    read: (reader, text) => reader.read(text),
    hashes: (reader) => reader.hashes,
    written: (reader, word) => reader.word(word),
  },
  trigrams: {
    read(reader, text) {
      reader.read(text)
      return reader.readTrigrams()
    },
    hashes: (reader) => reader.trigrams,
    written: (reader, trigram) => reader.trigram(trigram),
  },
}

/** `times` says how many rows have each of the texts. */
export function countTerms({ values }: CellColumn, times: Uint32Array, kind: TermKind): TermCounts {
  const terms = termsOf[kind]
  const reader = new WordReader()
  const counts = new HashCounts()
  let [texts, words] = [0, 0]
  for (let code = 0; code < values.length; code++) {
    const count = terms.read(reader, textAt(values, code))
    if (count === 0 || times[code] === 0) continue
    const hashes = terms.hashes(reader)
    texts += times[code]
    words += count * times[code]
    for (let term = 0; term < count; term++) counts.add(hashes[term], code, times[code])
  }
  return { texts, words, ...counts.finish() }
}

/** The counts of all rows, from those of some rows each. */
export function mergedTermCounts(parts: readonly TermCounts[]): TermCounts {
  if (parts.length === 1) return parts[0]
  const counts = new HashCounts()
  let [texts, words] = [0, 0]
  for (const [part, own] of parts.entries()) {
    texts += own.texts
    words += own.words
    for (let place = 0; place < own.hashes.length; place++) counts.add(own.hashes[place], part, own.rows[place])
  }
  return { texts, words, ...counts.finish() }
}

/** Terms that get a feature each, by their hashes. The others share some: `buckets` of them. */
export interface ChosenTerms {
  readonly kind: TermKind
  readonly hashes: Uint32Array
  readonly buckets: number
}

/** What the rows say about terms that were chosen from them. */
export interface TermsMet {
  /** In how many rows a term occurs that falls into each bucket. */
  readonly shared: Float64Array
  /** The chosen terms, as they are compared; empty where none of the rows has it. */
  readonly written: readonly string[]
}

export function meetTerms({ values }: CellColumn, times: Uint32Array, { kind, hashes: chosen, buckets }: ChosenTerms): TermsMet {
  const terms = termsOf[kind]
  const known = new HashPlaces(chosen)
  const reader = new WordReader()
  const shared = new Float64Array(buckets)
  const written = new Array<string>(chosen.length).fill('')
  let unwritten = chosen.length
  const last = new Int32Array(buckets).fill(-1) // the text in which each was met last
  for (let code = 0; code < values.length; code++) {
    if (buckets === 0 && unwritten === 0) break
    const count = terms.read(reader, textAt(values, code))
    const hashes = terms.hashes(reader)
    for (let term = 0; term < count; term++) {
      const place = known.placeOf(hashes[term])
      if (place >= 0) {
        if (written[place] !== '') continue
        written[place] = terms.written(reader, term)
        unwritten--
      } else if (buckets > 0) {
        const bucket = hashes[term] % buckets
        if (last[bucket] === code) continue
        last[bucket] = code
        shared[bucket] += times[code]
      }
    }
  }
  return { shared, written }
}

/** The same of all rows, from some rows each, in their order. */
export function mergedTermsMet(parts: readonly TermsMet[]): TermsMet {
  const [first, ...others] = parts
  const shared = first.shared.slice()
  const written = [...first.written]
  for (const other of others) {
    for (let bucket = 0; bucket < shared.length; bucket++) shared[bucket] += other.shared[bucket]
    for (let place = 0; place < written.length; place++) written[place] ||= other.written[place]
  }
  return { shared, written }
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

  finish(): Pick<TermCounts, 'hashes' | 'rows'> {
    return { hashes: this.hashes.slice(0, this.count), rows: this.rows.slice(0, this.count) }
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

/** How many rows have each of the texts, in an array of at least this length, which may be used again. */
export function timesOf({ values, codes }: CellColumn, into: Uint32Array): Uint32Array {
  const times = into.length < values.length ? new Uint32Array(values.length) : into.fill(0)
  for (let row = 0; row < codes.length; row++) if (codes[row] !== noValue) times[codes[row]]++
  return times
}
