/**
 * A series: items with features, and what became of them. Ranks (1 is best) turn into utilities u = (L + 1 − r) / L, so that
 * greater is better, after ranking afresh within the series: bands, gaps and subsets of a longer ranking do no harm.
 */
import { requireArguments, typed } from '../arguments/shapes.ts'

export interface Series {
  readonly id: string
  /** Number of features of every item. */
  readonly width: number
  /** Row-major, one row per item; NaN is missing. */
  readonly features: Float64Array
  /** Who the items are, where that is known. */
  readonly items?: readonly string[]
}

export interface RankedSeries extends Series {
  /** One per item, greater is better. */
  readonly utilities: Float64Array
}

export function seriesLength(series: Series): number {
  return series.width === 0 ? (series.items?.length ?? 0) : series.features.length / series.width
}

const shapes = { ranks: typed(Float64Array) }

/** (L + 1 − r) / L with r the rank within the series, 1 for the least of `ranks`; equal ranks share the mean of their places. */
export function utilitiesOfRanks(ranks: Float64Array): Float64Array {
  requireArguments({ ranks }, shapes)
  const count = ranks.length
  const order = Uint32Array.from(ranks.keys()).sort((a, b) => ranks[a] - ranks[b] || a - b)
  const utilities = new Float64Array(count)
  for (let first = 0; first < count; ) {
    let last = first
    while (last + 1 < count && ranks[order[last + 1]] === ranks[order[first]]) last++
    const shared = (first + last) / 2 + 1
    for (let place = first; place <= last; place++) utilities[order[place]] = (count + 1 - shared) / count
    first = last + 1
  }
  return utilities
}

/** The utilities minus their mean: a series says which items are better, not how good all of them are. */
export function centredUtilities(utilities: Float64Array, into: Float64Array = new Float64Array(utilities.length)): Float64Array {
  let mean = 0
  for (let item = 0; item < utilities.length; item++) mean += utilities[item] / utilities.length
  for (let item = 0; item < utilities.length; item++) into[item] = utilities[item] - mean
  return into
}
