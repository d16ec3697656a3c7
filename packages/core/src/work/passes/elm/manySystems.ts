/**
 * Small positive definite systems, one for each of many lanes, factored and solved together: an entry is `lanes` numbers that stand
 * side by side.
 */

/** entries, the lower triangles row by row, ← their Cholesky factors. Lanes whose system is not positive definite are set to 0 in `known`. */
export function choleskyOfMany(size: number, lanes: number, entries: Float64Array, known: Uint8Array): void {
  const rowAt = (i: number) => ((i * (i + 1)) / 2) * lanes
  for (let i = 0; i < size; i++) {
    const row = rowAt(i)
    for (let j = 0; j <= i; j++) {
      const other = rowAt(j)
      const at = row + j * lanes
      for (let k = 0; k < j; k++) {
        const [a, b] = [row + k * lanes, other + k * lanes]
        for (let lane = 0; lane < lanes; lane++) entries[at + lane] -= entries[a + lane] * entries[b + lane]
      }
      if (j < i) for (let lane = 0, pivot = other + j * lanes; lane < lanes; lane++) entries[at + lane] /= entries[pivot + lane]
      else {
        for (let lane = 0; lane < lanes; lane++) {
          if (!(entries[at + lane] > 0)) known[lane] = 0
          entries[at + lane] = Math.sqrt(entries[at + lane])
        }
      }
    }
  }
}

/** columns (size × lanes) ← the solutions. */
export function solveMany(size: number, lanes: number, factors: Float64Array, columns: Float64Array): void {
  const rowAt = (i: number) => ((i * (i + 1)) / 2) * lanes
  for (let i = 0; i < size; i++) {
    const row = rowAt(i)
    for (let k = 0; k < i; k++) {
      for (let lane = 0; lane < lanes; lane++) columns[i * lanes + lane] -= factors[row + k * lanes + lane] * columns[k * lanes + lane]
    }
    for (let lane = 0; lane < lanes; lane++) columns[i * lanes + lane] /= factors[row + i * lanes + lane]
  }
  for (let i = size - 1; i >= 0; i--) {
    const row = rowAt(i)
    for (let lane = 0; lane < lanes; lane++) columns[i * lanes + lane] /= factors[row + i * lanes + lane]
    for (let k = 0; k < i; k++) {
      for (let lane = 0; lane < lanes; lane++) columns[k * lanes + lane] -= factors[row + k * lanes + lane] * columns[i * lanes + lane]
    }
  }
}
