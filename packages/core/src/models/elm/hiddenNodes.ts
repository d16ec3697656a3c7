/**
 * A layer of hidden nodes φᵢ whose parameters are drawn, not learned: an extreme learning machine learns only the weights
 * behind it. With (wᵢ, bᵢ) the parameters of node i,
 *
 *   sigmoid 1 / (1 + exp(−(w·x + b)))   relu max(0, w·x + b)   linear w·x + b   fourier cos(w·x + b)   gaussian exp(−b ‖x − w‖²).
 */

export const nodeKinds = ['sigmoid', 'gaussian', 'relu', 'linear', 'fourier'] as const
export type NodeKind = (typeof nodeKinds)[number]

export interface HiddenNodes {
  readonly kind: NodeKind
  readonly count: number
  /** Number of features of each node. */
  readonly width: number
  /** w, feature by feature: weights[j · count + i] belongs to feature j and node i. */
  readonly weights: Float32Array
  /** b of each node. */
  readonly offsets: Float32Array
}

/** `mixed`: products in single precision, sums of 256 of them likewise, everything else in double. */
export type Precision = 'double' | 'mixed'
