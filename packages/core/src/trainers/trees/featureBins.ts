/** Bins of features: those of categories, and thresholds that cut the values of each feature into bins with about equally many rows. */
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { Random } from '../../numeric/random.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../runtime/training.ts'
import { type CategoryTable, categoryTables } from './categoryTable.ts'
import { featureSample } from './featureSample.ts'

export interface FeatureBins {
  /** The features whose values differ, by number, ascending: the columns of the binned rows. One with many categories has several. */
  readonly features: Uint32Array
  /** Of column c: thresholds[starts[c] .. starts[c + 1]], ascending. A value lies in the bin whose number is that of the thresholds below it. */
  readonly thresholds: Float32Array
  readonly starts: Uint32Array
  /** Of the columns that hold categories, which have no thresholds. */
  readonly categories: ReadonlyMap<number, CategoryTable>
  /** On features with too many categories. */
  readonly notes: readonly string[]
}

/** Rows that thresholds are taken from, at most: more do not move quantiles by much. */
const MOST_SAMPLED = 100_000

/** `categorical` holds the names of the features of categories, by number. */
export function* featureBins(
  lists: RankingLists,
  mostBins: number,
  random: Random,
  runtime: Runtime,
  categorical: ReadonlyMap<number, string> = new Map(),
): Training<FeatureBins> {
  const valuesOf = featureSample(lists, MOST_SAMPLED, random)
  const features: number[] = []
  const thresholds: number[] = []
  const starts = [0]
  const categories = new Map<number, CategoryTable>()
  const notes: string[] = []
  for (let feature = 0; feature < lists.width; feature++) {
    obeyStop(runtime)
    const kind = categorical.get(feature)
    if (kind !== undefined) {
      const { tables, found } = categoryTables(lists, feature, mostBins - 1, kind)
      const told = tables.reduce((sum, { numbers }) => sum + numbers.length, 0)
      if (tables.length > 0 && told < found) notes.push(rareCategories(kind, found, told))
      for (const table of tables) {
        categories.set(features.length, table)
        features.push(feature)
        starts.push(thresholds.length)
      }
      continue
    }
    const { sorted, missing } = valuesOf(feature)
    yield { stage: 'sorting', done: feature + 1, total: lists.width }
    const own = thresholdsOf(sorted, mostBins - Number(missing))
    if (own.length === 0 && (!missing || sorted.length === 0)) continue
    features.push(feature)
    for (const threshold of own) thresholds.push(threshold)
    starts.push(thresholds.length)
  }
  return {
    features: Uint32Array.from(features),
    thresholds: Float32Array.from(thresholds),
    starts: Uint32Array.from(starts),
    categories,
    notes,
  }
}

function rareCategories(name: string, found: number, told: number): string {
  return `feature ${name} has ${found} categories: the ${told} most frequent ones are told apart, the others go where unknown ones go`
}

/**
 * Between neighbours of ascending values, so that no more than `mostBins` bins come out. Where there are more different values, those with at
 * least a bin's share of the rows have a bin of their own, and the others share what is left about equally.
 */
export function thresholdsOf(sorted: Float32Array, mostBins: number): number[] {
  const ends = endsOfValues(sorted)
  if (ends.length === 0) return []
  const last = ends.length <= mostBins ? ends : endsOfBins(ends, mostBins)
  return Array.from(last.subarray(0, -1), (end) => between(sorted[end - 1], sorted[end]))
}

/** For each different value, the place after its last. */
function endsOfValues(sorted: Float32Array): Uint32Array {
  const ends = new Uint32Array(sorted.length)
  let count = 0
  for (let place = 1; place <= sorted.length; place++)
    if (place === sorted.length || sorted[place] !== sorted[place - 1]) ends[count++] = place
  return ends.subarray(0, count)
}

function endsOfBins(ends: Uint32Array, mostBins: number): Uint32Array {
  const total = ends[ends.length - 1]
  const countOf = (value: number) => ends[value] - (value === 0 ? 0 : ends[value - 1])
  const heavy = (value: number) => countOf(value) * mostBins >= total
  let binsLeft = mostBins
  let rowsLeft = total
  for (let value = 0; value < ends.length; value++) {
    if (!heavy(value)) continue
    binsLeft--
    rowsLeft -= countOf(value)
  }
  const chosen: number[] = []
  let inBin = 0
  const close = (value: number) => {
    chosen.push(ends[value])
    rowsLeft -= inBin
    if (inBin > 0) binsLeft--
    inBin = 0
  }
  for (let value = 0; value < ends.length; value++) {
    if (heavy(value)) {
      chosen.push(ends[value])
      continue
    }
    inBin += countOf(value)
    const full = binsLeft > 1 && inBin * binsLeft >= rowsLeft
    if (full || value + 1 === ends.length || heavy(value + 1)) close(value)
  }
  return Uint32Array.from(chosen)
}

/** The middle of two values if float32 has one, else the lower. */
function between(low: number, high: number): number {
  const middle = Math.fround(low / 2 + high / 2)
  return middle >= low && middle < high ? middle : low
}
