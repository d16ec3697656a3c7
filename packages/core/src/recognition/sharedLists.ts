/**
 * Which lists are known from somewhere else: the same list, one that shares most of its rows, or one that holds a few of their rows. Rows are
 * compared by their features, in any order, whatever their labels. Lists are compared by their sketches, so most rows means three of the four
 * that a sketch holds; what is told about fewer rows is a sample.
 *
 * In some data lists share rows by chance: rows with few different values, items of a catalogue. How often that happens is seen from the known
 * lists, which share rows with one another as often as a new list does with them. What is usual there says nothing about a held-out list.
 */
import { SKETCH_WORDS } from '../data/lists/listSketch.ts'
import { holdsList, nameOf, type SeenLists } from '../data/lists/seenLists.ts'
import { timesIn } from '../numeric/order/sortedSearch.ts'
import { hypergeometricTail } from '../numeric/special/hypergeometricTail.ts'
import { keysOfMostRows, probesOfMostRows, sketchedRows } from './sketchKeys.ts'

/** `same`: the list is known. `similar`: it shares most of its rows with one that is. `rows`: it holds rows of known lists. */
export type Sharing = 'new' | 'same' | 'similar' | 'rows'

export interface SharedLists {
  /** How each list is known. */
  readonly sharing: readonly Sharing[]
  /** Whether single rows were compared: there are enough known lists to see what is usual. */
  readonly byRows: boolean
  /** Where known lists share most of their rows with one another too often for this to say anything: how many of them do. */
  readonly usual?: { readonly alike: number; readonly lists: number }
  /** Where far more of the lists hold rows of known lists than those hold of one another: how many do. */
  readonly excess?: Excess
}

export interface Excess {
  /** Of the lists that are neither the same as known ones nor similar. */
  readonly found: number
  readonly lists: number
  /** How many of the known lists hold rows of another. */
  readonly among: number
  readonly known: number
}

/** Known lists of which a greater share has most rows in common with another are alike by chance: that a list is like one of them says nothing. */
const USUAL = 0.05
/** A row that more of the known lists hold says nothing about where it comes from: items of a catalogue, rows of zeros. */
const MOST_HOLDERS = 3
/** With fewer known lists, nothing is said of single rows. */
const FEWEST_KNOWN = 10
/** A list counts as holding rows of known lists if that is less likely by chance, for all lists together. */
const LIST_CHANCE = 0.01
/** All lists are said to hold rows of known lists too often if that is less likely by chance. */
const FILE_CHANCE = 0.001

/** How each of the lists with these sketches is known from lists that were seen before. */
export function sharedLists(sketches: Int32Array, seen: SeenLists): SharedLists {
  const known = knownLists(seen)
  const alikeByChance = known.alike > USUAL * known.lists
  const tellsSame = !alikeByChance || seen.lists - known.lists / seen.share <= USUAL * seen.lists
  const byRows = known.lists >= FEWEST_KNOWN
  const lists = placesOf(sketches)
  const held = lists.map((at) => sketchedRows(sketches, at).filter((row) => isHeldByFew(known, row, 0)))
  const sharing = lists.map((at, list): Sharing => {
    if (tellsSame && holdsList(seen, sketches[at], sketches[at + 1])) return 'same'
    if (!alikeByChance && probesOfMostRows(sketches, at).some((key) => timesIn(known.keys, key) > 0)) return 'similar'
    const byChance = atLeastByChance(sketchedRows(sketches, at).length, held[list].length, known.chance)
    return byRows && byChance * lists.length < LIST_CHANCE ? 'rows' : 'new'
  })
  const excess = byRows ? excessOf(sharing, held, [known, knownLists({ words: onceEach(sketches) })]) : undefined
  return {
    sharing: excess === undefined ? sharing : sharing.map((each, list) => (each === 'new' && held[list].length > 0 ? 'rows' : each)),
    byRows,
    ...(alikeByChance && { usual: { alike: known.alike, lists: known.lists } }),
    ...(excess && { excess }),
  }
}

/**
 * Whether far more of the lists that are still new hold known rows than known lists hold rows of one another. Where there are few known lists,
 * these lists themselves also tell what is usual. A row counts once, however many lists hold it. Lists share rows in pairs, so that half of those
 * compared with count.
 */
function excessOf(
  sharing: readonly Sharing[],
  held: readonly (readonly number[])[],
  [known, own]: readonly [known: KnownLists, own: KnownLists],
): Excess | undefined {
  const others = held.filter((_, list) => sharing[list] === 'new')
  const holding = others.filter((rows) => rows.length > 0)
  const found = Math.min(holding.length, new Set(holding.flat()).size)
  const byChance = (usual: number, of: number) => hypergeometricTail(found, others.length, Math.ceil(usual / 2), Math.floor(of / 2))
  const alone = byChance(known.sharing, known.lists)
  const together = own.lists < known.lists ? 1 : byChance(known.sharing + own.sharing, known.lists + own.lists)
  return Math.min(alone, together) < FILE_CHANCE
    ? { found: holding.length, lists: others.length, among: known.sharing, known: known.lists }
    : undefined
}

