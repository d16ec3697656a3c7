/** Features of many rows. Missing values are NaN in both layouts. */
export type Features = DenseFeatures | SparseFeatures

/** Row-major: feature j of row i is values[i * width + j]. */
export interface DenseFeatures {
  readonly kind: 'dense'
  readonly values: Float32Array
}

/** Compressed rows: row i holds columns[rowStarts[i] .. rowStarts[i + 1]] in ascending order; all other features are 0. */
export interface SparseFeatures {
  readonly kind: 'sparse'
  readonly rowStarts: Uint32Array
  readonly columns: Uint32Array
  readonly values: Float32Array
}
