import type { Compute } from '../numeric/compute/compute.ts'
import type { OnlineScaler } from './onlineScaler.ts'
import { type Series, seriesLength } from './series.ts'

/** X w: one inner product per row of a row-major matrix. */
export function rowProducts(
  rows: number,
  width: number,
  matrix: Float64Array,
  vector: Float64Array,
  into: Float64Array = new Float64Array(rows),
): Float64Array {
  let row = 0
  for (; row + 3 < rows; row += 4) {
    // Four sums at a time: none has to wait for the others.
    let a = 0
    let b = 0
    let c = 0
    let d = 0
    for (let j = 0, at = row * width; j < width; j++, at++) {
      const value = vector[j]
      a += matrix[at] * value
      b += matrix[at + width] * value
      c += matrix[at + 2 * width] * value
      d += matrix[at + 3 * width] * value
    }
    into[row] = a
    into[row + 1] = b
    into[row + 2] = c
    into[row + 3] = d
  }
  for (; row < rows; row++) {
    let total = 0
    for (let j = 0, at = row * width; j < width; j++, at++) total += matrix[at] * vector[j]
    into[row] = total
  }
  return into
}

/** The same for the scaled features of a series. */
export function linearScores(scaler: OnlineScaler, series: Series, weights: Float64Array, compute: Compute): Float64Array {
  const mark = compute.mark()
  const scores = rowProducts(seriesLength(series), scaler.width, scaler.scaled(series, compute), weights)
  compute.release(mark)
  return scores
}
