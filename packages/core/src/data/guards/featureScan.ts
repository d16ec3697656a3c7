import { numberedFeature } from '../lists/featureNumbers.ts'
import { copyRow, type RankingLists } from '../lists/rankingLists.ts'
import { usualNames } from '../lists/usualNames.ts'

/** Some rows of some lists, one list after the other. */
export interface SampledLists {
  /** Rows of each list. */
  readonly sizes: Uint32Array
  readonly labels: Float64Array
  /** Row by row. */
  readonly values: Float32Array
}

/** What stands out among the features of some of the lists. */
export interface FeatureScan {
  /**
   * Features that order nearly all pairs of different labels right, or nearly all wrong. Choices, of which few are different, tell fewer pairs apart: those
   * nearly all. Features that better rows have a value of and worse ones none, or the other way round, are among them.
   */
  readonly leaks: readonly string[]
  /** Features that differ between lists and not within them. */
  readonly ofLists: readonly string[]
  /** Whole numbers that take many values, under the name of an id or of an item. */
  readonly ids: readonly string[]
  /** Whole numbers that are all so large that 32-bit floats round them. */
  readonly rounded: readonly string[]
  /** Features that are 1, 2, 3 … in nearly every list, in any order. */
  readonly places: readonly string[]
  /** The share of the rows that are all alike with an earlier one of their list, with its label. */
  readonly copies: number
}

/** So many lists, spread over the data, with so many rows of each, and about so many values in all are looked at. */
const [mostLists, mostRows, mostValues] = [300, 30, 4_000_000]
/** From so many pairs on, and so many lists, an order is no accident. */
const [leastPairs, leastLists] = [100, 10]
const nearlyAll = 0.995
/** What a choice, or a value that is there or not, has to tell apart: two labels of several can be behind one choice. */
const leastToldApart = 0.3
const mostChoices = 12
const idName = /(^|[_ .-])(id|ids|sku|asin|ean|gtin|upc|isbn|code|zip|plz|postcode|uuid)$/i
const camelId = /[a-z]Id$/
/** With fewer values it may be a choice, which a number can stand for. */
const leastIds = 11
/** Beyond it, 32-bit floats skip whole numbers. */
const wholeInFloats = 2 ** 24

/** The numbers of the lists to be looked at, among `lists` of this width. */
export function scannedLists(lists: number, width: number): Uint32Array {
  const taken = Math.max(1, Math.min(mostLists, lists, Math.floor(mostValues / (width * mostRows + 1))))
  return Uint32Array.from({ length: taken }, (_, place) => Math.floor((place * lists) / taken))
}

/** The first rows of some lists. */
export function sampledLists(lists: RankingLists, chosen: ArrayLike<number>): SampledLists {
  const { offsets, labels, width } = lists
  const sizes = Uint32Array.from(chosen, (list) => Math.min(mostRows, offsets[list + 1] - offsets[list]))
  const rows = sizes.reduce((sum, size) => sum + size, 0)
  const sample = { sizes, labels: new Float64Array(rows), values: new Float32Array(rows * width) }
  let at = 0
  for (const [place, size] of sizes.entries()) {
    for (let row = offsets[chosen[place]]; row < offsets[chosen[place]] + size; row++, at++) {
      sample.labels[at] = labels[row]
      copyRow(lists, row, sample.values.subarray(at * width, (at + 1) * width))
    }
  }
  return sample
}

export function featureScan(
  { sizes, labels, values }: SampledLists,
  { width, featureNames }: { readonly width: number; readonly featureNames?: readonly string[] | undefined },
): FeatureScan {
  const counts = new FeatureCounts(width)
  let first = 0
  for (const size of sizes) {
    const rows = Array.from({ length: size }, (_, row) => values.subarray((first + row) * width, (first + row + 1) * width))
    counts.add(rows, labels.subarray(first, first + size))
    first += size
  }
  const nameOf = (feature: number) => featureNames?.[feature] ?? numberedFeature(feature + 1)
  const those = (fits: (feature: number) => boolean) =>
    Array.from({ length: width }, (_, feature) => feature)
      .filter(fits)
      .map(nameOf)
  return {
    leaks: those((feature) => counts.isLeak(feature)),
    ofLists: those((feature) => counts.isOfLists(feature)),
    ids: those((feature) => namesItems(nameOf(feature)) && counts.isId(feature)),
    rounded: those((feature) => !namesItems(nameOf(feature)) && counts.isRounded(feature)),
    places: those((feature) => counts.isPlace(feature)),
    copies: counts.copies(),
  }
}

function namesItems(name: string): boolean {
  const usual = usualNames.item
  return idName.test(name) || camelId.test(name) || usual.includes(name.toLowerCase()) || usual.includes(`${name.toLowerCase()}_id`)
}

class FeatureCounts {
  private readonly width: number
  private readonly right: Float64Array
  private readonly wrong: Float64Array
  private readonly ties: Float64Array
  /** Pairs of which one row has a value: the better one, and the worse one. */
  private readonly betterHas: Float64Array
  private readonly worseHas: Float64Array
  private readonly varies: Uint8Array
  private readonly firsts: Float64Array
  private readonly differs: Uint8Array
  private readonly fractions: Uint8Array
  private readonly seen: Set<number>[]
  private rows = 0
  private longLists = 0
  private readonly places: Uint32Array
  private listsOfPlaces = 0
  private readonly different = new Set<number>()
  private repeated = 0