export interface RepeatedLists {
  /** For each list the place of the first that is equal to it, itself if there is none before. */
  readonly first: Uint32Array
  /** Whether it shares most rows with another. */
  readonly similar: readonly boolean[]
  /** For each list the place of the first of those that share most rows with it, or with one that does, and so on; equal lists among them. */
  readonly alike: Uint32Array
}

export function repeatedLists(sketches: Int32Array): RepeatedLists {
  const first = firstOfEach(sketches)
  const once = onceEach(sketches)
  const keys = sortedKeys(once, placesOf(once))
  const similar = Array.from(first, (list) => isLikeAnother(sketches, list * SKETCH_WORDS, keys))
  return { first, similar, alike: firstAlike(sketches, first) }
}

/** Lists are joined to those with most of their rows, whichever of the two is longer. */
function firstAlike(sketches: Int32Array, first: Uint32Array): Uint32Array {
  const joined = first.slice()
  const firstOf = (list: number): number => {
    let place = list
    while (joined[place] !== place) {
      joined[place] = joined[joined[place]]
      place = joined[place]
    }
    return place
  }
  const join = (list: number, other: number) => {
    const [a, b] = [firstOf(list), firstOf(other)]
    joined[Math.max(a, b)] = Math.min(a, b)
  }
  const holders = new Map<number, number>()
  for (const [list, at] of placesOf(sketches).entries()) {
    for (const key of keysOfMostRows(sketches, at)) {
      const holder = holders.get(key)
      if (holder === undefined) holders.set(key, list)
      else join(list, holder)
    }
  }
  for (const [list, at] of placesOf(sketches).entries()) {
    for (const key of probesOfMostRows(sketches, at)) {
      const holder = holders.get(key)
      if (holder !== undefined) join(list, holder)
    }
  }
  return joined.map((_, list) => firstOf(list))
}

function firstOfEach(sketches: Int32Array): Uint32Array {
  const places = new Map<number, number>()
  return Uint32Array.from(placesOf(sketches), (at, list) => {
    const name = nameOf(sketches, at)
    const before = places.get(name) ?? list
    places.set(name, before)
    return before
  })
}

/** The sketches of different lists. */
function onceEach(sketches: Int32Array): Int32Array {
  const first = firstOfEach(sketches)
  return sketches.filter((_, place) => {
    const list = Math.floor(place / SKETCH_WORDS)
    return first[list] === list
  })
}

/** Known lists, each once, and how often they share rows with one another. */
interface KnownLists {
  readonly lists: number
  /** Of all lists, ascending. */
  readonly rows: Uint32Array
  readonly keys: Float64Array
  /** How many lists share most rows with another. */
  readonly alike: number
  /** How many share a row with another that few lists hold. */
  readonly sharing: number
  /** The probability that a row of a new list is one of those: as often as it happens among the known (Good & Turing), and once more. */
  readonly chance: number
}

function knownLists({ words }: Pick<SeenLists, 'words'>): KnownLists {
  const places = placesOf(words)
  const rows = new Uint32Array(4 * places.length)
  let count = 0
  for (const at of places) for (const row of sketchedRows(words, at)) rows[count++] = row
  const sorted = rows.subarray(0, count).sort()
  const keys = sortedKeys(words, places)
  const shared = places.map((at) => sketchedRows(words, at).filter((row) => isHeldByFew({ rows: sorted }, row, 1)).length)
  return {
    lists: places.length,
    rows: sorted,
    keys,
    alike: places.filter((at) => isLikeAnother(words, at, keys)).length,
    sharing: shared.filter((each) => each > 0).length,
    chance: (shared.reduce((sum, each) => sum + each, 0) + 1) / (count + 1),
  }
}

/** Whether known lists hold the row, without one that it may come from itself, but not many. */
function isHeldByFew({ rows }: Pick<KnownLists, 'rows'>, row: number, own: 0 | 1): boolean {
  const holders = timesIn(rows, row) - own
  return holders > 0 && holders <= MOST_HOLDERS
}

function sortedKeys(sketches: Int32Array, places: readonly number[]): Float64Array {
  const keys = new Float64Array(4 * places.length)
  let count = 0
  for (const at of places) for (const key of keysOfMostRows(sketches, at)) keys[count++] = key
  return keys.subarray(0, count).sort()
}

function isLikeAnother(sketches: Int32Array, at: number, keys: Float64Array): boolean {
  const own = new Set(keysOfMostRows(sketches, at))
  return probesOfMostRows(sketches, at).some((key) => timesIn(keys, key) > (own.has(key) ? 1 : 0))
}

function placesOf(sketches: Int32Array): number[] {
  return Array.from({ length: sketches.length / SKETCH_WORDS }, (_, list) => list * SKETCH_WORDS)
}

/** The probability of at least so many of n, each with the same chance. */
function atLeastByChance(n: number, least: number, chance: number): number {
  if (least === 0) return 1
  let [sum, ways] = [0, 1]
  for (let count = 0; count <= n; count++) {
    if (count >= least) sum += ways * chance ** count * (1 - chance) ** (n - count)
    ways = (ways * (n - count)) / (count + 1)
  }
  return sum
}
