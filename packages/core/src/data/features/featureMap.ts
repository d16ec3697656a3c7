import { requireNumber } from '../../arguments/requireNumber.ts'
import type { ImagePatches } from '../images/imagePatches.ts'

/**
 * The bounded feature map: what happens to raw features before a model uses them. It is fitted on the training
 * data, kept in the model as plain data, and holds for every later input, however extreme:
 *
 *   fill missing values → clip to the range known from training → scale → shrink → into the ball ‖x‖ ≤ R.
 *
 * Where rows are images, they may be compared with patches first; what follows is then about the features that this gives.
 *
 * `fitFeatureMap` makes one, `applyFeatureMap` applies it, `mapRadius` says what it guarantees.
 */
export interface FeatureMap {
  /** Rows are images, and these patches make their features. */
  readonly patches?: ImagePatches
  /** Number of mapped features: those of the data, or those that the patches give. */
  readonly width: number
  /** Replaces a missing value: 0, or the mean of the feature in training. */
  readonly missing: MissingPolicy
  /** The training means, if they replace missing values. */
  readonly means?: Float64Array
  readonly scale: Scale
  /**
   * Whether the scale moves the origin. `kept` leaves 0 at 0, so that sparse features stay sparse: the scale is then the
   * ordinary one minus its value at 0; the intercept of a linear model absorbs the difference.
   */
  readonly zero: 'moved' | 'kept'
  /** Every scaled value is multiplied by this, so that the training rows fit into the ball as they are. */
  readonly shrink: number
  readonly ball: Ball
}

export type MissingPolicy = 'zero' | 'mean'

export type Scale =
  | { readonly kind: 'none' }
  /** To [0, 1] by the least and greatest value of each feature. */
  | { readonly kind: 'min-max'; readonly low: Float32Array; readonly high: Float32Array }
  /** To mean 0 and deviation 1; `low` and `high` are the raw range that values are clipped to. */
  | {
      readonly kind: 'standard'
      readonly low: Float32Array
      readonly high: Float32Array
      readonly mean: Float64Array
      readonly deviation: Float64Array
    }
  /** To [0, 1], piecewise linear: feature j goes through (knots, levels)[starts[j] .. starts[j + 1]], knots ascending. */
  | { readonly kind: 'quantile'; readonly starts: Uint32Array; readonly knots: Float32Array; readonly levels: Float64Array }
  /** To [0, 1] by the least and greatest value of each feature within the list, as LETOR's query-level normalisation. */
  | { readonly kind: 'per-list' }

export type Ball = { readonly norm: 'none' } | { readonly norm: BallNorm; readonly radius: number }
export type BallNorm = 'l1' | 'l2' | 'inf'

/** The map that changes nothing but missing (to 0) and infinite values (to the greatest float32). */
export function identityMap(width: number): FeatureMap {
  requireNumber('width', width, { whole: true, atLeast: 0 })
  return { width, missing: 'zero', scale: { kind: 'none' }, zero: 'kept', shrink: 1, ball: { norm: 'none' } }
}
