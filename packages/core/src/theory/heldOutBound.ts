/**
 * A one-sided statement: with probability at least 1 − delta over the draw of n independent values of [0, 1] with the same
 * mean, that mean is at least `lower`.
 */
export interface HeldOutBound {
  readonly lower: number
  /** The mean of the values. */
  readonly mean: number
  readonly n: number
  readonly delta: number
  /** The parts of the formula, by name. */
  readonly terms: Readonly<Record<string, number>>
}
