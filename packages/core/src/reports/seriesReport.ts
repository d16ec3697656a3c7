import type { SeriesOutcome } from '../streaming/rankingStream.ts'

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

export function seriesReport(outcome: SeriesOutcome, key?: string): SeriesReport {
  const own = key === undefined ? {} : { key }
  if (outcome.kind === 'skipped') return { ...own, id: outcome.id, skipped: outcome.reason }
  return { ...own, series: outcome.number, id: outcome.id, ...outcome.metrics, ...(outcome.drifted && { drift: true }) }
}
