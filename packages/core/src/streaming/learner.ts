import type { RankedSeries, Series } from './series.ts'

/** Learns from series after series. `rank` first, `learn` after: every measured answer was an honest one. */
export interface StreamLearner {
  /** One score per item, greater first; undefined as long as nothing was learned. Changes nothing. */
  rank(series: Series): Float64Array | undefined
  learn(series: RankedSeries): void
  /** All there is to go on from; arrays and plain values. Its size does not grow with the stream. */
  state(): LearnerState
}

/** Nested parts of typed arrays, numbers, texts and pairs of a text and a number. */
export interface LearnerState {
  readonly [part: string]: StatePart
}

export type StatePart =
  | number
  | string
  | Float64Array
  | readonly Float64Array[]
  | readonly (readonly [string, number])[]
  | readonly LearnerState[]
  | LearnerState
