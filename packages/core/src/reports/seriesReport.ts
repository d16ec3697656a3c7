import { count, fields, flag, oneKindOf, optional, recordOf, requireArguments, text, texts, typed } from '../arguments/shapes.ts'
import type { SeriesOutcome } from '../streaming/rankingStream.ts'
import type { PredictedSeries } from '../streaming/streamFeed.ts'
import { measuredShape } from './reportShapes.ts'

/** What became of one series of a stream: a line of `stream`. `key` tells several streams apart. */
export type SeriesReport =
  | { readonly key?: string; readonly id: string; readonly skipped: string }
  | {
      readonly key?: string
      /** Its number in the stream, from 1. */
      readonly series: number
      readonly id: string
      readonly drift?: true
      /** The metrics by name; NaN where the series has no such value. */
      readonly [metric: string]: unknown
    }

const scores = optional(typed(Float64Array))
const predictedShapes = { id: text, items: optional(texts), scores }
const outcomeShape = oneKindOf('kind', {
  learned: { id: text, number: count(), scores, metrics: recordOf(measuredShape, 'metrics by name'), drifted: flag },
  skipped: { id: text, reason: text },
  predicted: predictedShapes,
})

export function seriesReport(outcome: SeriesOutcome | PredictedSeries, key?: string): SeriesReport | PredictedReport {
  requireArguments({ outcome, key }, { outcome: outcomeShape, key: optional(text) })
  const own = key === undefined ? {} : { key }
  if (outcome.kind === 'predicted') return predictedReport(outcome, key)
  if (outcome.kind === 'skipped') return { ...own, id: outcome.id, skipped: outcome.reason }
  return { ...own, series: outcome.number, id: outcome.id, ...outcome.metrics, ...(outcome.drifted && { drift: true }) }
}

/** A series that was ranked before its outcome is known: a line of `stream --predict`. */
export interface PredictedReport {
  readonly key?: string
  readonly id: string
  /** The best first; null as long as nothing was learned. `row` counts the rows of the series from 0. */
  readonly ranking: readonly { readonly row: number; readonly item?: string; readonly score: number }[] | null
}

export function predictedReport(predicted: PredictedSeries, key?: string): PredictedReport {
  requireArguments({ predicted, key }, { predicted: fields(predictedShapes), key: optional(text) })
  const { id, items, scores } = predicted
  const own = key === undefined ? {} : { key }
  if (scores === undefined) return { ...own, id, ranking: null }
  const order = Array.from(scores.keys()).sort((a, b) => scores[b] - scores[a] || a - b)
  return { ...own, id, ranking: order.map((row) => ({ row, ...(items && { item: items[row] }), score: scores[row] })) }
}
