import type { Features } from './features.ts'

/** Many judged lists, laid flat: list q is rows offsets[q] .. offsets[q + 1]. */
export interface RankingLists {
  readonly features: Features
  /** Number of features of every row. */
  readonly width: number
  /** One grade per row: any finite real, greater is better. */
  readonly labels: Float64Array
  /** One more entry than there are lists; starts at 0, ends at the number of rows. */
  readonly offsets: Uint32Array
  /** Row r stood at data row sourceRows[r] (from 0) of the file; absent when the lists stood there in one piece, in this order. */
  readonly sourceRows?: Uint32Array
  readonly listIds: readonly string[]
  readonly itemIds?: readonly string[]
  readonly featureNames?: readonly string[]
  readonly listWeights?: Float64Array
}
