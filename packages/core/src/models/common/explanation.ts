/** Why an item has its score, and why one item stands above another. */

/** What one feature adds to the score of one item. */
export interface Contribution {
  readonly feature: string
  /** As it stands in the data; NaN is missing. */
  readonly value: number
  /** What the feature map makes of it. */
  readonly mapped: number
  readonly weight: number
  /** weight · mapped */
  readonly contribution: number
}

export interface ItemExplanation {
  /** Where the row stood in the file, from 0. */
  readonly row: number
  readonly item?: string
  /** The sum of all contributions and the intercept. */
  readonly score: number
  readonly intercept: number
  /** The strongest first; features that add exactly 0 are left out. */
  readonly contributions: readonly Contribution[]
}

/** What one feature adds to the lead of one item over another. */
export interface PairContribution {
  readonly feature: string
  /** The values of the item above and of the item below, as they stand in the data. */
  readonly values: readonly [number, number]
  readonly mapped: readonly [number, number]
  readonly weight: number
  /** weight · (mapped of the one above − mapped of the one below); negative where the feature speaks for the other. */
  readonly contribution: number
}

export interface PairExplanation {
  /** Rows of the file, from 0: the one with the greater score first, or as asked when both have the same. */
  readonly above: number
  readonly below: number
  /** Score of the one less that of the other: the sum of all contributions. */
  readonly difference: number
  /** The strongest first; features that tell nothing between the two are left out. */
  readonly contributions: readonly PairContribution[]
}

/** Explains rows of the same lists again and again. Rows are those that `rank` names: places in the file, from 0. */
export interface Explainer {
  /** What every score starts from. */
  readonly intercept: number
  item(row: number): ItemExplanation
  pair(row: number, other: number): PairExplanation
}
