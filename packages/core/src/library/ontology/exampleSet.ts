import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { LinearModel } from '../../models/linear/linear.ts'
import type { ExampleKind, MeasuredFigure } from '../../models/ontologyRanker/ontologyRanker.ts'

/**
 * Examples that a ranker is learned from and judged on. They come in groups, one for each query term: a group is judged by a ranker that
 * did not see its query term.
 */
export interface ExampleSet {
  readonly kind: ExampleKind
  readonly metric: string
  /** How many query terms. */
  readonly groups: number
  /** Terms in the examples, and examples left out. */
  readonly terms: number
  readonly skipped: number
  readonly lists: RankingLists
  /** What may be trained on when these groups are judged; undefined if nothing in it differs. */
  without(groups: ReadonlySet<number>): RankingLists | undefined
  /** One for each thing that is judged: a rated pair, or a query term. */
  readonly units: number
  /** The units of a group. */
  unitsOf(group: number): readonly number[]
  /** What a ranker makes of a unit, and what each feature alone does: a score, or the value of the metric. */
  judge(unit: number, ranker: LinearModel): Judged
  /** The metric over units, and how it varies when query terms are drawn again. */
  figure(values: Float64Array): Figure
  /** The same over a part of the units, where they come from several files. */
  readonly parts: readonly { readonly name: string; figure(values: Float64Array): Figure }[]
  /** Independent values of [0, 1] on groups that had no part in the training, and what they are. */
  bounded(groups: readonly number[], ranker: LinearModel, seed: number): Bounded
}

export interface Judged {
  readonly learned: number
  readonly features: Float64Array
}

export interface Figure {
  readonly value: number
  /** The metric on each resample. */
  readonly resampled: Float64Array
}

export interface Bounded {
  readonly metric: string
  readonly values: Float64Array
  /** What was drawn: `query terms`. */
  readonly units: string
}

/** The middle 95 % of the resamples. */
export function measuredFigure({ value, resampled }: Figure): MeasuredFigure {
  const sorted = resampled.slice().sort()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(share * (sorted.length - 1))))]
  return { value, low: Math.min(value, at(0.025)), high: Math.max(value, at(0.975)) }
}

/** The first less the second, resample by resample: both were drawn alike. */
export function gainOver(first: Figure, second: Figure): Figure {
  return { value: first.value - second.value, resampled: first.resampled.map((each, sample) => each - second.resampled[sample]) }
}
