/**
 * Trees as the kernels of assembly/trees.ts and assembly/compactTrees.ts read them. They are cut into chunks, the trees of each one after the other:
 * `quick` ones have at most 32 leaves each and `wide` ones at most 64, `compact` ones have more and compare with thresholds alone, `walk` ones are the others. All places are counted in
 * bytes from the start of the chunk.
 */
import type { PreparedTrees } from '@rankwright/core/numeric'

export interface TreeChunk {
  readonly kind: keyof typeof layouts
  readonly trees: number
  readonly words: Uint32Array
}

/** Most leaves of a tree whose leaves are bits of a word. */
const WORD_LEAVES = 32
/** Bytes of the bits of a word of leaves, for all rows that are marked together. */
const WORD_BYTES = 64
/** Most nodes of a tree, and most features, of small nodes. */
const MOST_NODES = 2 ** 16
const MOST_FEATURES = 2 ** 12
/** Trees whose bits fit into the fastest memory together; half as many if they have two words each. */
export const CHUNK_TREES = 512

const greatest = (2 - 2 ** -23) * 2 ** 127

export function* layTrees(prepared: PreparedTrees): Generator<TreeChunk> {
  const { starts } = prepared.trees
  const trees = starts.length - 1
  for (let first = 0, last = 0; first < trees; first = last) {
    let kind = kindOf(prepared, first)
    for (last = first + 1; last < trees; last++) {
      const joined = kindOfBoth(kind, kindOf(prepared, last))
      if (joined === undefined || last - first >= (joined === 'wide' ? CHUNK_TREES / 2 : CHUNK_TREES)) break
      kind = joined
    }
    yield { kind, trees: last - first, words: layouts[kind](prepared, first, last) }
  }
}

/** Trees of one word may have two: many small chunks would cost more. */
function kindOfBoth(one: TreeChunk['kind'], other: TreeChunk['kind']): TreeChunk['kind'] | undefined {
  if (one === other) return one
  return [one, other].every((kind) => kind === 'quick' || kind === 'wide') ? 'wide' : undefined
}

const layouts = {
  quick: (prepared: PreparedTrees, first: number, last: number) => quickWords(prepared, first, last, 1),
  wide: (prepared: PreparedTrees, first: number, last: number) => quickWords(prepared, first, last, 2),
  compact: compactWords,
  walk: walkWords,
}

function kindOf({ trees: { starts }, setOf, width }: PreparedTrees, tree: number): TreeChunk['kind'] {
  const splits = starts[tree + 1] - starts[tree]
  if (splits < WORD_LEAVES) return 'quick'
  if (splits < 2 * WORD_LEAVES) return 'wide'
  if (width > MOST_FEATURES || 2 * splits + 1 > MOST_NODES) return 'walk'
  return setOf.subarray(starts[tree], starts[tree + 1]).every((set) => set < 0) ? 'compact' : 'walk'
}

/** Words in the order in which they are written; floats by their bits. */
class Words {
  readonly #words: number[] = []

  /** Where the next word goes. */
  get place(): number {
    return 4 * this.#words.length
  }

  push(...words: readonly number[]): void {
    for (const word of words) this.#words.push(word)
  }

  single(value: number): void {
    // Infinite values are compared like the greatest float32.
    this.push(bitsOf(value >= greatest ? Infinity : value))
  }

