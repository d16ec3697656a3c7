/** The lower triangle of a square matrix, row by row: all there is of a symmetric or a lower triangular one. */
export function lowerTriangle(size: number, matrix: Float64Array): Float64Array {
  const triangle = new Float64Array((size * (size + 1)) / 2)
  for (let i = 0, to = 0; i < size; i++) for (let j = 0; j <= i; j++) triangle[to++] = matrix[i * size + j]
  return triangle
}

/** The symmetric matrix with this lower triangle. */
export function symmetricFromTriangle(
  size: number,
  triangle: Float64Array,
  into: Float64Array = new Float64Array(size * size),
): Float64Array {
  for (let i = 0, from = 0; i < size; i++) for (let j = 0; j <= i; j++) into[i * size + j] = into[j * size + i] = triangle[from++]
  return into
}
