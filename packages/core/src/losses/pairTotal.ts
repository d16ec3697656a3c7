/** `sum`: over the pairs of a list with different labels. `mean`: the same, divided by their number. */
export type PairTotal = 'sum' | 'mean'

/** The weight of one of this many pairs. */
export function pairShare(total: PairTotal, pairs: number): number {
  return total === 'mean' ? 1 / pairs : 1
}

/** Turns a sum over this many pairs, and its gradient in `into`, into the wanted total; returns the value. */
export function pairTotalOf(total: PairTotal, pairs: number, sum: number, into: Float64Array): number {
  if (total === 'sum') return sum
  for (let item = 0; item < into.length; item++) into[item] /= pairs
  return sum / pairs
}
