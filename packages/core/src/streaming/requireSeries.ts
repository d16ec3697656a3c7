/** Series as an argument. */
import { refuseArgument } from '../arguments/refuseArgument.ts'
import { count, fields, optional, text, texts, typed } from '../arguments/shapes.ts'
import { type RankedSeries, type Series, seriesLength } from './series.ts'

const shape = fields(
  { id: text, width: count(), features: typed(Float64Array, 'missing'), items: optional(texts) },
  'a series: an object with id, width and features',
)

/** Throws unless this is a series whose parts fit together. */
export function requireSeries(series: unknown): asserts series is Series {
  shape('series', series)
  const { width, features, items } = series as Series
  const length = seriesLength(series as Series)
  if (!Number.isInteger(length) || features.length !== length * width)
    refuseArgument('series.features', features, `rows of ${width} numbers`)
  if (items !== undefined && items.length !== length) refuseArgument('series.items', items, `${length} texts, one for each item`)
}

/** The same with what became of it. How large utilities may be is for whoever learns from them to say. */
export function requireRankedSeries(series: unknown): asserts series is RankedSeries {
  requireSeries(series)
  const { utilities } = series as Partial<RankedSeries>
  const length = seriesLength(series)
  const expected = `a Float64Array of ${length} numbers, one for each item`
  if (!(utilities instanceof Float64Array)) refuseArgument('series.utilities', utilities, expected)
  if (utilities.length !== length) refuseArgument('series.utilities', utilities, expected)
}
