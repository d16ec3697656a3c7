/** The values of a feature, sorted once: a row keeps only the number of its bin, and thresholds lie between bins. */
import { firstAtLeast } from '../../numeric/order/sortedSearch.ts'
import type { ColumnValues } from './columnValues.ts'

export interface BinnedColumn {
  readonly column: number
  /** thresholds[k] lies at or above all values of bin k and below those of bin k + 1. */
  readonly thresholds: Float32Array
  /** The bin of each stored value. Missing values are in a bin of their own, after the last. */
  readonly bins: Uint8Array | Uint16Array | Uint32Array
  /** The rows of the stored values, where not all are stored. */
  readonly rows?: Uint32Array
  /** The bin of values that are not stored. */
  readonly zeroBin: number
  /** Rows in each bin, that of missing values last. */
  readonly counts: Float64Array
}

/** Undefined where all rows have the same value, which tells nothing. */
export function binnedColumn(
  column: number,
  { values, rows }: ColumnValues,
  rowCount: number,
  mostThresholds: number,
): BinnedColumn | undefined {
  const sorted = sortedValues(values, rowCount)
  const missing = rowCount - sorted.length
  const thresholds = thresholdsBetween(sorted, mostThresholds)
  if (thresholds.length === 0 && (missing === 0 || missing === rowCount)) return undefined
  const missingBin = thresholds.length + 1
  const binOf = (value: number) => (Number.isNaN(value) ? missingBin : firstAtLeast(thresholds, value))
  const bins = numbersUpTo(missingBin, values.length)
  const counts = new Float64Array(missingBin + 1)
  for (let at = 0; at < values.length; at++) {
    const bin = binOf(values[at])
    bins[at] = bin
    counts[bin]++
  }
  const zeroBin = binOf(0)
  counts[zeroBin] += rowCount - values.length
  return { column, thresholds, bins, ...(rows && { rows }), zeroBin, counts }
}

/** All values of the column but missing ones, ascending. */
function sortedValues(values: Float32Array, rowCount: number): Float32Array {
  const all = new Float32Array(rowCount)
  all.set(values)
  all.sort() // NaN comes last
  let known = all.length
  while (known > 0 && Number.isNaN(all[known - 1])) known--
  return all.subarray(0, known)
}

/** Between different neighbours; of more than the most that are wanted, those nearest to equal shares of the values. */
function thresholdsBetween(sorted: Float32Array, most: number): Float32Array {
  const ends: number[] = [] // the last place of each value but the greatest
  for (let place = 0; place + 1 < sorted.length; place++) if (sorted[place] !== sorted[place + 1]) ends.push(place)
  const chosen = ends.length <= most ? ends : sharesOf(ends, sorted.length, most)
  return Float32Array.from(chosen, (place) => between(sorted[place], sorted[place + 1]))
}

/** For each of equal shares the end of a value at or after it, each once. */
function sharesOf(ends: readonly number[], length: number, most: number): number[] {
  const chosen: number[] = []
  let at = 0
  for (let share = 1; share <= most && at < ends.length; share++) {
    const target = (share * length) / (most + 1) - 1
    while (at < ends.length && ends[at] < target) at++
    if (at < ends.length) chosen.push(ends[at++])
  }
  return chosen
}

/** The middle of two values if float32 has one, else the lower. */
function between(low: number, high: number): number {
  const middle = Math.fround(low / 2 + high / 2)
  return middle >= low && middle < high ? middle : low
}

function numbersUpTo(greatest: number, length: number): Uint8Array | Uint16Array | Uint32Array {
  return greatest < 2 ** 8 ? new Uint8Array(length) : greatest < 2 ** 16 ? new Uint16Array(length) : new Uint32Array(length)
}
