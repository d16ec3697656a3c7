/**
 * What a model keeps of the lists that it has seen, so that held-out lists can be compared with them: the sketch of each, in an order that
 * does not depend on the file. Where that would be too much, those lists are kept whose first word is small: a random share of them.
 */
import { LIST_WORDS, PRINT_WORDS } from './fingerprint.ts'
import { SKETCH_WORDS } from './listSketch.ts'

export interface SeenLists {
  /** How many lists there were. */
  readonly lists: number
  /** The share of them that is kept: 1, or 1/2, 1/4 … */
  readonly share: number
  /** The sketches of the lists that are kept, `SKETCH_WORDS` words each, in ascending order of their first two words; equal lists once. */
  readonly words: Int32Array
}

export const noneSeen: SeenLists = { lists: 0, share: 1, words: new Int32Array(0) }

/** The lists that a model has seen, those of the model it started from included. */
export interface SeenRecord {
  readonly train: SeenLists
  readonly valid?: SeenLists
}

/** What one list takes in a model file: its words as base64. */
export const BYTES_OF_SKETCH = 32

/** What the lists of a model, training and validation together, may take in its file. */
export const MOST_SEEN_BYTES = 4_000_000

/** From the words of blocks of lists, in any order; at most so many bytes of a model file. */
export function seenListsOf(hashes: readonly Int32Array[], mostBytes: number = MOST_SEEN_BYTES): SeenLists {
  return seenInSketches(sketchesOf(hashes), mostBytes)
}

/** From the sketches of lists. */
export function seenInSketches(sketches: Int32Array, mostBytes: number): SeenLists {
  return sharing({ lists: sketches.length / SKETCH_WORDS, share: 1, words: sketches }, shareThatFits([sketches], mostBytes))
}

/** The same of lists that come one after the other. What is kept does not depend on when it was put away and taken up again. */
export class SeenSoFar {
  readonly #mostBytes: number
  readonly #known = new Set<number>()
  #lists: number
  #share: number
  #words: Int32Array
  #used: number

  constructor(mostBytes: number, { lists, share, words }: SeenLists = noneSeen) {
    this.#mostBytes = mostBytes
    this.#lists = lists
    this.#share = share
    this.#words = Int32Array.from(words)
    this.#used = words.length
    this.#knowAll()
  }

