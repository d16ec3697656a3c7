import { rowMapper } from '../../data/features/featureMapApply.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import type { MappedCommon } from '../common/modelCommon.ts'

/** s(x) = Σ uⱼ max(0, wⱼ · φ(x) + bⱼ), with φ the bounded feature map: one hidden layer of rectifiers. */
export interface NetworkModel extends MappedCommon {
  readonly kind: 'network'
  /** Number of hidden units. */
  readonly hidden: number
  /** Row j holds the weights wⱼ of hidden unit j. */
  readonly weights: Float32Array
  readonly biases: Float64Array
  readonly outputs: Float64Array
}

/** A network without its training record. */
export type NetworkFunction = Pick<NetworkModel, 'hidden' | 'weights' | 'biases' | 'outputs'>

/** Rows that are mapped and scored at a time. */
const blockRows = 256

/** One score per row of lists whose features are those of the model, in its order. */
export function scoreNetwork(model: NetworkModel, lists: RankingLists, compute: Compute): Float64Array {
  const { featureMap } = model
  const { width } = featureMap
  const mapper = rowMapper(featureMap, lists, compute)
  const block = new Float32Array(Math.min(blockRows, lists.labels.length) * width)
  return networkScores(model, lists.labels.length, width, compute, (first, last) => {
    mapper.dense(first, last, block)
    return block
  })
}

/** `rowsOf` gives the mapped rows first .. last from its start. */
export function networkScores(
  { hidden, weights, biases, outputs }: NetworkFunction,
  rows: number,
  width: number,
  compute: Compute,
  rowsOf: (first: number, last: number) => Float32Array,
): Float64Array {
  const scores = new Float64Array(rows)
  const mark = compute.mark()
  const columns = compute.float64(width * hidden)
  const x = compute.float64(Math.min(blockRows, rows) * width)
  const activations = compute.float64(Math.min(blockRows, rows) * hidden)
  for (let unit = 0; unit < hidden; unit++) {
    for (let j = 0; j < width; j++) columns[j * hidden + unit] = weights[unit * width + j]
  }
  for (let first = 0; first < rows; first += blockRows) {
    const last = Math.min(rows, first + blockRows)
    const mapped = rowsOf(first, last)
    for (let at = 0; at < (last - first) * width; at++) x[at] = mapped[at]
    compute.gemm(last - first, hidden, width, x, columns, activations)
    for (let row = first; row < last; row++) {
      let score = 0
      const start = (row - first) * hidden
      for (let unit = 0; unit < hidden; unit++) {
        const active = activations[start + unit] + biases[unit]
        if (active > 0) score += outputs[unit] * active
      }
      scores[row] = score
    }
  }
  compute.release(mark)
  return scores
}
