/** How the scores of one member lie in one list. Mean and deviation are in units of the greatest score, so that no square overflows or vanishes. */
export interface ListScale {
  readonly unit: number
  readonly mean: number
  /** The standard deviation; 0 where all scores are equal but for their last digits. */
  readonly deviation: number
}

/** Scores that differ by a smaller share of the greatest one are taken as equal: such differences are rounding. */
const sameShare = 1e-12

/** Of the scores from `first` to before `last`. */
export function listScale(scores: Float64Array, first: number, last: number): ListScale {
  let [unit, low, high] = [0, Infinity, -Infinity]
  for (let row = first; row < last; row++) {
    unit = Math.max(unit, Math.abs(scores[row]))
    low = Math.min(low, scores[row])
    high = Math.max(high, scores[row])
  }
  if (unit === 0) return { unit: 1, mean: 0, deviation: 0 }
  let sum = 0
  for (let row = first; row < last; row++) sum += scores[row] / unit
  const mean = sum / (last - first)
  if (high / unit - low / unit <= sameShare) return { unit, mean, deviation: 0 }
  let squares = 0
  for (let row = first; row < last; row++) {
    const apart = scores[row] / unit - mean
    squares += apart * apart
  }
  return { unit, mean, deviation: Math.sqrt(squares / (last - first)) }
}

/** That of every list. */
export function listScales(scores: Float64Array, offsets: Uint32Array): ListScale[] {
  return Array.from({ length: offsets.length - 1 }, (_, list) => listScale(scores, offsets[list], offsets[list + 1]))
}

/** The scores of each list with mean 0 and standard deviation 1; all 0 in a list without differences. */
export function standardise(scores: Float64Array, offsets: Uint32Array): Float64Array {
  return standardisedBy(scores, offsets, listScales(scores, offsets))
}

/** The same by the scales of other scores. */
export function standardisedBy(scores: Float64Array, offsets: Uint32Array, scales: readonly ListScale[]): Float64Array {
  const standard = new Float64Array(scores.length)
  for (const [list, { unit, mean, deviation }] of scales.entries()) {
    if (deviation === 0) continue
    for (let row = offsets[list]; row < offsets[list + 1]; row++) standard[row] = (scores[row] / unit - mean) / deviation
  }
  return standard
}