  /** A list by its sketch. */
  add(sketch: Int32Array): void {
    this.#lists++
    if (sketch[0] >>> 0 >= this.#share * 2 ** 32) return
    const name = nameOf(sketch, 0)
    if (this.#known.has(name)) return
    this.#known.add(name)
    if (this.#used === this.#words.length) {
      const longer = new Int32Array(Math.max(16 * SKETCH_WORDS, 2 * this.#used))
      longer.set(this.#words)
      this.#words = longer
    }
    this.#words.set(sketch, this.#used)
    this.#used += SKETCH_WORDS
    if ((this.#used / SKETCH_WORDS) * BYTES_OF_SKETCH > this.#mostBytes) this.#halve()
  }

  state(): SeenLists {
    return sharing({ lists: this.#lists, share: 1, words: this.#words.subarray(0, this.#used) }, this.#share)
  }

  #halve(): void {
    const all = this.#words.subarray(0, this.#used)
    const { share, words } = sharing(
      { lists: this.#lists, share: 1, words: all },
      Math.min(this.#share / 2, shareThatFits([all], this.#mostBytes)),
    )
    this.#share = share
    this.#words = words
    this.#used = words.length
    this.#knowAll()
  }

  #knowAll(): void {
    this.#known.clear()
    for (let at = 0; at < this.#used; at += SKETCH_WORDS) this.#known.add(nameOf(this.#words, at))
  }
}

/** A number that is as good as the two words of a list. */
export function nameOf(sketches: Int32Array, at: number): number {
  return (sketches[at] >>> 0) * 2 ** 21 + (sketches[at + 1] >>> 11)
}

/** The sketches alone, in the order of the lists. */
export function sketchesOf(hashes: readonly Int32Array[]): Int32Array {
  const lists = hashes.reduce((sum, words) => sum + words.length / LIST_WORDS, 0)
  const sketches = new Int32Array(lists * SKETCH_WORDS)
  let at = 0
  for (const words of hashes) {
    for (let start = PRINT_WORDS; start < words.length; start += LIST_WORDS, at += SKETCH_WORDS) {
      sketches.set(words.subarray(start, start + SKETCH_WORDS), at)
    }
  }
  return sketches
}

/** Both, as if they had been one file; lists that are in both count once. */
export function mergedSeen(one: SeenLists, other: SeenLists): SeenLists {
  const words = new Int32Array(one.words.length + other.words.length)
  words.set(one.words)
  words.set(other.words, one.words.length)
  const share = Math.min(one.share, other.share, shareThatFits([words]))
  const merged = sharing({ lists: one.lists + other.lists, share: 1, words }, share)
  const inBoth = sharing(one, share).words.length + sharing(other, share).words.length - merged.words.length
  return { ...merged, lists: Math.max(0, merged.lists - Math.round(inBoth / SKETCH_WORDS / share)) }
}

/** The lists of one that are not in the other. */
export function seenWithout(one: SeenLists, other: SeenLists): SeenLists {
  const kept = Array.from({ length: one.words.length / SKETCH_WORDS }, (_, list) => list * SKETCH_WORDS).filter(
    (at) => !holdsList(other, one.words[at], one.words[at + 1]),
  )
  const share = Math.min(one.share, other.share)
  return sharing({ lists: Math.max(0, one.lists - other.lists), share: 1, words: gathered(one.words, kept) }, share)
}

/** The same with the share that lets both fit into a model file. */
export function fittingTogether({ train, valid }: SeenRecord): SeenRecord {
  const share = shareThatFits(valid === undefined ? [train.words] : [train.words, valid.words])
  const fitting = (each: SeenLists) => sharing(each, Math.min(each.share, share))
  return { train: fitting(train), ...(valid && { valid: fitting(valid) }) }
}

/** How many lists of the other are in the one, of those that both would keep. */
export function listsInCommon(one: SeenLists, other: SeenLists): { readonly compared: number; readonly common: number } {
  const limit = Math.min(one.share, other.share) * 2 ** 32
  let [compared, common] = [0, 0]
  for (let at = 0; at < other.words.length; at += SKETCH_WORDS) {
    if (other.words[at] >>> 0 >= limit) continue
    compared++
    if (holdsList(one, other.words[at], other.words[at + 1])) common++
  }
  return { compared, common }
}

/** Whether the list with these two words is among those that are kept. */
export function holdsList({ words }: SeenLists, first: number, second: number): boolean {
  let [low, high] = [0, words.length / SKETCH_WORDS]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(words[middle * SKETCH_WORDS], words[middle * SKETCH_WORDS + 1], first, second)) low = middle + 1
    else high = middle
  }
  const at = low * SKETCH_WORDS
  return at < words.length && words[at] === first && words[at + 1] === second
}

/** The greatest of 1, 1/2, 1/4 … with which lists of these words fit into a model file. */
function shareThatFits(all: readonly Int32Array[], mostBytes: number = MOST_SEEN_BYTES): number {
  const byZeros = new Float64Array(33)
  for (const words of all) for (let at = 0; at < words.length; at += SKETCH_WORDS) byZeros[Math.clz32(words[at])]++
  let kept = byZeros.reduce((sum, count) => sum + count, 0)
  let halvings = 0
  for (; halvings < 32 && kept * BYTES_OF_SKETCH > mostBytes; halvings++) kept -= byZeros[halvings]
  return 2 ** -halvings
}

/** The lists whose first word lies within the share, sorted, each once. */
function sharing({ lists, words }: SeenLists, share: number): SeenLists {
  const limit = share * 2 ** 32
  const inside: number[] = []
  for (let at = 0; at < words.length; at += SKETCH_WORDS) if (words[at] >>> 0 < limit) inside.push(at)
  inside.sort((a, b) => (words[a] >>> 0) - (words[b] >>> 0) || (words[a + 1] >>> 0) - (words[b + 1] >>> 0))
  const once = inside.filter((at, place) => place === 0 || !sameList(words, at, inside[place - 1]))
  return { lists, share, words: gathered(words, once) }
}

function gathered(words: Int32Array, places: readonly number[]): Int32Array {
  const into = new Int32Array(places.length * SKETCH_WORDS)
  for (const [place, at] of places.entries()) into.set(words.subarray(at, at + SKETCH_WORDS), place * SKETCH_WORDS)
  return into
}

function sameList(words: Int32Array, a: number, b: number): boolean {
  return words[a] === words[b] && words[a + 1] === words[b + 1]
}

function isBefore(first: number, second: number, otherFirst: number, otherSecond: number): boolean {
  return first === otherFirst ? second >>> 0 < otherSecond >>> 0 : first >>> 0 < otherFirst >>> 0
}
