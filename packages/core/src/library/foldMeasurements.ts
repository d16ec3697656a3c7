/** The result of one fold: for each trial the metric on each of the fold's test lists, or why it could not be trained; undefined for trials that were left out. */
export interface FoldMeasurements {
  readonly values: readonly (Float64Array | string | undefined)[]
}
