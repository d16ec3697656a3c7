import { utilitiesOfRanks } from './series.ts'

/** The relative place of an item that was never seen. */
export const middlePlace = 0.5

/** 1 for the best of a series, 0 for the last, so that series of different lengths compare. */
export function relativePlaces(utilities: Float64Array): Float64Array {
  const count = utilities.length
  if (count < 2) return new Float64Array(count).fill(middlePlace)
  return utilitiesOfRanks(utilities.map((utility) => -utility)).map((utility) => (utility * count - 1) / (count - 1))
}
