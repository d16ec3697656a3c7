import { rowMapper } from '../../data/features/featureMapApply.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import type { PreparedMatrix } from '../../numeric/compute/preparedMatrix.ts'
import { preparedOnce } from '../../numeric/compute/preparedOnce.ts'
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
  const rowsOf = (first: number, last: number) => {
    mapper.dense(first, last, block)
    return block
  }
  return networkScores(model, lists.labels.length, width, compute, rowsOf, columnsOf(model, compute))
}

/** The weights of a model, laid out once for each build. */
const columnsOf = preparedOnce((model: NetworkModel, compute) => {
  const { width } = model.featureMap
  return compute.prepare(model.hidden, width, weightColumns(model, width, new Float64Array(width * model.hidden)), 'single')
})

/** into (width × hidden): column j ← the weights of hidden unit j. */
function weightColumns({ hidden, weights }: NetworkFunction, width: number, into: Float64Array): Float64Array {
  for (let unit = 0; unit < hidden; unit++) {
    for (let j = 0; j < width; j++) into[j * hidden + unit] = weights[unit * width + j]
  }
  return into
}

/** `rowsOf` gives the mapped rows first .. last from its start. Weights that do not change may be laid out before. */
export function networkScores(
  network: NetworkFunction,
  rows: number,
  width: number,
  compute: Compute,
  rowsOf: (first: number, last: number) => Float32Array,
  prepared?: PreparedMatrix,
): Float64Array {
  const { hidden, biases, outputs } = network
  const scores = new Float64Array(rows)
  const mark = compute.mark()
  const columns = prepared ?? weightColumns(network, width, compute.float64(width * hidden))
  const x = compute.float64(Math.min(blockRows, rows) * width)
  const activations = compute.float64(Math.min(blockRows, rows) * hidden)
  for (let first = 0; first < rows; first += blockRows) {
    const last = Math.min(rows, first + blockRows)
    const mapped = rowsOf(first, last)
    x.set(mapped.subarray(0, (last - first) * width))
    if (columns instanceof Float64Array) compute.gemm(last - first, hidden, width, x, columns, activations)
    else compute.gemmPrepared(last - first, x, columns, activations)
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
