/** X w: one inner product per row of a row-major matrix. */
export function rowProducts(rows: number, width: number, matrix: Float64Array, vector: Float64Array): Float64Array {
  const into = new Float64Array(rows)
  for (let row = 0; row < rows; row++) {
    let total = 0
    for (let j = 0; j < width; j++) total += matrix[row * width + j] * vector[j]
    into[row] = total
  }
  return into
}
