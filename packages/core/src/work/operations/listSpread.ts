import type { FeatureMap } from '../../data/features/featureMap.ts'
import type { SparseFeatures } from '../../data/lists/features.ts'
import { addInTree, addVector } from '../../numeric/compute/blockTree.ts'
import { obeyStop } from '../../runtime/training.ts'
import type { MappedFeatures } from '../passes/mappedFeatures.ts'
import { blockRanges, type Operation } from './operation.ts'

/**
 * How far apart the items of a list lie: the mean squared distance of two of them after the feature map, averaged over the lists with two
 * items and more by their weights. 0 where no such list counts. A part holds Σ ω d² and Σ ω of its block.
 */
export const listSpread: Operation<{ readonly map: FeatureMap }, Float64Array, number> = {
  *parts(here, { map }) {
    const features = yield* here.mapped(map)
    const { offsets, listWeights } = here.graded
    const spreadOf = spreads(features)
    return blockRanges(here).map(([from, to]) => {
      obeyStop(here.runtime)
      const sums = new Float64Array(2)
      for (let list = from; list < to; list++) {
        const weight = listWeights === undefined ? 1 : listWeights[list]
        if (offsets[list + 1] - offsets[list] < 2 || weight === 0) continue
        sums[0] += weight * spreadOf(offsets[list], offsets[list + 1])
        sums[1] += weight
      }
      return sums
    })
  },
  combine(parts) {
    addInTree(parts, addVector)
    const [total, weight] = parts[0]
    return weight > 0 ? total / weight : 0
  },
}

/** The mean squared distance of two of the rows first .. last. */
type SpreadOf = (first: number, last: number) => number

function spreads(features: MappedFeatures): SpreadOf {
  return features.sparse === undefined ? denseSpreads(features) : sparseSpreads(features.sparse, features.width)
}

/** Of m rows x around the first of them, z: 2/(m − 1) (Σ ‖x − z‖² − ‖Σ (x − z)‖²/m). Rows far from 0 lose no digits that way. */
function denseSpreads({ width, difference }: MappedFeatures): SpreadOf {
  const sum = new Float64Array(width)
  const apart = new Float64Array(width)
  return (first, last) => {
    sum.fill(0)
    let squares = 0
    for (let row = first + 1; row < last; row++) {
      difference(row, first, apart)
      for (let j = 0; j < width; j++) {
        squares += apart[j] * apart[j]
        sum[j] += apart[j]
      }
    }
    let square = 0
    for (let j = 0; j < width; j++) square += sum[j] * sum[j]
    return spreadFrom(last - first, squares, square)
  }
}

/** The same with z = 0, over the stored values alone. */
function sparseSpreads({ rowStarts, columns, values }: SparseFeatures, width: number): SpreadOf {
  const sum = new Float64Array(width)
  return (first, last) => {
    let squares = 0
    for (let k = rowStarts[first]; k < rowStarts[last]; k++) {
      squares += values[k] * values[k]
      sum[columns[k]] += values[k]
    }
    let square = 0
    for (let k = rowStarts[first]; k < rowStarts[last]; k++) {
      square += sum[columns[k]] * sum[columns[k]]
      sum[columns[k]] = 0 // each column once, and ready for the next list
    }
    return spreadFrom(last - first, squares, square)
  }
}

function spreadFrom(items: number, squares: number, squareOfSum: number): number {
  return Math.max(0, (2 / (items - 1)) * (squares - squareOfSum / items))
}
