/** Features of a pair of terms that are computed together. All are the same for (a, b) and (b, a). */
export interface FeatureGroup {
  readonly names: readonly string[]
  /** For a source: puts its features with a target into a buffer, from place `at` on. Valid until the next source. */
  from(source: number): FillFeatures
}

export type FillFeatures = (target: number, into: Float64Array, at: number) => void
