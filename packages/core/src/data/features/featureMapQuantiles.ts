import type { RankingLists } from '../lists/rankingLists.ts'
import type { Scale } from './featureMap.ts'

/** A feature's map runs through its percentiles. */
const steps = 100

type QuantileScale = Extract<Scale, { kind: 'quantile' }>

/** Finite values, ascending unless said otherwise, with `zeros` more zeros among them. */
export interface ColumnValues {
  readonly values: Float32Array
  readonly zeros: number
}

/**
 * The piecewise linear map of each feature through its percentiles (linear between order statistics, R's type 7). A value
 * that covers several percentiles gets their average, and the whole is stretched to reach from 0 to 1. A constant feature
 * has a single knot. `columnAt` gives the values of a feature in ascending order; yields after each feature.
 */
export function* quantileScale(width: number, columnAt: (column: number) => ColumnValues): Generator<number, QuantileScale, unknown> {
  const starts = new Uint32Array(width + 1)
  const knots: number[] = []
  const levels: number[] = []
  for (let column = 0; column < width; column++) {
    addKnots(columnAt(column), knots, levels)
    starts[column + 1] = knots.length
    yield column + 1
  }
  return { kind: 'quantile', starts, knots: Float32Array.from(knots), levels: Float64Array.from(levels) }
}

function addKnots({ values, zeros }: ColumnValues, knots: number[], levels: number[]): void {
  const count = values.length + zeros
  if (count === 0) return
  let negative = 0
  while (negative < values.length && values[negative] < 0) negative++
  const at = (place: number) => (place < negative ? values[place] : place < negative + zeros ? 0 : values[place - zeros])
  const start = knots.length
  const covered: number[] = []
  for (let step = 0; step <= steps; step++) {
    const place = ((count - 1) * step) / steps
    const below = Math.floor(place)
    const knot = Math.fround(at(below) + (place - below) * (at(Math.min(below + 1, count - 1)) - at(below)))
    if (covered.length > 0 && knot === knots[knots.length - 1]) {
      covered[covered.length - 1]++
      levels[levels.length - 1] += step / steps
    } else {
      knots.push(knot)
      levels.push(step / steps)
      covered.push(1)
    }
  }
  for (let i = 0; i < covered.length; i++) levels[start + i] /= covered[i]
  const [first, last] = [levels[start], levels[levels.length - 1]]
  for (let i = start; i < levels.length; i++) levels[i] = last > first ? (levels[i] - first) / (last - first) : 0
}

/** The finite values of each feature in the rows first .. last, in the order of the rows. The result is valid until the next call. */
export function columnValues({ features, width }: RankingLists, first: number, last: number): (column: number) => ColumnValues {
  if (features.kind === 'dense') {
    const buffer = new Float32Array(last - first)
    return (column) => {
      let count = 0
      for (let row = first; row < last; row++) {
        const value = features.values[row * width + column]
        if (Number.isFinite(value)) buffer[count++] = value
      }
      return { values: buffer.subarray(0, count), zeros: 0 }
    }
  }
  const { rowStarts, columns, values } = features
  const starts = new Uint32Array(width + 1)
  for (let k = rowStarts[first]; k < rowStarts[last]; k++) starts[columns[k] + 1]++
  for (let column = 0; column < width; column++) starts[column + 1] += starts[column]
  const next = starts.slice()
  const byColumn = new Float32Array(starts[width])
  for (let k = rowStarts[first]; k < rowStarts[last]; k++) byColumn[next[columns[k]]++] = values[k]
  return (column) => {
    const stored = byColumn.subarray(starts[column], starts[column + 1])
    return { values: stored.filter((value) => Number.isFinite(value)), zeros: last - first - stored.length }
  }
}
