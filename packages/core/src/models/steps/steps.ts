import { greatestFloat32 } from '../../data/features/featureMapApply.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { TrainedCommon } from '../common/modelCommon.ts'

/**
 * s(x) = Σ gⱼ(xⱼ), with gⱼ a step function of feature j. The mean of each gⱼ over the training rows is 0. There is no feature map: the order of
 * the values of a feature is all that counts.
 */
export interface StepsModel extends TrainedCommon, StepFunctions {
  readonly kind: 'steps'
}

/** Step functions of some features. */
export interface StepFunctions {
  /** The features that have one, by number, ascending. */
  readonly columns: Uint32Array
  /** thresholds[starts[c] .. starts[c + 1]] are those of columns[c]. */
  readonly starts: Uint32Array
  /** Ascending for each feature. */
  readonly thresholds: Float32Array
  /** levels[starts[c] + c + k] is the value where exactly k of the thresholds of columns[c] lie below x. */
  readonly levels: Float64Array
  /** The value where x is missing, for each of the columns. */
  readonly missing: Float64Array
}

/** One score per row of lists whose features are those of the model, in its order. Sparse and dense rows give the same bits. */
export function scoreSteps(model: StepFunctions, lists: RankingLists): Float64Array {
  const { columns } = model
  const scores = new Float64Array(lists.labels.length)
  const values = new Float64Array(columns.length)
  const read = columnReader(columns, lists)
  for (let row = 0; row < scores.length; row++) {
    read(row, values)
    let score = 0
    for (let column = 0; column < columns.length; column++) score += stepValue(model, column, values[column])
    scores[row] = score
  }
  return scores
}

/** gⱼ(x) for the feature j = columns[column]. */
export function stepValue({ starts, thresholds, levels, missing }: StepFunctions, column: number, x: number): number {
  if (Number.isNaN(x)) return missing[column]
  const first = starts[column]
  let low = first
  let high = starts[column + 1]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (thresholds[middle] < x) low = middle + 1
    else high = middle
  }
  return levels[low + column]
}

/** Reads the values of some columns of a row; infinite ones as the greatest float32. */
export function columnReader(columns: Uint32Array, { features, width }: RankingLists): (row: number, into: Float64Array) => void {
  if (features.kind === 'dense') {
    const { values } = features
    return (row, into) => {
      for (let column = 0; column < columns.length; column++) into[column] = finite(values[row * width + columns[column]])
    }
  }
  const { rowStarts, columns: stored, values } = features
  const places = new Int32Array(width).fill(-1)
  for (const [place, column] of columns.entries()) places[column] = place
  return (row, into) => {
    into.fill(0)
    for (let k = rowStarts[row]; k < rowStarts[row + 1]; k++) {
      const place = places[stored[k]]
      if (place >= 0) into[place] = finite(values[k])
    }
  }
}

/** As feature maps do it. */
export function finite(value: number): number {
  return Math.max(-greatestFloat32, Math.min(greatestFloat32, value))
}