  double(value: number): void {
    if (this.#words.length % 2 === 1) throw new Error('a double has to start at an even word')
    doubles[0] = value
    this.push(halves[0], halves[1])
  }

  /** To the next place where a double may stand. */
  align(): void {
    if (this.#words.length % 2 === 1) this.push(0)
  }

  set(word: number, value: number): void {
    this.#words[word] = value
  }

  finish(): Uint32Array {
    return Uint32Array.from(this.#words)
  }
}

const doubles = new Float64Array(1)
const halves = new Uint32Array(doubles.buffer)
const singles = new Float32Array(1)
const singleBits = new Uint32Array(singles.buffer)

function bitsOf(value: number): number {
  singles[0] = value
  return singleBits[0]
}

interface QuickSplit {
  readonly split: number
  /** The leaves on its left, as bits of each word of its tree. */
  readonly cuts: readonly number[]
  /** Where the bits of its tree are. */
  readonly bits: number
}

/** Words of bits of all trees, features, places of features and leaves, bytes of the leaves of a tree, words of a tree; features; their splits; leaves. */
function quickWords(prepared: PreparedTrees, first: number, last: number, wordsOfTree: number): Uint32Array {
  const { trees, setOf } = prepared
  const { starts, columns, thresholds, missingLeft, leaves } = trees
  const byColumn = new Map<number, QuickSplit[]>()
  const orders: Uint32Array[] = []
  for (let tree = first; tree < last; tree++) {
    const { from, middles, order } = leftLeaves(prepared, tree)
    orders.push(order)
    for (let split = starts[tree]; split < starts[tree + 1]; split++) {
      const own = byColumn.get(columns[split]) ?? []
      byColumn.set(columns[split], own)
      const at = split - starts[tree]
      const cuts = Array.from({ length: wordsOfTree }, (_, word) =>
        bitsBetween(from[at] - WORD_LEAVES * word, middles[at] - WORD_LEAVES * word),
      )
      own.push({ split, cuts, bits: WORD_BYTES * wordsOfTree * (tree - first) })
    }
  }
  const used = Array.from(byColumn.keys()).sort((a, b) => a - b)
  const words = new Words()
  words.push(wordsOfTree * (last - first), used.length, 24, 0, 0, wordsOfTree)
  for (const column of used) words.push(4 * column, 0, 0, 0, 0, 0)
  for (const [place, column] of used.entries()) {
    const splits = byColumn.get(column)!
    const numeric = splits.filter(({ split }) => setOf[split] < 0).sort((a, b) => thresholds[a.split] - thresholds[b.split])
    const record = 6 + 6 * place
    words.set(record + 1, words.place)
    for (const quick of numeric) {
      for (const part of partsOf(quick)) {
        words.single(thresholds[quick.split])
        words.push(part)
      }
    }
    words.push(bitsOf(Infinity), 0, bitsOf(Infinity), 0)
    words.set(record + 2, words.place)
    for (const quick of splits) if (missingLeft[quick.split] === 0) words.push(...partsOf(quick))
    words.set(record + 3, words.place)
    const categorical = splits.filter(({ split }) => setOf[split] >= 0)
    const sets = categorical.map(({ split }) => pushPieces(words, prepared, setOf[split]))
    words.set(record + 4, words.place)
    for (const [at, { cuts, bits }] of categorical.entries()) {
      for (const [word, cut] of cuts.entries()) if (cut !== 0) words.push(sets[at].place, sets[at].pieces, bits + WORD_BYTES * word, cut)
    }
    words.set(record + 5, words.place)
  }
  words.align()
  words.set(3, words.place)
  const most = orders.reduce((greatestCount, order) => Math.max(greatestCount, order.length), 0)
  words.set(4, 8 * most)
  for (const [at, order] of orders.entries()) {
    const own = starts[first + at] + first + at
    for (let leaf = 0; leaf < most; leaf++) words.double(leaf < order.length ? leaves[own + order[leaf]] : 0)
  }
  return words.finish()
}

/** The leaves of a tree from left to right, and for each split which of that order are on its left: those from one on, and before another. */
function leftLeaves({ trees: { starts, left, right } }: PreparedTrees, tree: number): Record<'from' | 'middles' | 'order', Uint32Array> {
  const first = starts[tree]
  const splits = starts[tree + 1] - first
  const below = new Uint32Array(splits) // leaves below each split
  const of = (child: number) => (child < 0 ? 1 : below[child])
  for (let split = splits - 1; split >= 0; split--) below[split] = of(left[first + split]) + of(right[first + split])
  const order = new Uint32Array(splits + 1)
  const from = new Uint32Array(splits) // the first leaf below each split
  const middles = new Uint32Array(splits) // the first on its right
  for (let split = 0; split < splits; split++) {
    const [toLeft, toRight] = [left[first + split], right[first + split]]
    const middle = from[split] + of(toLeft)
    middles[split] = middle
    if (toLeft < 0) order[from[split]] = ~toLeft
    else from[toLeft] = from[split]
    if (toRight < 0) order[middle] = ~toRight
    else from[toRight] = middle
  }
  return { from, middles, order }
}

/** The bits of a word from one on, and before another; either may be in the words beside it. */
function bitsBetween(from: number, to: number): number {
  const [low, high] = [from, to].map((bit) => Math.max(0, Math.min(WORD_LEAVES, bit)))
  return (2 ** high - 2 ** low) >>> 0
}

/** The leaves that a split cuts off, eight at a time: where their bits are, in the lower half of a word, and the bits. */
function partsOf({ cuts, bits }: QuickSplit): number[] {
  return cuts.flatMap((cut, word) => {
    const parts = [0, 1, 2, 3].map((part) => ({ place: bits + WORD_BYTES * word + 16 * part, leaves: (cut >>> (8 * part)) & 255 }))
    return parts.flatMap(({ place, leaves }) => (leaves === 0 ? [] : [place | (leaves << 16)]))
  })
}

/** A set in pieces of four words; where they are and how many. */
function pushPieces(words: Words, prepared: PreparedTrees, set: number): { place: number; pieces: number } {
  const { place } = words
  pushSet(words, prepared, set)
  const pieces = Math.ceil((words.place - place) / 16)
  while (words.place < place + 16 * pieces) words.push(0)
  return { place, pieces }
}

function pushSet(words: Words, { trees: { setStarts, sets } }: PreparedTrees, set: number): void {
  for (let at = setStarts[set]; at < setStarts[set + 1]; at++) words.push(sets[at] >>> 0)
}

/** trees, nothing, place of the trees; for each its nodes, its values and whether it splits on categories; nodes; values. */
function walkWords(prepared: PreparedTrees, first: number, last: number): Uint32Array {
  const { trees, setOf } = prepared
  const { starts, columns, thresholds, left, right, missingLeft, leaves } = trees
  const words = new Words()
  words.push(last - first, 0, 16, 0)
  for (let tree = first; tree < last; tree++) words.push(0, 0, 0)
  for (let tree = first; tree < last; tree++) {
    const record = 4 + 3 * (tree - first)
    const from = starts[tree]
    const splits = starts[tree + 1] - from
    const sets = Array.from({ length: splits }, (_, at) => {
      const set = setOf[from + at]
      if (set < 0) return undefined
      const { place } = words
      words.push(trees.setStarts[set + 1] - trees.setStarts[set])
      pushSet(words, prepared, set)
      return place
    })
    words.set(record, words.place)
    const placeOf = (child: number) => 16 * (child < 0 ? splits + ~child : child)
    for (let split = 0; split < splits; split++) {
      const at = from + split
      const set = sets[split]
      words.push(4 * columns[at] + missingLeft[at] + (set === undefined ? 0 : 2))
      if (set === undefined) words.single(thresholds[at])
      else words.push(set)
      words.push(placeOf(right[at]), placeOf(left[at]))
    }
    for (let leaf = 0; leaf <= splits; leaf++) words.push(0, 0, 16 * (splits + leaf), 16 * (splits + leaf))
    words.align()
    words.set(record + 1, words.place)
    for (let node = 0; node < splits; node++) words.double(0)
    for (let leaf = 0; leaf <= splits; leaf++) words.double(leaves[from + tree + leaf])
    words.set(record + 2, sets.some((set) => set !== undefined) ? 1 : 0)
  }
  return words.finish()
}

/** trees, features, place of the trees; for each its nodes and its values; nodes level by level, so that sides stand next to each other; values. */
function compactWords({ trees, width }: PreparedTrees, first: number, last: number): Uint32Array {
  const { starts, columns, thresholds, left, right, missingLeft, leaves } = trees
  const words = new Words()
  words.push(last - first, width, 16, 0)
  for (let tree = first; tree < last; tree++) words.push(0, 0)
  for (let tree = first; tree < last; tree++) {
    const record = 4 + 2 * (tree - first)
    const from = starts[tree]
    const nodes = [0] // a split of the tree, or −1 − leaf
    words.set(record, words.place)
    for (let node = 0; node < nodes.length; node++) {
      const at = from + nodes[node]
      if (nodes[node] < 0) {
        words.push(node, bitsOf(Infinity))
        continue
      }
      words.push((nodes.length | ((1 - missingLeft[at]) << 16) | (columns[at] << 17)) >>> 0)
      words.single(thresholds[at])
      nodes.push(left[at], right[at])
    }
    words.set(record + 1, words.place)
    for (const node of nodes) words.double(node < 0 ? leaves[from + tree + ~node] : 0)
  }
  return words.finish()
}
