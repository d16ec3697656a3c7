/**
 * A surrogate loss φ(s, y) of one list: scores s, labels y (greater is better), both in the same order. Losses are made by
 * factories and keep growing buffers of their own, so one loss serves lists of any length, one after the other.
 */
export interface ListLoss {
  readonly name: string
  /** φ(·, y) is convex in the scores. */
  readonly convex: boolean
  /** φ(·, y) is differentiable everywhere. Elsewhere `evaluate` gives a subgradient. */
  readonly smooth: boolean
  /**
   * The loss of one list; its gradient in the scores goes into `into`, as long as the list. The loss owns its working memory.
   * Passes over many lists also give the number of the list, for losses that remember something about each.
   */
  evaluate(scores: Float64Array, labels: Float64Array, into: Float64Array, list?: number): number
  /** into = ∇²φ(scores) · direction (a generalised Hessian for squared hinge); only where Newton methods use it. */
  curvature?(scores: Float64Array, labels: Float64Array, direction: Float64Array, into: Float64Array, list?: number): void
  /** Lipschitz (G) and smoothness (H) constants with respect to the sup norm of the scores, and G with respect to the l2 norm. */
  constants(setting: LossSetting): LossConstants
}

/** What the constants of a loss may depend on: limits that every list must keep, also future ones. */
export interface LossSetting {
  /** No label is above this one, and none below 0. */
  readonly greatestLabel: number
  /** No list has more items. */
  readonly longestList: number
  /** No list has more pairs of items with different labels; unless given, every pair may be one. */
  readonly mostPairs?: number
  /** No score is further from 0, as bounded weights on bounded features promise. Losses without a slope limit need it. */
  readonly scoreBound?: number
}

export interface LossConstants {
  /** G: |φ(s, y) − φ(s', y)| ≤ G ‖s − s'‖∞, that is ‖∇φ‖₁ ≤ G. */
  readonly lipschitz: Constant
  /** H: ‖∇φ(s, y) − ∇φ(s', y)‖₁ ≤ H ‖s − s'‖∞. Absent where φ is not smooth. */
  readonly smoothness?: Constant
  /** G₂: |φ(s, y) − φ(s', y)| ≤ G₂ ‖s − s'‖₂, for the bound of Chapelle & Wu. */
  readonly lipschitzL2: Constant
}

/** A constant that holds; Infinity if there is none, with the reason in `origin`. */
export interface Constant {
  readonly value: number
  /** The printed constant, if it differs. */
  readonly printed?: number
  readonly origin: string
}
