import { count, requireArguments, text } from '../arguments/shapes.ts'
import { AnytimeMean } from '../streaming/anytimeMean.ts'
import type { StreamLearnerName } from '../streaming/learners.ts'
import { boundedMetric } from '../streaming/prequential.ts'
import type { FeedOutcome } from '../streaming/streamFeed.ts'
import type { PredictedReport } from './seriesReport.ts'
import { aboutStreams, type StreamReport } from './streamReport.ts'

/** What `stream --key` prints at the end: all streams together. */
export interface KeyedStreamsReport extends StreamSums {
  readonly learner: StreamLearnerName
  readonly streams: number
  /** Series without labels, ranked. */
  readonly predicted?: readonly PredictedReport[]
  /** The folder that the streams are kept in. */
  readonly state?: string
}

interface StreamSums {
  readonly series: number
  /** Series that were ranked before they were learned. */
  readonly scored: number
  /** Means over all series of all streams. */
  readonly prequential: Readonly<Record<string, number>>
  /** With probability 1 − delta, at all times at once: the accuracy to be expected, in the mean over these series, is at least `lower`. */
  readonly bound: StreamReport['bound']
  readonly drift: readonly { readonly key: string; readonly series: number; readonly id: string }[]
}

/** Counts and means over the series of many streams, taken as the series come. */
export class StreamTotals {
  #series = 0
  #scored = 0
  readonly #sums = new Map<string, { sum: number; count: number }>()
  readonly #misordered = new AnytimeMean()
  readonly #drifts: { readonly key: string; readonly series: number; readonly id: string }[] = []

  add(key: string, outcome: FeedOutcome): void {
    if (outcome.kind !== 'learned') return
    this.#series++
    if (outcome.scores !== undefined) this.#scored++
    this.#misordered.add(1 - outcome.accuracy)
    if (outcome.drifted) this.#drifts.push({ key, series: outcome.number, id: outcome.id })
    for (const [name, value] of Object.entries(outcome.metrics)) this.#measure(name, value)
  }

  #measure(name: string, value: number): void {
    let total = this.#sums.get(name)
    if (total === undefined) this.#sums.set(name, (total = { sum: 0, count: 0 }))
    if (Number.isNaN(value)) return
    total.sum += value
    total.count++
  }

  report(
    learner: StreamLearnerName,
    streams: number,
    about: Pick<KeyedStreamsReport, 'state' | 'predicted'> & { readonly delta?: number } = {},
  ): KeyedStreamsReport {
    requireArguments({ learner, streams, about }, { learner: text, streams: count(), about: aboutStreams })
    const { state, predicted, delta = 0.05 } = about
    const prequential = Object.fromEntries([...this.#sums].map(([name, { sum, count }]) => [name, sum / count]))
    return {
      learner,
      streams,
      series: this.#series,
      scored: this.#scored,
      prequential,
      bound: { metric: boundedMetric, lower: 1 - this.#misordered.upper(delta), delta },
      drift: this.#drifts,
      ...(predicted !== undefined && { predicted }),
      ...(state !== undefined && { state }),
    }
  }
}
