/** Bins of features: those of categories, and thresholds that cut the values of each feature into bins with about equally many rows. */
import { greatestCode } from '../../data/encoders/codeEncoder.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { Random } from '../../numeric/random.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../runtime/training.ts'
import type { HeldLists } from '../../work/heldLists.ts'
import type { FeatureBins } from '../../work/passes/trees/binnedRows.ts'
import { type CategoryCounts, type CategoryTable, categoryTables, countCategories } from '../../work/passes/trees/categoryTable.ts'
import { refuseFeatures } from './featureNumbers.ts'
import { type FeatureValues, featureSample, sampledRows, valuesOfRows } from './featureSample.ts'

/** Bins, and what is to be told of features with too many categories. */
export interface FittedBins extends FeatureBins {
  readonly notes: readonly string[]
}

/** What bins are fitted on. */
export interface BinSource {
  readonly width: number
  readonly valuesOf: FeatureValues
  readonly categoriesOf: (feature: number) => CategoryCounts
}

/** Rows that thresholds are taken from, at most: more do not move quantiles by much. */
const MOST_SAMPLED = 100_000

export function sourceHere(lists: RankingLists, random: Random): BinSource {
  return {
    width: lists.width,
    valuesOf: featureSample(lists, MOST_SAMPLED, random),
    categoriesOf: (feature) => countCategories(lists, feature),
  }
}

/** The same for lists that somebody holds. */
export function* heldSource(lists: HeldLists, random: Random, categorical: Iterable<number>): Training<BinSource> {
  const { width } = lists
  const { rows: count } = yield* lists.ask('summary', {})
  const rows = sampledRows(count, MOST_SAMPLED, random)
  const { features, missing } = yield* lists.ask('chosenRows', { rows })
  const numbered = Uint32Array.from(categorical)
  const counted = numbered.length === 0 ? [] : yield* lists.ask('categoryCounts', { features: numbered })
  return {
    width,
    valuesOf: valuesOfRows(
      features,
      width,
      rows.map((_, place) => place),
      missing,
    ),
    categoriesOf: (feature) => counted[numbered.indexOf(feature)],
  }
}

/** `categorical` holds the names of the features of categories, by number. */
export function* featureBins(
  { width, valuesOf, categoriesOf }: BinSource,
  mostBins: number,
  runtime: Runtime,
  categorical: ReadonlyMap<number, string> = new Map(),
): Training<FittedBins> {
  const features: number[] = []
  const thresholds: number[] = []
  const starts = [0]
  const categories = new Map<number, CategoryTable>()
  const notes: string[] = []
  for (let feature = 0; feature < width; feature++) {
    obeyStop(runtime)
    const kind = categorical.get(feature)
    if (kind !== undefined) {
      const counts = categoriesOf(feature)
      if (counts.refused !== undefined) refuseCategory(kind, counts.refused)
      const { tables, found } = categoryTables(counts, mostBins - 1)
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
    yield { stage: 'sorting', done: feature + 1, total: width }
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

function refuseCategory(name: string, { value, row }: NonNullable<CategoryCounts['refused']>): never {
  return refuseFeatures(
    'categories',
    `"${name}", which is ${value} in row ${row + 1} of the lists`,
    `features whose values are whole numbers from 0 to ${greatestCode}`,
  )
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
