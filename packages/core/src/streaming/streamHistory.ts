/**
 * The course of a stream, for charts: a point for each series at first, then for every second, fourth, … one, so that there are never more than
 * 200. It begins where the stream was started or taken up again; the state of a stream does not hold it.
 */
import { AnytimeMean, type AnytimeMeanState } from './anytimeMean.ts'
import type { MixtureReport } from './learner.ts'
import type { Prequential } from './prequential.ts'

export interface StreamHistory {
  /** How many series lie between two points. The last point is the latest series all the same. */
  readonly every: number
  /** The number of the series of each point, from 1. */
  readonly series: readonly number[]
  /** By metric, the mean over the window at each point; NaN before the first value. */
  readonly curves: Readonly<Record<string, readonly number[]>>
  /** The lower bound on the accuracy at each point. */
  readonly lower: readonly number[]
  /** With clusters left to the learner: how many answered. */
  readonly clusters?: readonly number[]
  /** Of a learner that mixes experts: how much each counted. */
  readonly experts?: readonly { readonly name: string; readonly weights: readonly number[] }[]
}

/** What a point is made of. */
export interface StreamMoment {
  readonly evaluation: Prequential
  readonly chosenClusters: number | undefined
  readonly mixture: MixtureReport | undefined
}

interface Point {
  readonly series: number
  readonly means: Readonly<Record<string, number>>
  readonly misordered: AnytimeMeanState
  readonly clusters: number | undefined
  readonly weights: Float64Array | undefined
}

const mostPoints = 200

export class HistoryKeeper {
  #every = 1
  #points: Point[] = []

  /** Called after each series that was learned. */
  take(moment: StreamMoment): void {
    if (moment.evaluation.series % this.#every !== 0) return
    this.#points.push(pointOf(moment))
    if (this.#points.length < mostPoints) return // one place is kept for the latest series
    this.#every *= 2
    this.#points = this.#points.filter(({ series }) => series % this.#every === 0)
  }

  /** With the bound for this delta. */
  history(moment: StreamMoment, delta: number): StreamHistory {
    const { series: latest } = moment.evaluation
    const points = latest === 0 || this.#points.at(-1)?.series === latest ? this.#points : [...this.#points, pointOf(moment)]
    const { mixture, chosenClusters, evaluation } = moment
    return {
      every: this.#every,
      series: points.map(({ series }) => series),
      curves: Object.fromEntries(evaluation.options.metrics.map((metric) => [metric, points.map(({ means }) => means[metric])])),
      lower: points.map(({ misordered }) => 1 - new AnytimeMean(misordered).upper(delta)),
      ...(chosenClusters !== undefined && { clusters: points.map(({ clusters }) => clusters ?? Number.NaN) }),
      ...(mixture !== undefined && {
        experts: mixture.experts.map(({ name }, expert) => ({
          name,
          weights: points.map(({ weights }) => weights?.[expert] ?? Number.NaN),
        })),
      }),
    }
  }
}

function pointOf({ evaluation, chosenClusters, mixture }: StreamMoment): Point {
  return {
    series: evaluation.series,
    means: evaluation.windowMeans(),
    misordered: evaluation.misordered,
    clusters: chosenClusters,
    weights: mixture && Float64Array.from(mixture.experts, ({ weight }) => weight),
  }
}