  constructor(width: number) {
    this.width = width
    this.right = new Float64Array(width)
    this.wrong = new Float64Array(width)
    this.ties = new Float64Array(width)
    this.betterHas = new Float64Array(width)
    this.worseHas = new Float64Array(width)
    this.varies = new Uint8Array(width)
    this.firsts = new Float64Array(width)
    this.differs = new Uint8Array(width)
    this.fractions = new Uint8Array(width)
    this.places = new Uint32Array(width)
    this.seen = Array.from({ length: width }, () => new Set<number>())
  }

  add(rows: readonly Float32Array[], labels: Float64Array): void {
    if (rows.length > 1) this.longLists++
    for (let feature = 0; feature < this.width; feature++) {
      if (this.rows === 0) this.firsts[feature] = rows[0]?.[feature] ?? Number.NaN
      for (const values of rows) this.value(feature, values[feature], rows[0][feature])
    }
    this.rows += rows.length
    this.addPlaces(rows)
    this.addCopies(rows, labels)
    for (let a = 0; a < rows.length; a++)
      for (let b = a + 1; b < rows.length; b++) if (labels[a] !== labels[b]) this.pair(rows[a], rows[b], labels[a] > labels[b])
  }

  isLeak(feature: number): boolean {
    const [right, wrong] = [this.right[feature], this.wrong[feature]]
    if (this.longLists < leastLists || right + wrong < leastPairs) return false
    if (Math.max(right, wrong) >= nearlyAll * (right + wrong)) return true
    const [better, worse] = [this.betterHas[feature], this.worseHas[feature]]
    if (better + worse >= leastToldApart * (right + wrong) && Math.max(better, worse) >= nearlyAll * (better + worse)) return true
    const [ties, isChoice] = [this.ties[feature], this.fractions[feature] === 0 && this.seen[feature].size <= mostChoices]
    const apart = right + wrong - ties
    return isChoice && apart >= leastToldApart * (right + wrong) && Math.max(right, wrong) - ties / 2 >= nearlyAll * apart
  }

  isOfLists(feature: number): boolean {
    return this.longLists >= leastLists && this.varies[feature] === 0 && this.differs[feature] === 1
  }

  isId(feature: number): boolean {
    return this.rows >= 50 && this.fractions[feature] === 0 && this.seen[feature].size >= leastIds
  }

  isRounded(feature: number): boolean {
    const seen = this.seen[feature]
    if (this.rows < 50 || this.fractions[feature] !== 0 || seen.size < 0.5 * this.rows) return false
    for (const value of seen) if (value <= wholeInFloats) return false
    return true
  }

  isPlace(feature: number): boolean {
    return this.listsOfPlaces >= leastLists && this.places[feature] >= 0.9 * this.listsOfPlaces
  }

  /** Where rows are of few kinds, as with few choices alone, that two are alike says nothing. */
  copies(): number {
    return this.rows >= 50 && this.different.size >= 0.3 * this.rows ? this.repeated / this.rows : 0
  }

  private addCopies(rows: readonly Float32Array[], labels: Float64Array): void {
    const inList = new Set<number>()
    for (const [row, values] of rows.entries()) {
      const hash = hashOf(values, labels[row])
      if (inList.has(hash)) this.repeated++
      inList.add(hash)
      this.different.add(hash)
    }
  }

  /** In lists that are looked at as a whole. */
  private addPlaces(rows: readonly Float32Array[]): void {
    if (rows.length < 3 || rows.length === mostRows) return
    this.listsOfPlaces++
    for (let feature = 0; feature < this.width; feature++) {
      let taken = 0
      for (const values of rows) {
        const place = values[feature]
        if (place >= 1 && place <= rows.length && Number.isInteger(place)) taken |= 1 << place
      }
      if (taken === 2 ** (rows.length + 1) - 2) this.places[feature]++
    }
  }

  private value(feature: number, value: number, ofFirstRow: number): void {
    if (!Object.is(value, ofFirstRow)) this.varies[feature] = 1
    if (!Object.is(value, this.firsts[feature])) this.differs[feature] = 1
    if (Number.isInteger(value)) this.seen[feature].add(value)
    else if (!Number.isNaN(value)) this.fractions[feature] = 1
  }

  /** Ties and missing values count half, so a feature that is mostly 0 is no leak. */
  private pair(a: Float32Array, b: Float32Array, isBetter: boolean): void {
    for (let feature = 0; feature < this.width; feature++) {
      const [x, y] = [a[feature], b[feature]]
      if (!(x > y || x < y)) {
        this.right[feature] += 0.5
        this.wrong[feature] += 0.5
        this.ties[feature]++
        if (Number.isNaN(x) !== Number.isNaN(y)) (Number.isNaN(y) === isBetter ? this.betterHas : this.worseHas)[feature]++
      } else if (x > y === isBetter) this.right[feature]++
      else this.wrong[feature]++
    }
  }
}

/** FNV-1a over the bits of a row and its label. */
function hashOf(values: Float32Array, label: number): number {
  let hash = 0x811c9dc5
  for (const word of new Uint32Array(values.buffer, values.byteOffset, values.length)) hash = Math.imul(hash ^ word, 0x01000193)
  return Math.imul(hash ^ Math.round(label * 1024), 0x01000193) >>> 0
}
