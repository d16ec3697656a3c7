/** The mean of Φ over a batch of pairs, for a network with one hidden layer of rectifiers, and its gradient. */
import type { MarginLoss } from '../../losses/abstentionLoss.ts'
import type { Compute } from '../../numeric/compute/compute.ts'

/** Hidden weights are kept input by input: those of input i are weights[i · hidden ..]. */
export interface NetworkParameters {
  readonly weights: Float32Array
  readonly biases: Float32Array
  readonly outputs: Float32Array
}

/** Pairs of rows, by their positions in `x`; a row that is in several pairs is there once. */
export interface PairBatch {
  readonly x: Float32Array
  readonly rows: number
  readonly better: Uint32Array
  readonly worse: Uint32Array
}

export interface NetworkShape {
  readonly width: number
  readonly hidden: number
}

/** Gives the mean loss of a batch and writes its gradient. Products of matrices are in single precision, sums over units and rows in double. */
export type NetworkGradient = (batch: PairBatch, parameters: NetworkParameters, into: NetworkParameters) => number

/** `most` is the greatest number of rows of a batch. */
export function networkGradient({ width, hidden }: NetworkShape, most: number, phi: MarginLoss, compute: Compute): NetworkGradient {
  const activations = compute.float32(most * hidden)
  const scores = new Float64Array(most)
  const pulls = new Float64Array(most)
  const [biasSums, outputSums] = [new Float64Array(hidden), new Float64Array(hidden)]
  const [ownBiases, ownOutputs] = [new Float64Array(hidden), new Float64Array(hidden)]
  return (batch, { weights, biases, outputs }, into) => {
    const { x, rows } = batch
    ownBiases.set(biases)
    ownOutputs.set(outputs)
    compute.gemm32(rows, hidden, width, x, weights, activations)
    rectify(rows, activations, ownBiases, ownOutputs, scores)
    const loss = pullRows(batch, phi, scores, pulls)
    pullUnits(rows, activations, pulls, ownOutputs, biasSums, outputSums)
    compute.gemm32Transposed(width, hidden, rows, x, activations, into.weights)
    into.biases.set(biasSums)
    into.outputs.set(outputSums)
    return loss
  }
}

/** What the hidden units receive becomes what they send, and the scores. */
function rectify(rows: number, activations: Float32Array, biases: Float64Array, outputs: Float64Array, scores: Float64Array): void {
  const hidden = biases.length
  for (let row = 0, at = 0; row < rows; row++) {
    let score = 0
    for (let unit = 0; unit < hidden; unit++, at++) {
      const active = Math.max(0, activations[at] + biases[unit])
      activations[at] = active
      score += outputs[unit] * active
    }
    scores[row] = score
  }
}

/** The mean loss of the pairs, and its slope in the score of each row. */
function pullRows({ rows, better, worse }: PairBatch, phi: MarginLoss, scores: Float64Array, pulls: Float64Array): number {
  pulls.fill(0, 0, rows)
  let loss = 0
  for (let pair = 0; pair < better.length; pair++) {
    const margin = scores[better[pair]] - scores[worse[pair]]
    const slope = phi.slope(margin) / better.length
    loss += phi.value(margin)
    pulls[better[pair]] += slope
    pulls[worse[pair]] -= slope
  }
  return loss / better.length
}

/** What the units send becomes the slope in what they receive; on the way the slopes in biases and outputs are summed. */
function pullUnits(
  rows: number,
  activations: Float32Array,
  pulls: Float64Array,
  outputs: Float64Array,
  biasSums: Float64Array,
  outputSums: Float64Array,
): void {
  const hidden = outputs.length
  biasSums.fill(0)
  outputSums.fill(0)
  for (let row = 0, at = 0; row < rows; row++) {
    const pull = pulls[row]
    for (let unit = 0; unit < hidden; unit++, at++) {
      const active = activations[at]
      const slope = active > 0 ? pull * outputs[unit] : 0
      outputSums[unit] += pull * active
      biasSums[unit] += slope
      activations[at] = slope
    }
  }
}
