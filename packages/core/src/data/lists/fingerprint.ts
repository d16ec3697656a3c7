import type { Compute } from '../../numeric/compute/compute.ts'
import { plainCompute } from '../../numeric/compute/plainCompute.ts'
import { requireCompute } from '../../numeric/compute/requireCompute.ts'
import { ListSketch, mixed, SKETCH_WORDS } from './listSketch.ts'
import { inNumberedColumns } from './occurringFeatures.ts'
import type { RankingLists } from './rankingLists.ts'
import { requireLists } from './requireLists.ts'
import { rowWords } from './rowWords.ts'

/**
 * 128 bits of what a model can learn from: the features, the labels, how rows fall into lists, the list weights. Names and
 * ids do not count, nor does it matter how the features are laid out (dense or sparse) or how many all-zero columns
 * follow the last: the same data is recognised after a conversion or a renaming. It finds mistakes, not forgers.
 *
 * The hash is MurmurHash3_x86_128 (Austin Appleby, public domain) over 32-bit words. Each list is hashed by itself: its size, two
 * words per row, labels and weight. The hash of these hashes, in the order of the lists, is the fingerprint: lists may be hashed anywhere. The words of a
 * row are sums over its non-zero values, in any order; see numeric/compute/rowHashes.ts.
 */
export function fingerprint(lists: RankingLists, compute: Compute = plainCompute): string {
  requireLists('lists', lists)
  requireCompute('compute', compute)
  return fingerprintOf([hashesOfLists(lists, 0, lists.offsets.length - 1, compute)])
}

/** The fingerprint of data from the words of its lists, in order. */
export function fingerprintOf(hashes: readonly Int32Array[]): string {
  const hash = new Murmur3()
  for (const words of hashes) {
    for (let at = 0; at < words.length; at += LIST_WORDS) for (let word = 0; word < PRINT_WORDS; word++) hash.add(words[at + word])
  }
  return hash.digest()
}

/** Words of a list that its fingerprint needs; its sketch follows them. */
export const PRINT_WORDS = 4
export const LIST_WORDS: number = PRINT_WORDS + SKETCH_WORDS

/** The words of the lists from .. to, `LIST_WORDS` each: a hash of the list as it stands, then its sketch, which is free of order. */
export function hashesOfLists(lists: RankingLists, from: number, to: number, compute: Compute): Int32Array {
  const { features, labels, offsets, listWeights, width } = inNumberedColumns(lists)
  const wordsOf = rowWords(features, width, offsets[from], offsets[to], compute)
  const words = new Int32Array(2)
  const hash = new Murmur3()
  const sketch = new ListSketch()
  const hashes = new Int32Array(LIST_WORDS * (to - from))
  for (let list = from; list < to; list++) {
    const at = LIST_WORDS * (list - from)
    hash.add(offsets[list + 1] - offsets[list])
    for (let row = offsets[list]; row < offsets[list + 1]; row++) {
      wordsOf(row, words)
      hash.add(words[0])
      hash.add(words[1])
      sketch.add(words[0], words[1], labels[row])
    }
    hashDoubles(labels.subarray(offsets[list], offsets[list + 1]), hash)
    hash.add(listWeights === undefined ? 0 : 1)
    if (listWeights !== undefined) hashDoubles(listWeights.subarray(list, list + 1), hash)
    hashes.set(hash.words(), at)
    sketch.finish(hashes, at + PRINT_WORDS)
  }
  return hashes
}

function hashDoubles(values: Float64Array, hash: Murmur3): void {
  const pair = new Float64Array(1)
  const words = new Int32Array(pair.buffer)
  for (const value of values) {
    pair[0] = value === 0 ? 0 : value
    hash.add(words[0])
    hash.add(words[1])
  }
}

/** MurmurHash3_x86_128, seed 0, of a sequence of 32-bit words; words are gathered and hashed many at a time, which is what makes it fast. */
export class Murmur3 {
  private readonly state = new Int32Array(4)
  private readonly waiting = new Int32Array(4096)
  private count = 0
  private absorbed = 0

  add(word: number): void {
    this.waiting[this.count++] = word
    if (this.count === this.waiting.length) this.absorb()
  }

  private absorb(): void {
    const { state, waiting, count } = this
    let [h1, h2, h3, h4] = state
    for (let i = 0; i < count; i += 4) {
      h1 ^= Math.imul(rotated(Math.imul(waiting[i], 0x239b961b), 15), 0xab0e9789)
      h1 = (Math.imul((rotated(h1, 19) + h2) | 0, 5) + 0x561ccd1b) | 0
      h2 ^= Math.imul(rotated(Math.imul(waiting[i + 1], 0xab0e9789), 16), 0x38b34ae5)
      h2 = (Math.imul((rotated(h2, 17) + h3) | 0, 5) + 0x0bcaa747) | 0
      h3 ^= Math.imul(rotated(Math.imul(waiting[i + 2], 0x38b34ae5), 17), 0xa1e38b93)
      h3 = (Math.imul((rotated(h3, 15) + h4) | 0, 5) + 0x96cd1c35) | 0
      h4 ^= Math.imul(rotated(Math.imul(waiting[i + 3], 0xa1e38b93), 18), 0x239b961b)
      h4 = (Math.imul((rotated(h4, 13) + h1) | 0, 5) + 0x32ac3b17) | 0
    }
    state.set([h1, h2, h3, h4])
    this.absorbed += count
    this.count = 0
  }

  /** 32 hexadecimal digits; ends the sequence. */
  digest(): string {
    return Array.from(this.words(), (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
  }

  /** The hash as four words; ends the sequence, filled up with zeros to a multiple of four words. The next starts from nothing. */
  words(): Int32Array {
    while ((this.count & 3) !== 0) this.add(0)
    this.absorb()
    const length = this.absorbed * 4
    let [h1, h2, h3, h4] = this.state.map((word) => word ^ length)
    this.state.fill(0)
    this.absorbed = 0
    h1 = (h1 + h2 + h3 + h4) | 0
    h2 = (h2 + h1) | 0
    h3 = (h3 + h1) | 0
    h4 = (h4 + h1) | 0
    ;[h1, h2, h3, h4] = [mixed(h1), mixed(h2), mixed(h3), mixed(h4)]
    h1 = (h1 + h2 + h3 + h4) | 0
    h2 = (h2 + h1) | 0
    h3 = (h3 + h1) | 0
    h4 = (h4 + h1) | 0
    return Int32Array.of(h1, h2, h3, h4)
  }
}

function rotated(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by))
}
