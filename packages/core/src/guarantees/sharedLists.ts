/**
 * Which lists are known from somewhere else, whatever the order of their rows: the same list, or one that shares most of its rows. Known lists
 * are given by their sketches, so that most rows means most of the four that a sketch holds, and of those that the other list would have in
 * their place: a list that lost or gained a row is always found, one that shares half of its rows in a fifth of all cases.
 */
import { hashesOfLists, LIST_WORDS, PRINT_WORDS } from '../data/lists/fingerprint.ts'
import { rowHasher, SKETCH_WORDS } from '../data/lists/listSketch.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { rowWords } from '../data/lists/rowWords.ts'
import { holdsList, type SeenLists } from '../data/lists/seenLists.ts'
import type { Compute } from '../numeric/compute/compute.ts'

/** `same`: the list is known. `similar`: it shares most of its rows with one that is. */
export type Sharing = 'new' | 'same' | 'similar'

/** Lists made ready to be compared, several times. */
export interface ComparedLists {
  /** Words of each list and of its sketch, as `hashesOfLists` gives them. */
  readonly hashes: Int32Array
  /** The word of each row. */
  readonly rows: Uint32Array
  readonly offsets: Uint32Array
}

export function comparedLists(lists: RankingLists, compute: Compute): ComparedLists {
  const { features, width, labels, offsets } = lists
  const rows = new Uint32Array(labels.length)
  const words = new Int32Array(2)
  const wordsOf = rowWords(features, width, 0, labels.length, compute)
  const hash = rowHasher()
  for (let row = 0; row < rows.length; row++) {
    wordsOf(row, words)
    hash(words[0], words[1], labels[row], words)
    rows[row] = words[0]
  }
  return { hashes: hashesOfLists(lists, 0, offsets.length - 1, compute), rows, offsets }
}

/** How each list is known from lists that were seen before. */
export function sharedLists(compared: ComparedLists, seen: SeenLists): Sharing[] {
  const { hashes } = compared
  const similar = sharingMostRows(compared, seen.words, SKETCH_WORDS, 0)
  return similar.map((found, list) => {
    const at = list * LIST_WORDS + PRINT_WORDS
    if (holdsList(seen, hashes[at], hashes[at + 1])) return 'same'
    return found ? 'similar' : 'new'
  })
}

/** For each list the place of the first that is equal to it, itself if there is none before, and whether it shares most rows with another. */
export function repeatedLists(compared: ComparedLists): { readonly first: Uint32Array; readonly similar: readonly boolean[] } {
  const { hashes } = compared
  const similar = sharingMostRows(compared, hashes, LIST_WORDS, PRINT_WORDS)
  const places = new Map<number, number>()
  const first = Uint32Array.from(similar, (_, list) => {
    const at = list * LIST_WORDS + PRINT_WORDS
    const key = (hashes[at] >>> 0) * 2 ** 21 + (hashes[at + 1] >>> 11)
    const before = places.get(key) ?? list
    places.set(key, before)
    return before
  })
  return { first, similar }
}

/** A row that stands in more lists than this says nothing about which list it comes from: items of a catalogue, rows of zeros. */
const MOST_CARRIERS = 4

/** For each list whether one of the sketches has most of its rows there; a sketch of the very same list does not count. */
function sharingMostRows({ hashes, rows, offsets }: ComparedLists, sketches: Int32Array, stride: number, skip: number): boolean[] {
  const carriers = carriersOf(new Set(rows), sketches, stride, skip)
  return Array.from({ length: offsets.length - 1 }, (_, list) => {
    const own = list * LIST_WORDS + PRINT_WORDS
    const found = new Map<number, number>()
    const words = new Set(rows.subarray(offsets[list], offsets[list + 1]))
    for (const word of words) {
      for (const at of carriers.get(word) ?? []) {
        if (sketches[at] !== hashes[own] || sketches[at + 1] !== hashes[own + 1]) found.set(at, (found.get(at) ?? 0) + 1)
      }
    }
    return Array.from(found).some(([at, count]) => {
      const sketched = differentRows(sketches, at)
      return count >= 2 && 2 * count > sketched.length && 2 * count > upTo(words, sketched[sketched.length - 1])
    })
  })
}

/** How many rows the list would have in a sketch that reaches as far. */
function upTo(words: ReadonlySet<number>, last: number): number {
  let count = 0
  for (const word of words) if (word <= last) count++
  return count
}

/** Where the sketches start that hold a word, for those of the words that few of them hold. */
function carriersOf(words: ReadonlySet<number>, sketches: Int32Array, stride: number, skip: number): Map<number, number[]> {
  const carriers = new Map<number, number[]>()
  for (let at = skip; at < sketches.length; at += stride) {
    for (const word of differentRows(sketches, at)) {
      if (!words.has(word)) continue
      const others = carriers.get(word)
      if (others === undefined) carriers.set(word, [at])
      else if (others.length <= MOST_CARRIERS) others.push(at)
    }
  }
  for (const [word, places] of carriers) if (places.length > MOST_CARRIERS) carriers.delete(word)
  return carriers
}

/** The row words of a sketch; they ascend, and equal ones stand together. */
function differentRows(sketches: Int32Array, at: number): number[] {
  const words: number[] = []
  for (let place = at + 2; place < at + SKETCH_WORDS; place++) {
    const word = sketches[place] >>> 0
    if (word !== words[words.length - 1]) words.push(word)
  }
  return words
}
