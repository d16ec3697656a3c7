/** A threshold on one feature, h(x) = 1 above it and 0 below. Rows without a value are on one of the sides. */
import type { BinnedColumn } from './binnedColumn.ts'

export interface WeakRanker {
  /** Its place among the binned columns. */
  readonly place: number
  /** h = 1 for the bins after this one. That of the last bin leaves only missing values on that side. */
  readonly bin: number
  readonly missingAbove: boolean
}

/** The weak ranker with the greatest |r|, r = Σ π(x) h(x), and its r; the first of equal ones. */
export function bestWeakRanker(
  columns: readonly BinnedColumn[],
  potentials: Float64Array,
): (WeakRanker & { readonly r: number }) | undefined {
  let best: (WeakRanker & { readonly r: number }) | undefined
  let longest = 0
  for (const { counts } of columns) longest = Math.max(longest, counts.length)
  const memory = new Float64Array(longest)
  let total = 0
  for (const potential of potentials) total += potential
  for (const [place, column] of columns.entries()) {
    const sums = memory.subarray(0, column.counts.length)
    sumByBin(column, potentials, total, sums)
    const last = sums.length - 2
    const missing = sums[last + 1]
    const offer = (bin: number, missingAbove: boolean, r: number) => {
      if (Math.abs(r) > Math.abs(best?.r ?? 0)) best = { place, bin, missingAbove, r }
    }
    const hasMissing = column.counts[last + 1] > 0
    if (hasMissing) offer(last, true, missing)
    let r = 0
    for (let bin = last - 1; bin >= 0; bin--) {
      r += sums[bin + 1]
      offer(bin, false, r)
      if (hasMissing) offer(bin, true, r + missing)
    }
  }
  return best
}

function sumByBin({ bins, rows, zeroBin }: BinnedColumn, potentials: Float64Array, total: number, into: Float64Array): void {
  into.fill(0)
  if (rows === undefined) {
    for (let row = 0; row < bins.length; row++) into[bins[row]] += potentials[row]
    return
  }
  let stored = 0
  for (let at = 0; at < rows.length; at++) {
    const potential = potentials[rows[at]]
    into[bins[at]] += potential
    stored += potential
  }
  into[zeroBin] += total - stored
}

/** h of every row: 1 or 0. */
export function markAbove({ bin, missingAbove }: WeakRanker, { bins, rows, zeroBin, counts }: BinnedColumn, into: Float64Array): void {
  const missingBin = counts.length - 1
  const side = (of: number) => Number(of === missingBin ? missingAbove : of > bin)
  if (rows === undefined) {
    for (let row = 0; row < bins.length; row++) into[row] = side(bins[row])
    return
  }
  into.fill(side(zeroBin))
  for (let at = 0; at < rows.length; at++) into[rows[at]] = side(bins[at])
}
