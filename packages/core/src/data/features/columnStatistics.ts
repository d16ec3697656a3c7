import type { RankingLists } from '../lists/rankingLists.ts'
import { type BlockwiseWork, rowBlocks } from '../lists/rowBlocks.ts'

/** What each feature looks like over all rows. Missing and infinite values do not count; values a sparse row leaves out count as 0. */
export interface ColumnStatistics {
  readonly count: Uint32Array
  /** 0 for a feature without any value. */
  readonly low: Float32Array
  readonly high: Float32Array
  readonly mean: Float64Array
}

export function* columnStatistics(lists: RankingLists): BlockwiseWork<ColumnStatistics> {
  const { width, labels } = lists
  const count = new Uint32Array(width)
  const low = new Float32Array(width).fill(Infinity)
  const high = new Float32Array(width).fill(-Infinity)
  const mean = new Float64Array(width)
  const stored = yield* forEachValue(lists, (column, value) => {
    if (!Number.isFinite(value)) return
    count[column]++
    mean[column] += value
    if (value < low[column]) low[column] = value
    if (value > high[column]) high[column] = value
  })
  for (let column = 0; column < width; column++) {
    const zeros = labels.length - stored[column]
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

/** The standard deviation of each feature about its mean (dividing by the count); exactly 0 for a constant one. */
export function* deviations(lists: RankingLists, { count, low, high, mean }: ColumnStatistics): BlockwiseWork<Float64Array> {
  const deviation = new Float64Array(lists.width)
  const stored = yield* forEachValue(lists, (column, value) => {
    const from = value - mean[column]
    if (Number.isFinite(value)) deviation[column] += from * from
  })
  for (let column = 0; column < lists.width; column++) {
    const zeros = lists.labels.length - stored[column]
    const squares = deviation[column] + zeros * (mean[column] * mean[column])
    deviation[column] = low[column] < high[column] ? Math.sqrt(squares / count[column]) : 0
  }
  return deviation
}

/** Calls for every stored value, row by row; gives back how many values each column stores. */
function* forEachValue(lists: RankingLists, see: (column: number, value: number) => void): BlockwiseWork<Uint32Array> {
  const { features, width } = lists
  const { values } = features
  const stored = new Uint32Array(width)
  for (const [first, last] of rowBlocks(lists)) {
    if (features.kind === 'dense') {
      for (let row = first, k = first * width; row < last; row++) for (let column = 0; column < width; column++) see(column, values[k++])
    } else {
      for (let k = features.rowStarts[first]; k < features.rowStarts[last]; k++) {
        stored[features.columns[k]]++
        see(features.columns[k], values[k])
      }
    }
    yield last - first
  }
  return features.kind === 'dense' ? stored.fill(lists.labels.length) : stored
}
