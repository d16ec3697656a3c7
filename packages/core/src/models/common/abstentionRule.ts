/**
 * When a model leaves things undecided: a rule that was chosen for it, kept in its file and obeyed by whatever ranks with it. `distance`,
 * `margin` and `probability` leave pairs undecided, `list` leaves a whole list in the order it came in.
 */
import type { DistanceNorm } from '../../numeric/compute/closePoints.ts'

export type AbstentionRule = PairAbstention | ListAbstention

export type PairAbstention =
  /** Pairs whose mapped rows are at most the threshold apart. */
  | { readonly rule: 'distance'; readonly threshold: number; readonly norm: DistanceNorm }
  /** Pairs whose scores differ by at most the threshold. */
  | { readonly rule: 'margin'; readonly threshold: number }
  /** Pairs for which P of the order is below the threshold. */
  | { readonly rule: 'probability'; readonly threshold: number }

/** Lists with a confidence below the threshold. */
export interface ListAbstention {
  readonly rule: 'list'
  readonly threshold: number
  /** What the confidence is about: the order of the first places, or which items they hold. */
  readonly about: ListConfidence
  /** How many first places. */
  readonly cutoff: number
}

export const listConfidences = ['order', 'top'] as const
export type ListConfidence = (typeof listConfidences)[number]

/** A rule with where it came from. */
export type ChosenRule = AbstentionRule & { readonly origin: RuleOrigin }

export type RuleOrigin =
  /** The threshold was given by hand. */
  | { readonly by: 'hand' }
  /** The least loss at this cost on the lists with this fingerprint. */
  | ({ readonly by: 'cost'; readonly cost: number; readonly loss: number } & OnLists)
  /** The mean of `risk` is at most `alpha` except with probability `delta` over the draw of these lists. */
  | ({ readonly by: 'guarantee'; readonly risk: string; readonly alpha: number; readonly delta: number } & OnLists)

interface OnLists {
  readonly lists: number
  readonly data: string
}
