/**
 * Products with a matrix in compressed rows, at the cost of its stored values. Sums run on the lanes of `dot.ts`, so that
 * the result has the bits that `gemv` and `gemvTransposed` give for the same matrix written out with its zeros.
 */
export interface SparseMatrix {
  readonly rowStarts: Uint32Array
  readonly columns: Uint32Array
  readonly values: Float32Array
}

/** into = X w; `vector` is as long as the matrix is wide, `into` as long as it has rows. */
export function sparseGemv({ rowStarts, columns, values }: SparseMatrix, vector: Float64Array, into: Float64Array): void {
  const even = vector.length & ~7
  const lanes = new Float64Array(8)
  for (let row = 0; row < into.length; row++) {
    const end = rowStarts[row + 1]
    let k = rowStarts[row]
    lanes.fill(0)
    for (; k < end && columns[k] < even; k++) lanes[columns[k] & 7] += values[k] * vector[columns[k]]
    let sum = lanes[0] + lanes[2] + (lanes[4] + lanes[6]) + (lanes[1] + lanes[3] + (lanes[5] + lanes[7]))
    for (; k < end; k++) sum += values[k] * vector[columns[k]]
    into[row] = sum
  }
}

/** into += Xᵀ g; `vector` is as long as the matrix has rows. */
export function sparseGemvTransposed({ rowStarts, columns, values }: SparseMatrix, vector: Float64Array, into: Float64Array): void {
  for (let row = 0; row < vector.length; row++) {
    const scale = vector[row]
    for (let k = rowStarts[row]; k < rowStarts[row + 1]; k++) into[columns[k]] += scale * values[k]
  }
}
