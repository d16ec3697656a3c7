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
  for (let row = 0, at = 0; row < rows; row++) {
    let total = 0
    for (let j = 0; j < width; j++, at++) total += matrix[at] * vector[j]
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
