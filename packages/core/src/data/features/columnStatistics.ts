import { addInTree, addVector } from '../../numeric/compute/blockTree.ts'
import type { RankingLists } from '../lists/rankingLists.ts'

/** Statistics of each feature over all rows. Missing and infinite values do not count; values that a sparse row leaves out count as 0. */
export interface ColumnStatistics {
  readonly count: Uint32Array
  /** 0 for a feature without any value. */
  readonly low: Float32Array
  readonly high: Float32Array
  readonly mean: Float64Array
}

/** What a range of rows contributes to the statistics. */
export interface ColumnSums {
  readonly rows: { count: number }
  /** Values that the rows store; the others are 0. */
  readonly stored: Uint32Array
  /** Of the stored finite values: how many, the least, the greatest and the sum. */
  readonly count: Uint32Array
  readonly low: Float32Array
  readonly high: Float32Array
  readonly sum: Float64Array
}

export function noColumnSums(width: number): ColumnSums {
  return {
    rows: { count: 0 },
    stored: new Uint32Array(width),
    count: new Uint32Array(width),
    low: new Float32Array(width).fill(Infinity),
    high: new Float32Array(width).fill(-Infinity),
    sum: new Float64Array(width),
  }
}

/** Dense rows are read column by column within bands of this many: one column's sums stay in registers, and the rows in the cache. */
const ROWS_IN_A_BAND = 32

/** Adds the rows first .. last. Loops of their own for dense and sparse rows: this goes through every value there is. */
export function addColumnSums({ features, width }: RankingLists, first: number, last: number, into: ColumnSums): void {
  const { rows, stored, count, low, high, sum } = into
  const { values } = features
  rows.count += last - first
  if (features.kind === 'sparse') {
    const { rowStarts, columns } = features
    for (let k = rowStarts[first]; k < rowStarts[last]; k++) {
      const column = columns[k]
      const value = values[k]
      stored[column]++
      if (value - value !== 0) continue // missing or infinite
      count[column]++
      sum[column] += value
      if (value < low[column]) low[column] = value
      if (value > high[column]) high[column] = value
    }
    return
  }
  for (let band = first; band < last; band += ROWS_IN_A_BAND) {
    const bandEnd = Math.min(last, band + ROWS_IN_A_BAND)
    for (let column = 0; column < width; column++) addBandOfColumn(values, width, column, band, bandEnd, into)
  }
  for (let column = 0; column < width; column++) stored[column] += last - first
}

function addBandOfColumn(values: Float32Array, width: number, column: number, band: number, bandEnd: number, into: ColumnSums): void {
  let finite = 0
  let sum = into.sum[column]
  let low = into.low[column]
  let high = into.high[column]
  for (let row = band, k = band * width + column; row < bandEnd; row++, k += width) {
    const value = values[k]
    if (value - value !== 0) continue // missing or infinite
    finite++
    sum += value
    if (value < low) low = value
    if (value > high) high = value
  }
  into.count[column] += finite
  into.sum[column] = sum
  into.low[column] = low
  into.high[column] = high
}

/** The statistics of all rows, from those of their ranges in order. */
export function columnStatisticsOf(parts: readonly ColumnSums[], width: number): ColumnStatistics {
  const rows = parts.reduce((total, part) => total + part.rows.count, 0)
  const stored = new Uint32Array(width)
  const count = new Uint32Array(width)
  const low = new Float32Array(width).fill(Infinity)
  const high = new Float32Array(width).fill(-Infinity)
  const mean = new Float64Array(width)
  for (const part of parts) {
    for (let column = 0; column < width; column++) {
      stored[column] += part.stored[column]
      count[column] += part.count[column]
      if (part.low[column] < low[column]) low[column] = part.low[column]
      if (part.high[column] > high[column]) high[column] = part.high[column]
    }
  }
  addInTree(
    parts.map(({ sum }) => sum),
    addVector,
  )
  if (parts.length > 0) mean.set(parts[0].sum)
  for (let column = 0; column < width; column++) {
    const zeros = rows - stored[column]
    if (zeros > 0 || count[column] === 0) {
      low[column] = Math.min(low[column], 0)
      high[column] = Math.max(high[column], 0)
    }
    count[column] += zeros
    if (count[column] > 0) mean[column] /= count[column]
    if (low[column] === high[column]) mean[column] = low[column]
  }
  return { count, low, high, mean }
}

/** What a range of rows contributes to the deviations. */
export interface ColumnSquares {
  readonly rows: { count: number }
  readonly stored: Uint32Array
  /** Of the stored finite values, about the means. */
  readonly squares: Float64Array
}

export function noColumnSquares(width: number): ColumnSquares {
  return { rows: { count: 0 }, stored: new Uint32Array(width), squares: new Float64Array(width) }
}

/** Adds the rows first .. last. */
export function addColumnSquares(
  { features, width }: RankingLists,
  mean: Float64Array,
  first: number,
  last: number,
  into: ColumnSquares,
): void {
  const { rows, stored, squares } = into
  const { values } = features
  rows.count += last - first
  if (features.kind === 'sparse') {
    const { rowStarts, columns } = features
    for (let k = rowStarts[first]; k < rowStarts[last]; k++) {
      const column = columns[k]
      const from = values[k] - mean[column]
      stored[column]++
      if (values[k] - values[k] === 0) squares[column] += from * from
    }
    return
  }
  for (let band = first; band < last; band += ROWS_IN_A_BAND) {
    const bandEnd = Math.min(last, band + ROWS_IN_A_BAND)
    for (let column = 0; column < width; column++) {
      squares[column] = squaresInBand(values, width, column, band, bandEnd, mean[column], squares[column])
    }
  }
  for (let column = 0; column < width; column++) stored[column] += last - first
}

function squaresInBand(
  values: Float32Array,
  width: number,
  column: number,
  band: number,
  bandEnd: number,
  centre: number,
  start: number,
): number {
  let squares = start
  for (let row = band, k = band * width + column; row < bandEnd; row++, k += width) {
    const from = values[k] - centre
    if (from - from === 0) squares += from * from
  }
  return squares
}

/** The standard deviation of each feature about its mean (dividing by the count); exactly 0 for a constant one. */
export function deviationsOf(parts: readonly ColumnSquares[], { count, low, high, mean }: ColumnStatistics): Float64Array {
  const width = mean.length
  const zeros = new Float64Array(width)
  for (const part of parts) {
    for (let column = 0; column < width; column++) zeros[column] += part.rows.count - part.stored[column]
  }
  addInTree(
    parts.map(({ squares }) => squares),
    addVector,
  )
  const deviation = parts.length === 0 ? new Float64Array(width) : parts[0].squares
  for (let column = 0; column < width; column++) {
    const squares = deviation[column] + zeros[column] * (mean[column] * mean[column])
    deviation[column] = low[column] < high[column] ? Math.sqrt(squares / count[column]) : 0
  }
  return deviation
}
