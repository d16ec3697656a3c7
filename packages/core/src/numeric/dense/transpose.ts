/** into (columns × rows) ← the transpose of a matrix (rows × columns). */
export function transposeInto(rows: number, columns: number, matrix: Float64Array, into: Float64Array): void {
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) into[j * rows + i] = matrix[i * columns + j]
}

/** Transposes a square matrix in place, in small squares, so that rows and columns both stay in cache. */
export function transposeSquare(n: number, matrix: Float64Array): void {
  const block = 16
  for (let top = 0; top < n; top += block) {
    for (let start = 0; start <= top; start += block) {
      for (let row = top; row < Math.min(n, top + block); row++) {
        for (let column = start; column < Math.min(row, start + block); column++) {
          const kept = matrix[row * n + column]
          matrix[row * n + column] = matrix[column * n + row]
          matrix[column * n + row] = kept
        }
      }
    }
  }
}
